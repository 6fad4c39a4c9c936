"""The browsers of this machine: Chromium, Chrome, Edge, Firefox, by their usual places."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from autosweep.errors import EnvironmentFault

CHROMIUM, FIREFOX = "chromium", "firefox"
"""The engines: which protocol a browser speaks."""
_DEBIAN = " (Debian: `apt-get install chromium`)" if sys.platform == "linux" else ""
_REMEDY = (
    f"Install Chromium, Chrome, Edge or Firefox{_DEBIAN}, or name one with --browser-program PATH."
)
_COMMANDS = {
    CHROMIUM: (
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
        "microsoft-edge",
        "microsoft-edge-stable",
        "msedge",
        "brave-browser",
        "vivaldi",
    ),
    FIREFOX: ("firefox", "firefox-esr"),
}
"""Names on the search path, the preferred ones first."""
_MAC = {
    CHROMIUM: (
        "Chromium.app/Contents/MacOS/Chromium",
        "Google Chrome.app/Contents/MacOS/Google Chrome",
        "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ),
    FIREFOX: ("Firefox.app/Contents/MacOS/firefox",),
}
"""Programs below an Applications folder."""
_WINDOWS = {
    CHROMIUM: (
        "Chromium/Application/chrome.exe",
        "Google/Chrome/Application/chrome.exe",
        "Microsoft/Edge/Application/msedge.exe",
    ),
    FIREFOX: ("Mozilla Firefox/firefox.exe",),
}
"""Programs below one of the folders for programs."""
_WINDOWS_FOLDERS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")


@dataclass(frozen=True, slots=True)
class BrowserProgram:
    """A browser that can be started."""

    path: str
    engine: str
    """CHROMIUM or FIREFOX."""

    @property
    def name(self) -> str:
        """The program's name, for messages."""
        return Path(self.path).stem


def find_programs(
    environ: Mapping[str, str] = os.environ, *, system: str = sys.platform
) -> list[BrowserProgram]:
    """Return the browsers of this machine, those with Chromium's protocol first."""
    found = [
        BrowserProgram(path, engine)
        for engine in (CHROMIUM, FIREFOX)
        for path in _places(engine, environ, system)
    ]
    return list(dict.fromkeys(found))


def choose_program(
    wanted: str = "", environ: Mapping[str, str] = os.environ, *, system: str = sys.platform
) -> BrowserProgram | None:
    """Return the browser of a name or path; for an empty name the first one, None for none at all.

    Raises EnvironmentFault where the browser that was named is not there.
    """
    programs = find_programs(environ, system=system)
    if not wanted:
        return programs[0] if programs else None
    path = shutil.which(wanted, path=environ.get("PATH", ""))
    if path is not None:
        return BrowserProgram(path, _engine_of(path))
    alike = [program for program in programs if wanted.lower() in Path(program.path).name.lower()]
    if alike:
        return alike[0]
    names = ", ".join(program.path for program in programs) or "none"
    msg = f"There is no browser {wanted!r}."
    raise EnvironmentFault(msg, remedy=f"Browsers of this machine: {names}.")


def no_browser() -> EnvironmentFault:
    """Return the error for a machine without a browser."""
    msg = "No browser was found on this machine."
    return EnvironmentFault(msg, remedy=_REMEDY)


def _engine_of(path: str) -> str:
    name = Path(path).name.lower()
    return FIREFOX if "firefox" in name or "librewolf" in name else CHROMIUM


def _places(engine: str, environ: Mapping[str, str], system: str) -> Iterator[str]:
    """Return the programs of an engine that are there."""
    for command in _COMMANDS[engine]:
        path = shutil.which(command, path=environ.get("PATH", ""))
        if path is not None:
            yield path
    folders: list[Path] = []
    if system == "darwin":
        folders = [Path("/Applications"), Path(environ.get("HOME", "/")) / "Applications"]
    elif system == "win32":
        folders = [Path(environ[name]) for name in _WINDOWS_FOLDERS if environ.get(name)]
    parts = {"darwin": _MAC, "win32": _WINDOWS}.get(system, {}).get(engine, ())
    for folder in folders:
        for part in parts:
            if (folder / part).is_file():
                yield str(folder / part)
