"""Compile the engine for Windows with mingw-w64, into build/windows/engine.

    python tools/windows_engine.py

For tests under Wine; wheels for people are made by the release workflow, on Windows. CPython's
headers are those of this Python, which must be 3.11 too, with a configuration for Windows. The
library that is linked is Windows' own python311.dll. Without the compiler or the headers nothing is
made, and one sentence says so: then the twin in Python does the counting.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "windows"
SOURCES = ROOT / "autosweep" / "engine"
COMPILER = "x86_64-w64-mingw32-g++-posix"
"""The variant whose library has threads."""
MODULE = "_core.cp311-win_amd64.pyd"
FLAGS = ("-O3", "-std=c++20", "-DNDEBUG", "-fvisibility=hidden", "-fno-strict-aliasing")
NANOBIND = "nanobind>=2.4"
CONFIGURATION = """\
/* What CPython's headers must know of 64-bit Windows. */
#ifndef Py_CONFIG_H
#define Py_CONFIG_H
#include <io.h>
#define MS_WIN32
#define MS_WIN64
#define MS_WINDOWS
#define NT_THREADS
#define WITH_THREAD 1
#define Py_ENABLE_SHARED 1
#define HAVE_DECLSPEC_DLL 1
#define PLATFORM "win32"
#define SIZEOF_VOID_P 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_TIME_T 8
#define SIZEOF_FPOS_T 8
#define SIZEOF_HKEY 8
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_WCHAR_T 2
#define SIZEOF_OFF_T 4
#define SIZEOF_PID_T 8
#define ALIGNOF_MAX_ALIGN_T 16
#define HAVE_LONG_LONG 1
#define HAVE_SSIZE_T 1
#define HAVE_STDDEF_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_WCHAR_H 1
#define HAVE_ERRNO_H 1
#define HAVE_UINTPTR_T 1
#define HAVE_INTPTR_T 1
#define STDC_HEADERS 1
#define WITH_DOC_STRINGS 1
#define WITH_PYMALLOC 1
#define DOUBLE_IS_LITTLE_ENDIAN_IEEE754 1
#endif
"""
"""pyconfig.h: sizes and types of the ABI, nothing that only CPython itself is compiled with."""


def main() -> int:
    """Compile what is out of date; return 0 also where that cannot be done."""
    headers = Path(sysconfig.get_path("include"))
    why = _obstacle(headers)
    if why:
        print(f"The engine for Windows is not compiled: {why}. Its twin is tried instead.")
        return 0
    place = PLACE / "engine"
    stamp, wanted = PLACE / "engine.made-from", _digest()
    if (place / MODULE).is_file() and stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return 0
    print(f"Compiling {place.relative_to(ROOT)}/{MODULE} ...", flush=True)
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(headers, place / "include")
    (place / "include" / "pyconfig.h").write_text(CONFIGURATION, "utf-8")
    _compile(place, _nanobind(place))
    stamp.write_text(wanted, "utf-8")
    return 0


def _obstacle(headers: Path) -> str:
    """Return why it cannot be compiled, empty where it can."""
    if shutil.which(COMPILER) is None:
        return f"{COMPILER} is missing (Debian: apt-get install g++-mingw-w64-x86-64-posix)"
    if sys.version_info[:2] != (3, 11):
        return "this Python's headers are not those of 3.11"
    if not (headers / "Python.h").is_file():
        return "Python.h is missing (Debian: apt-get install python3-dev)"
    return ""


def _digest() -> str:
    """Return a text that differs where anything that is compiled has changed."""
    files = sorted([*SOURCES.glob("*.cpp"), *SOURCES.glob("*.hpp"), Path(__file__)])
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def _nanobind(place: Path) -> Path:
    """Return the folder of nanobind; it is installed where this Python has none."""
    found = importlib.util.find_spec("nanobind")
    if found is not None and found.origin is not None:
        return Path(found.origin).parent
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, "--target", str(place / "nanobind"), NANOBIND], check=True)
    return place / "nanobind" / "nanobind"


def _compile(place: Path, nanobind: Path) -> None:
    folders = [place / "include", nanobind / "include", nanobind / "ext" / "robin_map" / "include"]
    seen = [f"-I{folder}" for folder in folders]
    objects: list[Path] = []
    commands: list[list[str]] = []
    for source in [nanobind / "src" / "nb_combined.cpp", *sorted(SOURCES.glob("*.cpp"))]:
        objects.append(place / f"{source.stem}.o")
        commands.append([COMPILER, *FLAGS, *seen, "-c", str(source), "-o", str(objects[-1])])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda words: subprocess.run(words, check=True), commands))
    library = PLACE / "python" / "python311.dll"
    words = [COMPILER, "-shared", "-static", "-s", *map(str, objects), str(library)]
    subprocess.run([*words, "-o", str(place / MODULE)], check=True)


if __name__ == "__main__":
    sys.exit(main())
