"""Tokens by which a portal lets a program in again without asking, kept between runs.

Whoever has one may see the screen and use the mouse in the user's name. So the file is readable by
the user alone. A token may be used once: the portal gives another one each time.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

import platformdirs

from autosweep.files import read_bounded, reason_of, write_file

_MOST_BYTES = 20_000
_log = logging.getLogger(__name__)


def tokens_file() -> Path:
    """Return the user's file of tokens."""
    return Path(platformdirs.user_data_dir("autosweep", appauthor=False)) / "portal.json"


class RestoreTokens:
    """The tokens of a file, by what they allow; a file that cannot be used counts as empty."""

    def __init__(self, file: Path | None = None) -> None:
        """Use a file; the user's own if none is given."""
        self._file = tokens_file() if file is None else file

    def get(self, purpose: str) -> str | None:
        """Return the token for a purpose, None where there is none."""
        return self._load().get(purpose)

    def put(self, purpose: str, token: str | None) -> None:
        """Keep the token for a purpose, None to forget it."""
        tokens = self._load()
        if tokens.get(purpose) == token:
            return
        tokens.pop(purpose, None)
        if token is not None:
            tokens[purpose] = token
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_file(self._file, json.dumps(tokens).encode(), private=True)
        except OSError as error:
            # The desktop asks again the next time.
            _log.warning("the token of the portal cannot be kept: %s", reason_of(error))

    def _load(self) -> dict[str, str]:
        try:
            kept = json.loads(read_bounded(self._file, _MOST_BYTES, only_files=True))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            _log.warning("the tokens of the portal cannot be read: %s", reason_of(error))
            return {}
        known = kept if isinstance(kept, dict) else {}
        return {key: value for key, value in known.items() if isinstance(value, str)}
