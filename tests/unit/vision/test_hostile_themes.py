"""Packs that were made to do harm are refused in a sentence."""

from __future__ import annotations

import shutil
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from autosweep.errors import ImageError, ThemeError
from autosweep.vision.image import as_pixels, decode
from autosweep.vision.themes import load_theme, shipped_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs links")


def png(width: int, height: int, rows: int = 1) -> bytes:
    """Return a picture that announces a size and holds some of its rows."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * ((width * 3 + 1) * rows), 9)
    start = b"\x89PNG\r\n\x1a\n"
    return start + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def text(edit: Callable[[str], str]) -> Callable[[Path], None]:
    def apply(home: Path) -> None:
        path = home / "theme.toml"
        path.write_text(edit(path.read_text("utf-8")), "utf-8")

    return apply


def link(name: str, target: str) -> Callable[[Path], None]:
    def apply(home: Path) -> None:
        (home / name).unlink()
        (home / name).symlink_to(target)

    return apply


HARM = {
    "a path upwards": text(lambda t: t.replace("flag-16.png", "../../../../etc/passwd")),
    "an absolute path": text(lambda t: t.replace("flag-16.png", "/etc/passwd")),
    "a link outside": link("flag-16.png", "/etc/passwd"),
    "a link in a circle": link("flag-16.png", "flag-16.png"),
    "its text a link outside": link("theme.toml", "/etc/passwd"),
    "its text a device": link("theme.toml", "/dev/zero"),
    "deep lists": text(lambda t: t + "\nx = " + "\n[" * 20_000),
    "a key of many parts": text(lambda t: t + "\n" + "a." * 20_000 + "b = 1"),
    "a long number": text(lambda t: t + "\nx = " + "\n" + "9" * 5_000),
    "a name as a path": text(lambda t: t.replace('"classic"', '"../../x"')),
    "a long name": text(lambda t: t.replace('"classic"', f'"{"x" * 300}"')),
    "a dialog that any window is": text(
        lambda t: t.split("[client]")[0] + '[client]\ndialogs = {"" = "enter"}\n'
    ),
    "a huge picture": lambda home: (home / "flag-16.png").write_bytes(png(20_000, 5_000)) and None,
    "a picture cut short": lambda home: (
        (home / "flag-16.png").write_bytes(png(40, 40)[:50]) and None
    ),
}


@pytest.mark.parametrize("harm", HARM)
def test_a_pack_made_to_do_harm_is_refused(harm: str, tmp_path: Path) -> None:
    home = tmp_path / "pack"
    shutil.copytree(shipped_folder() / "classic", home)
    load_theme(home)
    HARM[harm](home)
    with pytest.raises(ThemeError) as refused:
        load_theme(home)
    assert refused.value.remedy
    assert "root:" not in str(refused.value)


@pytest.mark.parametrize("size", [(30_000, 40), (50_000, 50_000), (2**31 - 1, 1)])
def test_an_image_too_large_is_refused_by_its_header_with_a_way_out(size: tuple[int, int]) -> None:
    with pytest.raises(ImageError, match="too large") as refused:
        decode(np.frombuffer(png(*size, rows=0), np.uint8), "picture")
    assert "Cut out the part with the board" in refused.value.remedy


def test_sixteen_bits_are_the_upper_eight() -> None:
    values = np.random.default_rng(1).integers(0, 65_536, (5, 7, 3)).astype(np.uint16)
    wanted = (values >> 8).astype(np.uint8)
    assert np.array_equal(as_pixels(values, "array"), wanted)
    assert np.array_equal(as_pixels(values[::2, ::-1], "part"), wanted[::2, ::-1])
