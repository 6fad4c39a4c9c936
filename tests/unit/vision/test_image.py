"""Images of every format are taken; hostile ones are refused before they are decoded."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from autosweep.errors import ImageError
from autosweep.vision.image import PLAIN_PIXELS, as_pixels, decode, load_file

KINDS = ("png", "jpg", "bmp", "gif", "webp", "tiff")
WIDE, HIGH = 47, 31


def scene() -> np.ndarray:
    """Return a small picture with different sides and colours."""
    pixels = np.zeros((HIGH, WIDE, 3), np.uint8)
    pixels[:15] = (200, 30, 60)
    pixels[15:, :20] = (10, 250, 90)
    return pixels


def encoded(kind: str) -> bytes:
    done, data = cv2.imencode("." + kind, scene())
    assert done
    return data.tobytes()


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_taken(kind: str, tmp_path: Path) -> None:
    data = encoded(kind)
    path = tmp_path / "picture"
    path.write_bytes(data)
    pixels = load_file(path)
    assert pixels.shape == (HIGH, WIDE, 3)
    assert np.abs(pixels.astype(int) - scene()).mean() < 20


@pytest.mark.parametrize("kind", ["webp", "tiff"])
def test_other_flavours_are_taken_too(kind: str) -> None:
    data = io.BytesIO()
    Image.fromarray(scene()).convert("RGBA").save(data, kind, lossless=True)
    assert decode(np.frombuffer(data.getvalue(), np.uint8), "image").shape == (HIGH, WIDE, 3)


@pytest.mark.parametrize("kind", KINDS)
def test_an_image_cut_anywhere_is_refused_or_shown_in_part(kind: str, tmp_path: Path) -> None:
    data = encoded(kind)
    path = tmp_path / "picture"
    messages = []
    for size in sorted({0, 1, 2, 7, 30, len(data) // 2, len(data) - 1}):
        path.write_bytes(data[:size])
        try:
            assert load_file(path).shape == (HIGH, WIDE, 3)
        except ImageError as error:
            messages.append(str(error))
    assert len(messages) >= 4
    assert all(message.startswith(str(path)) for message in messages)


def bomb(kind: str) -> bytes:
    """Return a small file that announces 60,000 x 60,000 pixels."""
    side = 60_000
    if kind == "png":
        head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
        body = struct.pack(">I", len(head)) + b"IHDR" + head
        body += struct.pack(">I", zlib.crc32(body[4:]))
        return b"\x89PNG\r\n\x1a\n" + body + struct.pack(">I", 9) + b"IDAT"
    if kind == "bmp":
        return encoded(kind)[:18] + struct.pack("<ii", side, -side) + encoded(kind)[26:]
    if kind == "gif":
        return encoded(kind)[:6] + struct.pack("<HH", side, side) + encoded(kind)[10:]
    if kind == "jpg":
        data = encoded(kind)
        at = data.index(b"\xff\xc0") + 5
        return data[:at] + struct.pack(">HH", side, side) + data[at + 4 :]
    if kind == "webp":
        size = (side - 1).to_bytes(3, "little")
        return b"RIFF\0\0\0\0WEBPVP8X\n\0\0\0\0\0\0\0" + size + size
    entries = {256: side, 257: side, 258: 8, 262: 1, 273: 8}
    fields = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries.items())
    return b"II*\0" + struct.pack("<IH", 8, len(entries)) + fields + b"\0\0\0\0"


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_that_announces_too_much_is_refused_before_it_is_decoded(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "bomb"
    path.write_bytes(bomb(kind))
    monkeypatch.setattr(cv2, "imdecode", None)
    with pytest.raises(ImageError, match="too large"):
        load_file(path)


def test_an_image_wider_than_any_screen_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wide.png"
    cv2.imwrite(str(path), np.zeros((2, 30_000, 3), np.uint8))
    with pytest.raises(ImageError, match="30000 x 2"):
        load_file(path)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_depth_and_palette_is_taken(mode: str, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    if mode == "I;16":
        Image.fromarray(np.full((HIGH, WIDE), 40_000, np.uint16)).save(path)
    else:
        Image.fromarray(scene()).convert(mode).save(path)
    assert load_file(path).shape == (HIGH, WIDE, 3)


def test_of_an_animated_image_the_first_frame_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "moving.gif"
    frames = [Image.new("RGB", (WIDE, HIGH), colour) for colour in ("red", "blue")]
    frames[0].save(path, save_all=True, append_images=frames[1:])
    assert load_file(path)[5, 5].tolist() == [0, 0, 255]


def test_one_pixel_is_an_image(tmp_path: Path) -> None:
    path = tmp_path / "one.png"
    cv2.imwrite(str(path), np.zeros((1, 1, 3), np.uint8))
    assert load_file(path).shape == (1, 1, 3)


@pytest.mark.parametrize("data", [b"P6\n1 1\n255\nabc", b"hello", b"\0" * 100, b"%PDF-1.7"])
def test_other_files_are_called_no_image(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(ImageError, match="not an image file"):
        load_file(path)


@pytest.fixture
def most_taken() -> Iterator[Callable[[], int]]:
    """Return what tells the most bytes that arrays took since the test began."""
    tracemalloc.start()
    yield lambda: tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()


def test_real_numbers_become_bytes_a_band_at_a_time(most_taken: Callable[[], int]) -> None:
    """A TIFF of numbers of 4 bytes took five times its size on the way."""
    values = np.zeros((3000, 1000, 4), np.float32)
    values[:, :, 0] = np.linspace(0, 1, 3000)[:, None]
    values[5, 5, 1] = np.nan
    before = most_taken()
    pixels = as_pixels(values, "picture")
    assert most_taken() - before < 1.2 * values.nbytes
    assert pixels.shape == (3000, 1000, 3)
    assert pixels[-1, 7].tolist() == [255, 0, 0]
    assert pixels[1500, 7, 0] == 127
    assert as_pixels(values[:50] * 200, "picture").max() == 3


def test_an_image_larger_than_all_screens_is_decoded_to_bytes_at_once(
    most_taken: Callable[[], int],
) -> None:
    """Sixteen bits and alpha would be nearly three times as much in memory."""
    side = int(PLAIN_PIXELS**0.5) + 10
    pixels = decode(np.frombuffer(_wide_png(side), np.uint8), "large.png")
    assert pixels.shape == (side, side, 3)
    assert pixels[0, 0].tolist() == [0x56, 0x34, 0x12]
    assert most_taken() < 1.3 * pixels.nbytes


def _wide_png(side: int) -> bytes:
    """Return a picture of 16 bits with alpha, all of one colour."""
    pixel = bytes.fromhex("1200340056008000")
    packer = zlib.compressobj(1)
    data = b"".join(packer.compress(b"\0" + pixel * side) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 16, 6, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", data), (b"IEND", b"")]
    chunks = [
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)
