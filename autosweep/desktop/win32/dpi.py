"""DPI awareness on Windows: without it coordinates and captures are scaled, on each monitor anew.

Must be set before mss, pyautogui or Qt is imported: the first to ask decides for the whole process,
and they ask for less.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping
from ctypes import c_int, c_void_p, wintypes
from typing import Any

from autosweep.desktop.win32.api import load_library

_PER_MONITOR_V2 = -4
"""DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2: a handle, so it is passed as one. As a plain number
it would fill 32 of its 64 bits, which Windows refuses."""
_PER_MONITOR = 2
"""PROCESS_PER_MONITOR_DPI_AWARE of Windows 8.1."""
_CONTEXTS = {
    _PER_MONITOR_V2: "per monitor, version 2",
    -3: "per monitor",
    -2: "one for all monitors",
    -1: "none",
}
"""The awareness of a thread by the handles that stand for it."""
_FUNCTIONS: tuple[tuple[str, str, tuple[Any, ...]], ...] = (
    ("user32", "SetProcessDpiAwarenessContext", (wintypes.BOOL, c_void_p)),
    ("user32", "SetThreadDpiAwarenessContext", (c_void_p, c_void_p)),
    ("user32", "GetThreadDpiAwarenessContext", (c_void_p,)),
    ("user32", "AreDpiAwarenessContextsEqual", (wintypes.BOOL, c_void_p, c_void_p)),
    ("shcore", "SetProcessDpiAwareness", (ctypes.c_int32, c_int)),
    ("user32", "SetProcessDPIAware", (wintypes.BOOL,)),
)


def make_dpi_aware(
    functions: Mapping[str, Callable[..., Any]] | None = None, *, system: str = sys.platform
) -> str:
    """Let pixels count on each monitor; return what is in force. Elsewhere nothing is done."""
    if functions is None:
        if system != "win32":
            return "not needed"
        functions = _offered()
    best = c_void_p(_PER_MONITOR_V2)
    attempts: tuple[tuple[str, str, Callable[[Callable[..., Any]], bool]], ...] = (
        ("SetProcessDpiAwarenessContext", "per monitor, version 2", lambda f: bool(f(best))),
        ("SetProcessDpiAwareness", "per monitor", lambda f: f(_PER_MONITOR) == 0),
        # Where the process has been set before, as by a program that Python runs in.
        ("SetThreadDpiAwarenessContext", "per monitor, version 2", lambda f: bool(f(best))),
        ("SetProcessDPIAware", "one for all monitors", lambda f: bool(f())),
    )
    done = (good for name, good, ask in attempts if name in functions and ask(functions[name]))
    reached = next(done, "as it was set before")
    return _in_force(functions) or reached


def _in_force(functions: Mapping[str, Callable[..., Any]]) -> str | None:
    """Return the DPI awareness of this thread; None on a Windows that cannot be asked."""
    if "GetThreadDpiAwarenessContext" not in functions:
        return None
    current = c_void_p(functions["GetThreadDpiAwarenessContext"]())
    same = functions["AreDpiAwarenessContextsEqual"]
    return next((name for c, name in _CONTEXTS.items() if same(current, c_void_p(c))), None)


def _offered() -> dict[str, Callable[..., Any]]:
    """Return the functions that this Windows has."""
    found: dict[str, Callable[..., Any]] = {}
    for library, name, prototype in _FUNCTIONS:
        try:
            found[name] = getattr(load_library(library, {name: prototype}), name)
        except (AttributeError, OSError):  # an older Windows
            continue
    return found
