"""Reading files that strangers may have made, and writing files whole or not at all.

A file may be a device that never ends, a pipe that nobody writes to, a link that leads elsewhere or
round in a circle, or TOML that costs more than its size. A folder to write to may hold links that a
stranger put where a file of ours is expected. Everything here answers with OSError or ValueError in
words that a message can carry. Imports nothing of the project.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MAX_TOML_LINE = 2_000
"""Letters in a line of TOML: a key of n parts, all in a line, costs the parser n times n."""
_LONGEST_SUFFIX = 16
_USUAL, _PRIVATE = 0o666, 0o600
"""Permissions of a new file; the first are cut by the user's own mask."""
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
        if Path(name).name == name:
            # Nearly all are plain files, and following links costs several questions on Windows.
            mode = (folder / name).lstat().st_mode
            if not stat.S_ISLNK(mode):
                return folder / name if stat.S_ISREG(mode) else None
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


def write_file(path: Path, data: bytes, *, named: bool = False, private: bool = False) -> None:
    """Write a file whole, or leave what was there; raises OSError.

    `named` and `private` are as in `replacing`.
    """
    with replacing(path, named=named, ending=".part", private=private) as place:
        place.write_bytes(data)


@contextlib.contextmanager
def replacing(
    path: Path, *, named: bool = False, ending: str | None = None, private: bool = False
) -> Iterator[Path]:
    """Yield a new file to write to; it takes the place of `path` when the block ends well.

    The new file lies beside `path`, under a name that nobody can foresee, with the same ending
    unless another is given. If the block fails, it is removed and `path` stays as it was. `named`
    says that the user gave this very name: then a link is followed, and devices and pipes are
    written to directly. At any other name (one that we made up, such as `frames/0001.png`) a link
    is refused. A `private` file can be read by nobody else from its first byte on. Raises OSError.
    """
    if named and _is_special(path):
        yield path
        return
    if path.is_symlink():
        if not named:
            raise OSError(errno.ELOOP, "It is a symbolic link")
        path = path.resolve()
    kept = _mode_to_keep(path)
    mode = _PRIVATE if private else kept
    ending = path.suffix[:_LONGEST_SUFFIX] if ending is None else ending
    place = path.with_name(f".autosweep-{secrets.token_hex(8)}{ending}")
    try:
        create_file(place, _PRIVATE if private else _USUAL).close()
    except PermissionError:
        if not (named and mode is not None):
            raise
        # The file may be written to, its folder may not.
        yield path
        return
    try:
        yield place
        if mode is not None:
            place.chmod(mode)
        place.replace(path)
    except BaseException:
        place.unlink(missing_ok=True)
        raise


def create_file(path: Path, mode: int = _USUAL) -> io.FileIO:
    """Create a file and open it for writing, unbuffered; raises OSError where anything is there."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    return io.FileIO(path, "wb", opener=lambda name, _: os.open(name, _binary(flags), mode))


def open_to_append(path: Path) -> io.FileIO:
    """Open a file to write at its end, unbuffered; raises OSError for a link and for no file."""
    flags = os.O_WRONLY | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    return io.FileIO(path, "ab", opener=lambda name, _: os.open(name, _binary(flags)))


def _is_special(path: Path) -> bool:
    """Return True if a path is a device, a pipe or a stream of this process."""
    if path.is_absolute() and path.parts[1:2] in (("dev",), ("proc",)):
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _mode_to_keep(path: Path) -> int | None:
    """Return the permissions of a file that may be replaced, None where there is none."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "It is not a regular file")
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return stat.S_IMODE(mode)


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
