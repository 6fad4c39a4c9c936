"""Learned profiles as files: one JSON file for each client in the user's data folder.

A file that cannot be used is left out with one warning that names it; it stops nothing.
"""

from __future__ import annotations

import difflib
import json
import logging
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from autosweep.errors import BadInput, EnvironmentFault
from autosweep.files import read_bounded, reason_of, write_file, write_remedy
from autosweep.play.client_identity import ClientIdentity
from autosweep.play.learned_profile import LearnedProfile, from_json

MAX_BYTES = 64_000
"""Bytes of a profile's file; one that play writes has about 2,000."""
MAX_PROFILES = 500
"""Files that are read, and profiles that are kept."""
_ENDING = ".json"
_log = logging.getLogger(__name__)


def clients_folder() -> Path:
    """Return the folder of the learned profiles."""
    return Path(platformdirs.user_data_dir("autosweep", appauthor=False)) / "clients"


@dataclass(frozen=True, slots=True)
class BrokenProfile:
    """A file that cannot be used."""

    file: Path
    reason: str


class ProfileStore:
    """The learned profiles of one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        """Use a folder; the user's own if none is given."""
        self.folder = clients_folder() if folder is None else folder

    def load(self) -> tuple[list[LearnedProfile], list[BrokenProfile]]:
        """Return all profiles by name, and the files that cannot be used."""
        profiles: list[LearnedProfile] = []
        broken: list[BrokenProfile] = []
        try:
            files = self._files()
        except OSError as error:
            return [], [BrokenProfile(self.folder, f"it cannot be read: {reason_of(error)}")]
        for file in files[:MAX_PROFILES]:
            try:
                text = read_bounded(file, MAX_BYTES, only_files=True).decode("utf-8")
                profiles.append(from_json(json.loads(text), file.stem))
            except OSError as error:
                broken.append(BrokenProfile(file, f"it cannot be read: {reason_of(error)}"))
            except (ValueError, RecursionError) as error:
                broken.append(BrokenProfile(file, f"it is no learned profile: {error}"))
        return profiles, broken

    def _files(self) -> list[Path]:
        """Return the files of the folder by name; raises OSError."""
        try:
            found = [path for path in self.folder.iterdir() if path.suffix == _ENDING]
        except FileNotFoundError:
            return []
        return sorted(found, key=lambda path: path.stem)

    def find(self, identity: ClientIdentity) -> LearnedProfile | None:
        """Return the profile of a client; None for none.

        Of several the one with the same title, then the last used.

        Logs a warning for each file that cannot be used.
        """
        profiles, broken = self.load()
        for one in broken:
            _log.warning("autosweep: The learned profile %s is left out: %s.", one.file, one.reason)
        same = [profile for profile in profiles if profile.identity.is_same(identity)]
        return max(
            same,
            key=lambda profile: (profile.identity.title == identity.title, profile.last_used),
            default=None,
        )

    def save(self, profile: LearnedProfile) -> None:
        """Write a profile whole or not at all; raises EnvironmentFault.

        A new profile gets a name that no other file has.
        """
        text = json.dumps(profile.as_json(), indent=1) + "\n"
        try:
            # for its owner only: titles are private
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            name = profile.name or self._new_name(profile.identity)
            write_file(self.folder / (name + _ENDING), text.encode())
        except OSError as error:
            msg = f"The learned profile cannot be written to {self.folder}: {reason_of(error)}."
            raise EnvironmentFault(msg, remedy=write_remedy(error)) from None
        profile.name = name

    def _new_name(self, identity: ClientIdentity) -> str:
        """Return a name that is free; raises EnvironmentFault where there are too many."""
        taken = {file.stem for file in self._files()}
        if len(taken) >= MAX_PROFILES:
            msg = f"{self.folder} holds {len(taken)} learned profiles, which is too many."
            raise EnvironmentFault(msg, remedy="Forget some: `autosweep client-profile forget`.")
        name, number = identity.name, 1
        while name in taken:
            number += 1
            name = f"{identity.name}-{number}"
        return name

    def named(self, name: str) -> LearnedProfile:
        """Return the profile of that name; raises BadInput where there is none that can be used."""
        profiles, broken = self.load()
        for profile in profiles:
            if profile.name == name:
                return profile
        for one in broken:
            if one.file.stem == name:
                msg = f"The learned profile {name!r} cannot be used: {one.reason}."
                raise BadInput(msg, remedy=f"Forget it: `autosweep client-profile forget {name}`.")
        raise self._unknown(name)

    def names(self) -> list[str]:
        """Return the names of all files, those included that cannot be used."""
        try:
            return [file.stem for file in self._files()]
        except OSError:
            return []

    def require(self, name: str) -> None:
        """Raise BadInput if no file has that name."""
        if name not in self.names():
            raise self._unknown(name)

    def forget(self, name: str) -> None:
        """Delete a file; raises BadInput where there is none, EnvironmentFault if it stays."""
        self.require(name)
        file = self.folder / (name + _ENDING)
        try:
            file.unlink()
        except OSError as error:
            msg = f"{file} cannot be deleted: {reason_of(error)}."
            raise EnvironmentFault(msg, remedy=write_remedy(error)) from None

    def _unknown(self, name: str) -> BadInput:
        """Return the error for a name that no file has."""
        names = self.names()
        near = difflib.get_close_matches(name, names, 1)
        hint = f"Did you mean {near[0]!r}?" if near else "See `autosweep client-profile list`."
        return BadInput(f"There is no learned profile {name!r}.", remedy=hint)
