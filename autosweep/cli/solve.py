"""`autosweep solve`: everything that can be known about a board, from text or from a picture."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from autosweep.board import Board
from autosweep.board.formats import parse_bytes
from autosweep.cli.common import is_picture, json_option, picture_of, put_json, read_input
from autosweep.errors import AutosweepError, BoardFormatError, DoubtfulReading, ExitCode
from autosweep.limit import Limit

if TYPE_CHECKING:
    from autosweep.solver.analysis import Analysis


@click.command("solve")
@click.argument("source", metavar="BOARD|IMAGE")
@click.option("--mines", type=click.IntRange(0), help="Mines in total, whatever the board says.")
@click.option("--trust-flags", is_flag=True, help="Take flags as mines.")
@click.option("--seconds", type=click.FloatRange(0), default=20.0, help="Time for a board.")
@json_option
def command(
    source: str, *, mines: int | None, trust_flags: bool, seconds: float, as_json: bool
) -> int:
    """Say everything that can be known about a board: safe cells, mines, probabilities.

    The board is a text file, a link, or a screenshot; `-` reads standard input. With --json, JSON
    lines {"id","rows","cols","mines","board"} are answered line by line. Exit code 1 where no
    mine layout fits.
    """
    limit = Limit(seconds=seconds)
    data = read_input(source)
    if as_json and data.lstrip()[:1] == b"{":
        return _batch(data, limit, mines=mines, trust_flags=trust_flags)
    board = _board_of(data, source)
    if mines is not None:
        board = board.with_mines(mines)
    analysis = _analyze(board, limit, trust_flags=trust_flags)
    if as_json:
        put_json(analysis_json(board, analysis))
    else:
        _tell(board, analysis)
    return ExitCode.DONE if analysis.consistent else ExitCode.NO


def _analyze(board: Board, limit: Limit, *, trust_flags: bool) -> Analysis:
    from autosweep.solver.analyze import analyze

    return analyze(board, limit, trust_flags=trust_flags)


def _board_of(data: bytes, name: str) -> Board:
    if not is_picture(data):
        return parse_bytes(data, name)
    from autosweep.errors import NoBoardFound
    from autosweep.vision.read import read

    readings = read(picture_of(data, name))
    if not readings:
        msg = f"{name}: no Minesweeper board found."
        raise NoBoardFound(msg)
    reading = readings[0]
    if len(readings) > 1:
        click.echo(f"{name}: {len(readings)} boards found, solving the first.", err=True)
    if reading.doubtful:
        cells = " ".join(f"{r},{c}" for r, c in reading.doubtful)
        msg = f"{name}: these cells are read without certainty: {cells}."
        remedy = "See `autosweep read`; correct its text and solve that."
        raise DoubtfulReading(msg, remedy=remedy)
    return reading.board


def _batch(data: bytes, limit: Limit, *, mines: int | None, trust_flags: bool) -> int:
    """Answer JSON lines in order; a bad line is answered with its error and ends nothing."""
    failed = False
    for number, line in enumerate(data.splitlines()):
        if not line.strip():
            continue
        answer: dict[str, Any] = {"id": number}
        try:
            item = json.loads(line)
            if not isinstance(item, dict):
                msg = "A line must be a JSON object."
                raise BoardFormatError(msg)
            answer["id"] = item.get("id", number)
            board = board_from_json(item)
            if mines is not None:
                board = board.with_mines(mines)
            analysis = _analyze(board, limit, trust_flags=trust_flags)
            answer |= analysis_json(board, analysis)
        except (ValueError, RecursionError, AutosweepError) as error:
            failed = True
            answer["error"] = f"line {number + 1}: {error}"
        put_json(answer)
    return ExitCode.BAD_INPUT if failed else ExitCode.DONE


def board_from_json(item: dict[str, Any]) -> Board:
    """Build a board from a line of batch input; raises BoardFormatError."""
    rows, mines = item.get("board"), item.get("mines")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        msg = 'A line needs "board": a list with one string a row.'
        raise BoardFormatError(msg)
    if mines is not None and (not isinstance(mines, int) or isinstance(mines, bool)):
        msg = '"mines" must be a whole number or null.'
        raise BoardFormatError(msg)
    board = Board.from_rows(rows, mines)
    if (item.get("rows", board.rows), item.get("cols", board.cols)) != (board.rows, board.cols):
        msg = f'"rows" and "cols" do not fit the board of {board.rows} x {board.cols}.'
        raise BoardFormatError(msg)
    return board


def analysis_json(board: Board, analysis: Analysis) -> dict[str, Any]:
    """Return an analysis in the shape that `solve --json` promises."""
    best = analysis.best
    return {
        "rows": board.rows,
        "cols": board.cols,
        "mines": board.mines,
        "consistent": analysis.consistent,
        "solutions": None if analysis.solutions is None else _exact(analysis.solutions),
        "probabilities": analysis.probability.as_rows(),
        "safe": sorted(map(list, analysis.safe)),
        "mine": sorted(map(list, analysis.mines)),
        "best": None
        if best is None
        else {
            "cell": list(best.cell),
            "action": best.kind.value,
            "probability": best.probability,
            "certain": best.certain,
        },
        "exact": analysis.exact,
        "wrong_flags": sorted(map(list, analysis.wrong_flags)),
        "why": analysis.why,
    }


def _tell(board: Board, analysis: Analysis) -> None:
    total = "mine total unknown" if board.mines is None else f"{board.mines} mines"
    click.echo(f"{board.rows} x {board.cols}, {total}")
    if not analysis.consistent:
        click.echo(f"inconsistent: {analysis.why or 'no mine layout fits this board'}")
        return
    for row, line in zip(analysis.probability.as_rows(), board.row_symbols(), strict=True):
        cells = (
            f"{symbol:>3}" if p is None else _percent(p)
            for p, symbol in zip(row, line.split(), strict=True)
        )
        click.echo(" ".join(cells))
    click.echo("(digits: opened; . safe, * mine, else chance of a mine in percent)")
    if analysis.solutions is not None:
        click.echo(f"layouts: {_count(analysis.solutions)}")
    for name, cells_of in (("safe", analysis.safe), ("mines", analysis.mines)):
        words = " ".join(f"{r},{c}" for r, c in sorted(cells_of))
        click.echo(f"{name}: {words or 'none is certain'}")
    if analysis.wrong_flags:
        words = " ".join(f"{r},{c}" for r, c in sorted(analysis.wrong_flags))
        click.echo(f"wrong flags: {words}")
    if not analysis.exact:
        click.echo("The limit was reached: probabilities are not known.", err=True)
    click.echo(f"best: {analysis.best if analysis.best is not None else 'nothing left to open'}")


_EXACT_DIGITS = 24


def _exact(number: int) -> str:
    """Return all digits; Python refuses more than 4,300 unless told that it is meant."""
    sys.set_int_max_str_digits(0)
    return str(number)


def _count(solutions: int) -> str:
    text = _exact(solutions)
    return text if len(text) <= _EXACT_DIGITS else f"about {text[0]}.{text[1:3]}e{len(text) - 1}"


def _percent(probability: float) -> str:
    if probability in (0.0, 1.0):
        return "  ." if probability == 0 else "  *"
    # 0 and 100 are kept for what is certain.
    return f"{min(99, max(1, round(probability * 100))):>2}%"
