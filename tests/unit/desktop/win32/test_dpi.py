"""DPI awareness: the best that a Windows has is asked for, by a handle, and what holds is told."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import pytest

from autosweep.desktop.win32.dpi import make_dpi_aware

V2, V1, SYSTEM = -4, -3, -2


def _handle(value: int) -> int:
    return ctypes.c_void_p(value).value or 0


class System:
    """The functions of a Windows: which contexts it knows, what has been set before."""

    def __init__(self, known: tuple[int, ...], before: int | None = None) -> None:
        self.known = [_handle(context) for context in known]
        self.process, self.thread = before, before

    def functions(self, *names: str) -> dict[str, Callable[..., Any]]:
        return {name: getattr(self, name) for name in names}

    def SetProcessDpiAwarenessContext(self, context: object) -> int:  # noqa: N802
        # A plain number would arrive as 32 bits, which no Windows of 64 bits takes.
        assert isinstance(context, ctypes.c_void_p)
        if self.process is not None or context.value not in self.known:
            return 0
        self.process = self.thread = context.value
        return 1

    def SetThreadDpiAwarenessContext(self, context: object) -> int | None:  # noqa: N802
        assert isinstance(context, ctypes.c_void_p)
        if context.value not in self.known:
            return None
        self.thread = context.value
        return 18

    def GetThreadDpiAwarenessContext(self) -> int:  # noqa: N802
        return self.thread or 16

    def AreDpiAwarenessContextsEqual(self, one: object, other: object) -> int:  # noqa: N802
        assert isinstance(one, ctypes.c_void_p)
        assert isinstance(other, ctypes.c_void_p)
        return int(one.value == other.value)

    def SetProcessDpiAwareness(self, level: int) -> int:  # noqa: N802
        if self.process is not None:
            return -2147024891
        self.process = self.thread = _handle({2: V1}[level])
        return 0

    def SetProcessDPIAware(self) -> int:  # noqa: N802
        self.process = self.process or _handle(SYSTEM)
        return 1


EVERYTHING = [name for name in vars(System) if name[0].isupper()]


@pytest.mark.parametrize(
    ("system", "names", "expected"),
    [
        (System((V2, V1)), EVERYTHING, "per monitor, version 2"),
        (System((V2, V1), before=_handle(SYSTEM)), EVERYTHING, "per monitor, version 2"),
        (System((V1,), before=_handle(V1)), EVERYTHING, "per monitor"),
        (System(()), ["SetProcessDpiAwareness", "SetProcessDPIAware"], "per monitor"),
        (System(()), ["SetProcessDPIAware"], "one for all monitors"),
        (System(()), [], "as it was set before"),
    ],
    ids=["new", "set before", "Wine 8", "Windows 8", "Windows 7", "nothing"],
)
def test_what_holds_is_told(system: System, names: list[str], expected: str) -> None:
    assert make_dpi_aware(system.functions(*names)) == expected
    if "GetThreadDpiAwarenessContext" in names:
        # Asked twice, as by `doctor`, the answer is the same.
        assert make_dpi_aware(system.functions(*names)) == expected


def test_other_systems_are_not_asked() -> None:
    assert make_dpi_aware(system="linux") == "not needed"
