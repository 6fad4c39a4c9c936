"""Text is read from real pixels that the test draws."""

from __future__ import annotations

import importlib
import subprocess
import sys

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame, Pixels
from autosweep.vision.ocr import read_text

FONT = "DejaVuSans.ttf"
MODULE = "autosweep.vision.ocr.read_text"
"""Its function has the same name."""


def page(
    *texts: tuple[str, int, int], size: tuple[int, int] = (640, 480), dark: bool = False
) -> Frame:
    """Return a page with texts at places."""
    ground, ink = ("#202428", "#eeeeee") if dark else ("#f0f0f0", "#101010")
    image = Image.new("RGB", size, ground)
    pen = ImageDraw.Draw(image)
    for text, x, y in texts:
        pen.text((x, y), text, ink, ImageFont.truetype(FONT, 16))
    return Frame(np.ascontiguousarray(np.array(image)[:, :, ::-1]))


@pytest.mark.parametrize("dark", [False, True])
def test_every_line_is_read_at_its_place(dark: bool) -> None:  # noqa: FBT001
    frame = page(("You win!", 40, 60), ("Play again", 300, 200), ("Quit", 300, 240), dark=dark)
    lines = read_text(frame)
    assert [line.text for line in lines] == ["You win!", "Play again", "Quit"]
    again = lines[1]
    assert again.rect.contains(340, 210)
    assert 60 <= again.rect.w <= 110
    assert 12 <= again.rect.h <= 32
    assert again.confidence > 0.8


def test_only_the_region_is_read_and_places_are_those_of_the_frame() -> None:
    frame = page(("You win!", 40, 60), ("Play again", 300, 200))
    (line,) = read_text(frame, Rect(280, 190, 160, 40))
    assert line.text == "Play again"
    assert line.rect.contains(340, 210)


def test_a_narrow_strip_is_read() -> None:
    (line,) = read_text(page(("Restart", 20, 4), size=(700, 28)))
    assert line.text == "Restart"
    assert line.rect.bottom <= 28


def test_a_page_without_text_has_no_lines() -> None:
    assert read_text(page()) == ()
    assert read_text(page(), Rect(700, 500, 10, 10)) == ()


def test_no_connection_is_made_and_the_library_is_imported_late() -> None:
    """In a process of its own: another test may have loaded the networks."""
    program = """
import socket, sys
def forbidden(*_, **__): raise AssertionError("a connection was asked for")
socket.socket.connect = socket.getaddrinfo = socket.create_connection = forbidden
from autosweep.vision.ocr import can_read_text, read_text
assert can_read_text() and "rapidocr" not in sys.modules and "onnxruntime" not in sys.modules
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from autosweep.interfaces import Frame
image = Image.new("RGB", (300, 200), "white")
ImageDraw.Draw(image).text((50, 80), "New game", "black", ImageFont.truetype("DejaVuSans.ttf", 18))
print([line.text for line in read_text(Frame(np.array(image)))])
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("['New game']", "")


def test_without_the_library_nothing_is_read_and_nothing_fails() -> None:
    program = """
import importlib.util, numpy as np
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "rapidocr" else find(name, *rest)
from autosweep.interfaces import Frame
from autosweep.vision.ocr import can_read_text, read_text
assert not can_read_text()
assert read_text(Frame(np.zeros((200, 200, 3), np.uint8))) == ()
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_frame_with_several_pixels_for_each_point_is_read_at_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Small and large letters are those of points, and the time is that of the smaller frame."""
    shapes: list[tuple[int, ...]] = []
    module = importlib.import_module(MODULE)
    engine = module._engine()

    def noting(pixels: Pixels) -> object:
        shapes.append(pixels.shape[:2])
        return engine(pixels)

    monkeypatch.setattr(module, "_engine", lambda: noting)
    frame = page(("Play again", 20, 20), ("Quit", 560, 440))
    twice = Frame(cv2.resize(frame.pixels, None, fx=2, fy=2), mapping=ScreenMap(0, 0, 2, 2))
    lines = [read_text(each) for each in (frame, twice)]
    assert [[line.text for line in each] for each in lines] == [["Play again", "Quit"]] * 2
    assert lines[1][0].rect.contains(100, 56)
    plain, dense = shapes
    assert all(abs(one - other) <= 30 for one, other in zip(plain, dense, strict=True))


def test_pixels_that_were_read_lately_are_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever they are in a frame; other pixels are, and so are the same as large letters."""
    module = importlib.import_module(MODULE)
    engine = module._engine()
    calls: list[int] = []

    def noting(pixels: Pixels) -> object:
        calls.append(pixels.size)
        return engine(pixels)

    monkeypatch.setattr(module, "_engine", lambda: noting)
    frame = page(("Once more", 40, 60))
    lines = [read_text(each) for each in (frame, Frame(frame.pixels.copy(), time=5.0))]
    assert lines[0] == lines[1]
    assert [line.text for line in lines[0]] == ["Once more"]
    assert len(calls) == 1
    read_text(frame, large=True)
    assert len(calls) == 2
    assert [line.text for line in read_text(page(("Once again", 40, 60)))] == ["Once again"]
    assert len(calls) == 3
    for number in range(module._KEPT + 1):
        read_text(page((f"Frame {number}", 40, 60)))
    assert len(module._KNOWN) == module._KEPT


def test_the_networks_are_loaded_in_a_thread_before_the_first_text() -> None:
    script = """
import sys, threading
from autosweep.vision.ocr import prepare
prepare()
(thread,) = [each for each in threading.enumerate() if each.name == "text reader"]
thread.join()
assert "rapidocr" in sys.modules and "onnxruntime" in sys.modules
"""
    subprocess.run([sys.executable, "-c", script], check=True)
