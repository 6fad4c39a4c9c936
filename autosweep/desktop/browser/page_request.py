"""Which page to play in which browser, as the options of a command say it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from autosweep.errors import BadInput

_SCHEMES = ("http", "https", "file", "data", "about")
_HOST = re.compile(r"[\w.-]+(:\d+)?(/.*)?")
_LOCAL = re.compile(r"(localhost|127\.[\d.]+|\[::1\])(:\d+)?(/|$)")
MIN_SCALE, MAX_SCALE = 0.5, 4.0


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A page of a browser that is started, or of one that runs already."""

    url: str = ""
    """The page to open; empty for a tab that is there already."""
    attach: str = ""
    """Address of a running browser's debugging port; empty to start a browser."""
    tab: str = ""
    """Part of the title or address of the tab to play; empty for the only one."""
    program: str = ""
    """Name or path of the browser to start; empty for the first that is found."""
    headed: bool = False
    """Whether the browser is shown in a window."""
    watched: bool = False
    """Whether a person plays in the page: the browser is shown, and dialogs are left to them."""
    scale: float | None = None
    """Pixels for each point of the page; None for 1, or for what a running browser has."""


def page_address(text: str) -> str:
    """Return the address of a page that a user gave: a URL, a host or a file. Raises BadInput."""
    given = text.strip()
    scheme = urlsplit(given).scheme.lower() if "://" in given else given.partition(":")[0].lower()
    if scheme in _SCHEMES and given[len(scheme) :].startswith(":"):
        return given
    if given and Path(given).is_file():
        return Path(given).resolve().as_uri()
    if "://" not in given and _HOST.fullmatch(given) and ("." in given or _LOCAL.match(given)):
        return f"http://{given}" if _LOCAL.match(given) else f"https://{given}"
    msg = f"{text!r} is not the address of a page."
    raise BadInput(msg, remedy="Give a URL such as https://example.org/game, or a file.")


def port_address(text: str) -> str:
    """Return the address of a debugging port: a URL, HOST:PORT or a port. Raises BadInput."""
    given = text.strip()
    if given.isdecimal():
        given = f"127.0.0.1:{given}"
    if "://" not in given:
        given = f"http://{given}"
    try:
        parts = urlsplit(given)
        good = parts.scheme in ("http", "https", "ws", "wss") and bool(parts.hostname)
        good = good and (parts.port is not None or parts.scheme.startswith("ws"))
    except ValueError:
        good = False
    if not good:
        msg = f"{text!r} is not the address of a debugging port."
        raise BadInput(msg, remedy="Give it as http://127.0.0.1:PORT.")
    return given
