"""`autosweep read`: find and read every board in pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import json_option, picture_of, put_json, read_input
from autosweep.errors import ExitCode

if TYPE_CHECKING:
    from autosweep.vision.reading import Reading


@click.command("read")
@click.argument("images", nargs=-1, required=True)
@json_option
def command(images: tuple[str, ...], *, as_json: bool) -> int:
    """Find and read every board in pictures; `-` reads a picture from standard input.

    Prints each board in text form. Exit code 3 where a picture shows no board, or only doubtful
    ones.
    """
    from autosweep.vision.read import read

    results: list[dict[str, Any]] = []
    sure = True
    for name in images:
        readings = read(picture_of(read_input(name), name))
        sure = sure and bool(readings) and not any(reading.doubtful for reading in readings)
        results.append({"file": name, "boards": [board_json(reading) for reading in readings]})
        if not as_json:
            _tell(name, readings, several=len(images) > 1)
    if as_json:
        put_json({"images": results})
    return ExitCode.DONE if sure else ExitCode.NOTHING_TO_SEE


def board_json(reading: Reading) -> dict[str, Any]:
    """Return a reading in the shape that `read --json` promises."""
    box = reading.grid.bbox
    return {
        "rows": reading.board.rows,
        "cols": reading.board.cols,
        "bbox": [box.x, box.y, box.w, box.h],
        "cell": [round(size, 3) for size in reading.grid.cell_size],
        "theme": reading.theme,
        "phase": reading.phase.value,
        "mines": reading.board.mines,
        "assumed_mines": reading.assumed_mines,
        "mines_left": reading.mines_left,
        "board": reading.board.row_symbols(),
        "confidence": [[round(float(value), 4) for value in row] for row in reading.confidence],
        "doubtful": [list(cell) for cell in reading.doubtful],
        "row_edges": [round(edge, 3) for edge in reading.grid.row_edges],
        "col_edges": [round(edge, 3) for edge in reading.grid.col_edges],
    }


def _tell(name: str, readings: list[Reading], *, several: bool) -> None:
    if not readings:
        click.echo(f"{name}: no Minesweeper board found.", err=True)
        click.echo("  Show the whole board, unscaled and uncovered.", err=True)
    for number, reading in enumerate(readings):
        if several or len(readings) > 1:
            click.echo(f"# {name}, board {number}")
        box = reading.grid.bbox
        width, height = reading.grid.cell_size
        place = f"{box.w} x {box.h} pixels at {box.x},{box.y}, cells {width:.4g} x {height:.4g}"
        click.echo(f"# {reading.theme}, {reading.phase.value}; {place}")
        click.echo(str(reading.board), nl=False)
        if reading.doubtful:
            cells = " ".join(f"{r},{c}" for r, c in reading.doubtful)
            click.echo(f"{name}: doubtful cells: {cells}", err=True)
