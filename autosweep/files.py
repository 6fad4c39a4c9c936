"""Files that strangers may have made: read with a bound, kept inside their folder, not waited for.

A file may be a device that never ends, a pipe that nobody writes to, a link that leads elsewhere or
round in a circle, or TOML that costs more than its size. Everything here answers with OSError or
ValueError in words that a message can carry. Imports nothing of the project.
"""

from __future__ import annotations

import errno
import os
import stat
import tomllib
from pathlib import Path
from typing import Any

MAX_TOML_LINE = 2_000
"""Letters in a line of TOML: a key of n parts, all in a line, costs the parser n times n."""
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NOT_ALLOWED = (errno.EACCES, errno.EPERM, errno.EROFS)


def read_bounded(path: Path, most: int, *, only_files: bool = False) -> bytes:
    """Return the bytes of a file, at most `most`; raises OSError where there are more.

    With `only_files` a device, a pipe or a folder is refused without reading from it.
    """
    # a pipe without a writer would be waited for
    flags = os.O_RDONLY | (getattr(os, "O_NONBLOCK", 0) if only_files else 0)
    with open(path, "rb", opener=lambda name, _: os.open(name, _binary(flags))) as file:
        if only_files and not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "It is not a regular file")
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"It has more than {most} bytes")
    return data


def _binary(flags: int) -> int:
    return flags | getattr(os, "O_BINARY", 0)


def inside(folder: Path, name: str) -> Path | None:
    """Return the file of that name in a folder, None where it is none or links lead outside."""
    try:
        home = folder.resolve()
        path = (home / name).resolve()
        return path if path.is_relative_to(home) and path.is_file() else None
    except (OSError, ValueError, RuntimeError):  # RuntimeError: links in a circle, to Python 3.12
        return None


def load_toml(path: Path, most: int) -> dict[str, Any]:
    """Return what a TOML file says; raises OSError, and ValueError where it is no bearable TOML."""
    text = read_bounded(path, most, only_files=True).decode("utf-8")
    if any(len(line) > MAX_TOML_LINE for line in text.split("\n")):
        msg = f"it has a line of more than {MAX_TOML_LINE} letters; a list may have several lines"
        raise ValueError(msg)
    try:
        return tomllib.loads(text)
    except RecursionError:
        msg = "it is nested too deeply"
        raise ValueError(msg) from None


def reason_of(error: Exception) -> str:
    """Return why a file could not be used, without the number and the path that Python adds."""
    return str(getattr(error, "strerror", None) or error)


def write_remedy(error: Exception) -> str:
    """Return what to do about a file that could not be written."""
    number = getattr(error, "errno", None)
    if number in _NO_ROOM:
        return "Make room on the disk, or name a place that has some."
    if number in _NOT_ALLOWED:
        return "Name a place where you may write."
    if number == errno.EISDIR:
        return "Name a file, not a folder."
    return "Name a file in a folder that exists."
