"""`autosweep hint`: an image of a game with the hints drawn on it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from autosweep.cli.common import (
    found_boards,
    image_pixels,
    json_option,
    put_json,
    read_input,
    say,
    trace_option,
)
from autosweep.cli.read import write_image
from autosweep.errors import (
    AutosweepError,
    DoubtfulReading,
    ExitCode,
    InconsistentBoard,
)
from autosweep.jsonshapes.hints import advice_json
from autosweep.jsonshapes.readings import trace_json
from autosweep.messages import cell_names, count_of

if TYPE_CHECKING:
    from autosweep.overlay.advice import BoardAdvice


@click.command("hint")
@click.argument("image")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="PNG file to write.",
)
@click.option("--mines", type=click.IntRange(0), help="Mines in total.")
@click.option(
    "--show",
    default="all",
    metavar="PARTS",
    help="Parts or a level, as in `autosweep overlay`. [default: all]",
)
@trace_option
@json_option
def command(  # noqa: PLR0913 - the options, one by one
    image: str, *, out: Path, mines: int | None, show: str, trace: bool, as_json: bool
) -> int:
    """Draw hints on an image of a game; `-` reads the image from standard input.

    A tick is safe, a cross a mine, a ring with a slash a wrong flag, a badge the chance of a mine
    in percent, corners the best move, a ring a number it follows from, a dashed frame a cell that
    could not be read for certain. --trace prints every grid that was tried, as in `autosweep read`.
    Exit code 3 where there is no board, or nothing is certain without the cells that are uncertain;
    1 where no mine layout fits.
    """
    from autosweep.overlay.advice import advise, hints_of
    from autosweep.overlay.annotate import draw_hints
    from autosweep.overlay.levels import parse_show
    from autosweep.vision.trace import Trace

    parts = parse_show(show)
    pixels = image_pixels(read_input(image), image)
    attempts = Trace() if trace else None
    readings = found_boards(pixels, image, attempts, quiet=as_json)
    advice: list[BoardAdvice] = []
    refusals: list[AutosweepError] = []
    for reading in readings:
        try:
            advice.append(advise(reading, mines, image))
        except (DoubtfulReading, InconsistentBoard) as refusal:
            refusals.append(refusal)
    if not advice:
        raise refusals[0]
    drawn = pixels
    for one in advice:
        drawn = draw_hints(drawn, one.reading.grid, hints_of(one, parts))
    write_image(out, drawn)
    for reason in refusals:
        say(str(reason), err=True)
    if as_json:
        boards = [advice_json(one) for one in advice]
        put_json({"file": image, "out": str(out), "boards": boards, **trace_json(attempts)})
        return ExitCode.DONE
    for number, one in enumerate(advice):
        if len(advice) > 1:
            say(f"# board {number}")
        _tell(one)
    say(f"hints drawn: {out}", err=True)
    return ExitCode.DONE


def _tell(advice: BoardAdvice) -> None:
    certain = advice.certain
    for name, cells in (
        ("safe", certain.safe),
        ("mines", certain.mines),
        ("wrong flags", certain.wrong_flags),
    ):
        if cells or name != "wrong flags":
            words = cell_names(sorted(cells))
            say(f"{name}: {words or 'none is certain'}")
    if advice.guess is not None:
        r, c = advice.guess
        chance = advice.estimate.probability[advice.guess]
        risk = "" if chance is None else f", {100 * chance:.3g}% mine"
        usual = (
            f", if there are the usual {count_of(advice.board.mines or 0, 'mine')}"
            if advice.assumed
            else ""
        )
        say(f"best guess: {r},{c}{risk}{usual}")
    if advice.partial:
        cells_text = cell_names(advice.reading.uncertain)
        say(f"uncertain cells, which the hints do not depend on: {cells_text}", err=True)
