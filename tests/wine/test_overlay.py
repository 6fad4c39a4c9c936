"""Hints over winemine, by Python of Windows under Wine: drawn by Windows' own functions."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from support.overlaid import press, screen, wait_for
from support.wine_python import SECONDS, Desk, python_words, run_python

from autosweep.geometry import Cell, Rect, ScreenMap
from autosweep.interfaces import Frame
from autosweep.overlay.drawing_filter import different_pixels
from autosweep.solver.analyze import analyze
from autosweep.vision.read import read

FIRST = (4, 4)
MOVES = 3
STAYS = 2.0
"""Seconds in which hints must stay as they are, twice."""
PART = Rect(0, 0, 700, 500)
"""The part of the screen that holds winemine."""
ASIDE = ("690", "490")


def test_hints_stay_follow_moves_and_let_clicks_through(
    winemine_desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The screen with and without them differs in the hinted cells alone."""
    with winemine_desk() as variables:
        monkeypatch.setenv("DISPLAY", variables["DISPLAY"])
        with _overlay(variables) as events:
            wait_for(lambda: _hints(events), "the first hints", SECONDS)
            place = Rect(*next(event for event in events if event["event"] == "board")["bbox"])
            for cell in _cells_to_open(events):
                told = len(_hints(events))
                press(place, (9, 9), cell)
                wait_for(lambda told=told: len(_hints(events)) > told, "hints after a click")
            subprocess.run(["xdotool", "mousemove", *ASIDE], check=True)
            time.sleep(STAYS)
            told = len(events)
            hinted = screen(PART)
            time.sleep(STAYS)
            assert not different_pixels(screen(place), _board(hinted, place)).any()
            assert len(events) == told
            ask = ["-m", "autosweep", "overlay", "--control", "quit"]
            asked = run_python(variables, ask, SECONDS)
            assert asked.returncode == 0, asked.stderr
        plain = screen(PART)
    assert [event for event in events if event["event"] == "hidden"] == []
    reading = read(Frame(plain, 0.0, ScreenMap()))[0]
    known, last = analyze(reading.board), _hints(events)[-1]
    assert last["board"] == list(reading.board.row_symbols())
    assert {tuple(cell) for cell in last["safe"]} == known.safe
    differs = different_pixels(hinted, plain)
    marked = set()
    for i in range(81):
        rect = reading.grid.cell_rect(reading.board.cell(i))
        if differs[rect.y : rect.bottom, rect.x : rect.right].any():
            marked.add(reading.board.cell(i))
    besides = {tuple(cell) for cell in last["because"]} | {tuple(last["guess"] or FIRST)}
    assert known.safe | known.mines <= marked <= known.safe | known.mines | besides


@contextmanager
def _overlay(variables: dict[str, str]) -> Iterator[list[dict[str, Any]]]:
    """Run the overlay to its end; yield what it says."""
    process = subprocess.Popen(
        python_words("-m", "autosweep", "overlay", "--json", "--show", "certain"),
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
    )
    events: list[dict[str, Any]] = []

    def listen() -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                events.append(json.loads(line))  # noqa: PERF401 - read while they come

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        yield events
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
    listener.join(10)


def _cells_to_open(events: list[dict[str, Any]]) -> Iterator[Cell]:
    """Yield a first cell and then proven ones, by the hints of the moment."""
    yield FIRST
    for _ in range(MOVES):
        safe = _hints(events)[-1].get("safe")
        if not safe:
            return
        yield tuple(safe[0])


def _hints(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [event for event in events if event["event"] == "hints"]


def _board(image: Any, place: Rect) -> Any:
    return image[place.y : place.bottom, place.x : place.right]
