"""Whether Windows lets this process click the windows of another.

A program that runs as administrator gets no input from programs that do not, and nobody is told:
the click has no effect. So it is asked before.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Mapping
from ctypes import POINTER, byref, c_int, c_void_p, wintypes
from typing import Any

from autosweep.desktop.win32.api import last_error, load_library

_ASK_LITTLE = 0x1000
"""PROCESS_QUERY_LIMITED_INFORMATION."""
_TOKEN_QUERY = 0x0008
_INTEGRITY_LEVEL = 25
"""TokenIntegrityLevel."""
_ACCESS_DENIED = 5
_LABEL_BYTES = 256
"""More than a label takes: 16 bytes and its identifier, which has one part."""
_KERNEL32: Mapping[str, tuple[Any, ...]] = {
    "CloseHandle": (wintypes.BOOL, c_void_p),
    "OpenProcess": (c_void_p, wintypes.DWORD, wintypes.BOOL, wintypes.DWORD),
}
_ADVAPI32: Mapping[str, tuple[Any, ...]] = {
    "GetSidSubAuthority": (POINTER(wintypes.DWORD), c_void_p, wintypes.DWORD),
    "GetSidSubAuthorityCount": (POINTER(ctypes.c_ubyte), c_void_p),
    "GetTokenInformation": (
        wintypes.BOOL,
        c_void_p,
        c_int,
        c_void_p,
        wintypes.DWORD,
        POINTER(wintypes.DWORD),
    ),
    "OpenProcessToken": (wintypes.BOOL, c_void_p, wintypes.DWORD, POINTER(c_void_p)),
}


class IntegrityLevels:
    """The rights of processes, as levels: 0x2000 is an ordinary one, 0x3000 an administrator's."""

    def __init__(self) -> None:
        """Open the libraries."""
        self._kernel = load_library("kernel32", _KERNEL32)
        self._security = load_library("advapi32", _ADVAPI32)
        self._ours = self._level(os.getpid())[0]

    def is_above_ours(self, process: int) -> bool:
        """Return True if a process gets no input from this one. False where that is not told."""
        level, denied = self._level(process)
        # Programs of higher rights show their token to nobody below.
        return denied or (level is not None and self._ours is not None and level > self._ours)

    def _level(self, process: int) -> tuple[int | None, bool]:
        """Return the level of a process, None if unknown, and True if the question was denied."""
        handle = self._kernel.OpenProcess(_ASK_LITTLE, False, process)  # noqa: FBT003
        if not handle:
            return None, False
        token = c_void_p()
        try:
            if not self._security.OpenProcessToken(handle, _TOKEN_QUERY, byref(token)):
                return None, last_error() == _ACCESS_DENIED
            return self._label(token), False
        finally:
            for opened in (token, handle):
                if opened:
                    self._kernel.CloseHandle(opened)

    def _label(self, token: c_void_p) -> int | None:
        """Return the last part of a token's label, which is its level."""
        label = ctypes.create_string_buffer(_LABEL_BYTES)
        used = wintypes.DWORD()
        asked = (token, _INTEGRITY_LEVEL, label, _LABEL_BYTES, byref(used))
        if not self._security.GetTokenInformation(*asked):
            return None
        identifier = c_void_p.from_buffer(label).value
        parts = self._security.GetSidSubAuthorityCount(identifier)[0]
        return int(self._security.GetSidSubAuthority(identifier, parts - 1)[0]) if parts else None
