"""`autosweep read`: find and read every board in images."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import (
    cannot_write,
    image_pixels,
    json_option,
    put_json,
    read_input,
    say,
    say_lines,
    tell_trace,
    trace_option,
    write_output,
)
from autosweep.errors import ExitCode
from autosweep.jsonshapes.readings import reading_json, trace_json
from autosweep.messages import cell_names

if TYPE_CHECKING:
    from autosweep.interfaces import Pixels
    from autosweep.vision.reading import Reading


@click.command("read")
@click.argument("images", nargs=-1, required=True)
@click.option(
    "--debug",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for images with the grid and the labels drawn on them.",
)
@trace_option
@json_option
def command(images: tuple[str, ...], *, debug: Path | None, trace: bool, as_json: bool) -> int:
    """Find and read every board in images; `-` reads an image from standard input.

    Prints each board in text form. With --debug each image is written again, enlarged if cells are
    small, with the grid and, in the corner of each cell, what it was read as; uncertain cells have
    a dashed frame and their likeliest symbols. --trace prints, for every grid that was found, the
    tests it passed and the one it failed, with value and threshold. Exit code 3 if an image shows
    no board, or one with uncertain cells.
    """
    from autosweep.vision.read import read
    from autosweep.vision.trace import Trace

    results: list[dict[str, Any]] = []
    certain = True
    for number, name in enumerate(images):
        pixels = image_pixels(read_input(name), name)
        attempts = Trace() if trace else None
        readings = read(pixels, trace=attempts)
        certain = certain and bool(readings) and not any(reading.uncertain for reading in readings)
        result = {"file": name, "boards": [reading_json(reading) for reading in readings]}
        if debug is not None:
            result["debug"] = str(_draw(debug, number, name, pixels, readings))
        result |= trace_json(attempts)
        results.append(result)
        if not as_json:
            tell_trace(name, attempts)
            _print_boards(name, readings, several=len(images) > 1)
            if debug is not None:
                say(f"{name}: drawn in {result['debug']}", err=True)
    if as_json:
        put_json({"images": results})
    return ExitCode.DONE if certain else ExitCode.NOTHING_TO_SEE


def write_image(path: Path, pixels: Pixels, *, named: bool = True) -> None:
    """Write a PNG file and the folders it needs; raises BadInput where that is not possible.

    `named` as in `common.write_output`: whether the user gave this very name.
    """
    import cv2

    _, data = cv2.imencode(".png", pixels)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from None
    write_output(path, data.tobytes(), named=named)


def _draw(folder: Path, number: int, name: str, pixels: Pixels, readings: list[Reading]) -> Path:
    """Write an image with what was read drawn on it; the number keeps equal names apart."""
    from autosweep.overlay.annotate import draw_readings

    stem = "stdin" if name == "-" else Path(name).stem
    path = folder / f"{number:02d}-{stem}.png"
    write_image(path, draw_readings(pixels, readings), named=False)
    return path


def _print_boards(name: str, readings: list[Reading], *, several: bool) -> None:
    if not readings:
        say(f"{name}: no Minesweeper board found.", err=True)
        say("  Show the whole board, not scaled and with nothing over it.", err=True)
        say("  `autosweep read --trace` says which grids were rejected, and why.", err=True)
    for number, reading in enumerate(readings):
        if several or len(readings) > 1:
            say(f"# {name}, board {number}")
        box = reading.grid.bbox
        width, height = reading.grid.cell_size
        place = f"{box.w} x {box.h} pixels at {box.x},{box.y}, cells {width:.4g} x {height:.4g}"
        say(f"# {reading.theme}, {reading.phase.value}; {place}")
        say_lines(str(reading.board), nl=False)
        if any(reading.cut):
            from autosweep.play.gate import cut_words

            say(f"{name}: {cut_words(reading)}", err=True)
        if reading.doubt is not None:
            say(f"{name}: {reading.doubt.sentence}", err=True)
        elif reading.uncertain:
            cells = cell_names(reading.uncertain)
            say(f"{name}: uncertain cells: {cells}", err=True)
