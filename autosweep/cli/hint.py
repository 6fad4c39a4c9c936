"""`autosweep hint`: a picture of a game with the hints drawn on it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import json_option, picture_of, put_json, read_input
from autosweep.cli.read import board_json, write_picture
from autosweep.cli.solve import analysis_json
from autosweep.errors import (
    AutosweepError,
    DoubtfulReading,
    ExitCode,
    InconsistentBoard,
    NoBoardFound,
)

if TYPE_CHECKING:
    from autosweep.board import Board
    from autosweep.geometry import Cell
    from autosweep.overlay.annotate import Hints
    from autosweep.play.decide import Decision
    from autosweep.solver.analysis import Analysis
    from autosweep.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class _Advice:
    """What is known about a board that was read."""

    reading: Reading
    board: Board
    certain: Analysis
    """What is proven."""
    estimate: Analysis
    """What the chances are; it may rest on the usual mine total."""
    guess: Cell | None
    partial: bool
    assumed: bool


@click.command("hint")
@click.argument("image")
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="PNG file to write.",
)
@click.option("--mines", type=click.IntRange(0), help="Mines in total.")
@json_option
def command(image: str, *, out: Path, mines: int | None, as_json: bool) -> int:
    """Draw hints on a picture of a game; `-` reads the picture from standard input.

    A tick is safe, a cross a mine, a ring with a slash a wrong flag, a badge the chance of a mine
    in percent, corners the best guess, a dashed frame a cell that could not be read for certain.
    Exit code 3 where there is no board, or nothing is certain without the cells that are doubtful;
    1 where no mine layout fits.
    """
    from autosweep.overlay.annotate import draw_hints
    from autosweep.vision.read import read

    pixels = picture_of(read_input(image), image)
    readings = read(pixels)
    if not readings:
        msg = f"{image}: no Minesweeper board found."
        raise NoBoardFound(msg)
    advice: list[_Advice] = []
    refusals: list[AutosweepError] = []
    for reading in readings:
        try:
            advice.append(_advise(reading, image, mines))
        except (DoubtfulReading, InconsistentBoard) as refusal:
            refusals.append(refusal)
    if not advice:
        raise refusals[0]
    drawn = pixels
    for one in advice:
        drawn = draw_hints(drawn, one.reading.grid, _hints(one))
    write_picture(out, drawn)
    for reason in refusals:
        click.echo(str(reason), err=True)
    if as_json:
        put_json({"file": image, "out": str(out), "boards": [_json(one) for one in advice]})
        return ExitCode.DONE
    for number, one in enumerate(advice):
        if len(advice) > 1:
            click.echo(f"# board {number}")
        _tell(one)
    click.echo(f"hints drawn: {out}", err=True)
    return ExitCode.DONE


def _advise(reading: Reading, name: str, mines: int | None) -> _Advice:
    """Return what is known; raises DoubtfulReading and InconsistentBoard."""
    from autosweep.play.decide import decide
    from autosweep.settings import PlaySettings

    decision = decide(reading, PlaySettings(mines=mines), game=0, step=0)
    if reading.doubtful and not decision.partial:
        cells = " ".join(f"{r},{c}" for r, c in reading.doubtful)
        msg = f"{name}: nothing is certain without these doubtful cells: {cells}."
        remedy = "See `autosweep read --debug`; correct its text and use `autosweep solve`."
        raise DoubtfulReading(msg, remedy=remedy)
    if not decision.analysis.consistent:
        msg = f"{name}: {decision.analysis.why or 'No mine layout fits what was read.'}"
        raise InconsistentBoard(msg)
    return _known(reading, decision, mines)


def _known(reading: Reading, decision: Decision, mines: int | None) -> _Advice:
    from autosweep.play.decide import ANALYSIS_LIMIT
    from autosweep.solver.analyze import analyze

    certain = decision.analysis
    known = reading.board.mines if reading.board.mines is not None else mines
    assumed = decision.board.mines != known
    if assumed:
        # The usual total makes nothing certain: only the chances may rest on it.
        certain = analyze(reading.board, ANALYSIS_LIMIT)
    guess = decision.moves[0].cell if decision.is_guess else None
    return _Advice(
        reading, decision.board, certain, decision.analysis, guess, decision.partial, assumed
    )


def _hints(advice: _Advice) -> Hints:
    """Return what to draw: chances beside numbers and of the guess, the rest being all alike."""
    from autosweep.board import FLAG
    from autosweep.overlay.annotate import Hints

    board, certain = advice.board, advice.certain
    chances: dict[Cell, float] = {}
    if not advice.partial:
        decided = certain.safe | certain.mines
        for cell, chance in advice.estimate.probability.items():
            if cell in decided or board[cell] == FLAG:
                continue
            if cell == advice.guess or _beside_number(board, cell):
                chances[cell] = chance
    return Hints(
        certain.safe,
        frozenset(cell for cell in certain.mines if board[cell] != FLAG),
        advice.guess,
        chances,
        frozenset(advice.reading.doubtful),
        certain.wrong_flags,
    )


def _beside_number(board: Board, cell: Cell) -> bool:
    return any(board[other] <= 8 for other in board.neighbors(cell))


def _json(advice: _Advice) -> dict[str, Any]:
    """Return the advice in the shape of `solve --json`, with where it was read."""
    read_as = board_json(advice.reading)
    result = analysis_json(advice.board, advice.certain)
    if advice.partial:
        result["best"] = None
        result["probabilities"] = None
    elif advice.assumed:
        estimate = analysis_json(advice.board, advice.estimate)
        result |= {key: estimate[key] for key in ("probabilities", "best")} | {"exact": False}
        if result["best"] is not None:
            result["best"]["certain"] = False
    more = {
        "guess": None if advice.guess is None else list(advice.guess),
        "partial": advice.partial,
        "mines": None if advice.assumed else advice.board.mines,
        "assumed_mines": advice.board.mines if advice.assumed else None,
    }
    keys = ("bbox", "theme", "phase", "board", "doubtful")
    return result | more | {key: read_as[key] for key in keys}


def _tell(advice: _Advice) -> None:
    certain = advice.certain
    for name, cells in (
        ("safe", certain.safe),
        ("mines", certain.mines),
        ("wrong flags", certain.wrong_flags),
    ):
        if cells or name != "wrong flags":
            words = " ".join(f"{r},{c}" for r, c in sorted(cells))
            click.echo(f"{name}: {words or 'none is certain'}")
    if advice.guess is not None:
        r, c = advice.guess
        chance = advice.estimate.probability[advice.guess]
        risk = "" if chance is None else f", {100 * chance:.3g}% mine"
        usual = f", if there are the usual {advice.board.mines} mines" if advice.assumed else ""
        click.echo(f"best guess: {r},{c}{risk}{usual}")
    if advice.partial:
        cells_text = " ".join(f"{r},{c}" for r, c in advice.reading.doubtful)
        click.echo(f"doubtful cells, which the hints do not depend on: {cells_text}", err=True)
