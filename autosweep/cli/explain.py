"""`autosweep explain`: why a cell is safe or a mine, in plain words, with the fewest clues."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from autosweep.board import Board
from autosweep.cli.common import json_option, put_json, read_input
from autosweep.cli.solve import board_from_json, board_of
from autosweep.errors import AutosweepError, BadInput, BoardFormatError, ExitCode, InconsistentBoard
from autosweep.geometry import Cell
from autosweep.limit import Limit

if TYPE_CHECKING:
    from autosweep.solver.explain import Explanation
    from autosweep.solver.witness import Witness


class CellType(click.ParamType[Cell]):
    """`R,C`, row first."""

    name = "R,C"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Cell:
        """Read the two numbers."""
        if isinstance(value, tuple):
            return value
        try:
            r, c = (int(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r} is not R,C.", param, ctx)
        return r, c


mines_option = click.option(
    "--mines", type=click.IntRange(0), help="Mines in total, whatever the board says."
)
seconds_option = click.option(
    "--seconds",
    type=click.FloatRange(0),
    default=20.0,
    help="Time for a board, and for the search for the fewest clues.",
)


@click.command("explain")
@click.argument("source", metavar="BOARD|IMAGE")
@click.option("--cell", type=CellType(), help="The cell to explain, row first.")
@mines_option
@seconds_option
@json_option
def command(
    source: str, *, cell: Cell | None, mines: int | None, seconds: float, as_json: bool
) -> int:
    """Say why a cell is safe or a mine, or that neither is certain.

    The reason is a smallest set of numbers that forces the claim, told in steps. For an open cell:
    its probability and an example each way. JSON lines like those of `solve` with "cell":[r,c]
    are answered line by line in JSON.
    """
    from autosweep.solver.explain import explain

    limit = Limit(seconds=seconds)
    data = read_input(source)
    if data.lstrip()[:1] == b"{":
        return answer_lines(
            data, mines, lambda board, item: explanation_json(explain(board, cell_of(item), limit))
        )
    if cell is None:
        msg = "Which cell?"
        raise BadInput(msg, remedy="Name it with --cell R,C, row first, both from 0.")
    board = board_of(data, source)
    if mines is not None:
        board = board.with_mines(mines)
    found = explain(board, cell, limit)
    if as_json:
        put_json(explanation_json(found))
    else:
        tell(found)
    return ExitCode.DONE


def answer_lines(
    data: bytes, mines: int | None, answer: Callable[[Board, dict[str, Any]], dict[str, Any]]
) -> int:
    """Answer JSON lines in order; a bad line is answered with its error and ends nothing."""
    failed = False
    for number, line in enumerate(data.splitlines()):
        if not line.strip():
            continue
        said: dict[str, Any] = {"id": number}
        try:
            item = json.loads(line)
            if not isinstance(item, dict):
                msg = "A line must be a JSON object."
                raise BoardFormatError(msg)
            said["id"] = item.get("id", number)
            board = board_from_json(item)
            said |= answer(board if mines is None else board.with_mines(mines), item)
        except InconsistentBoard as error:
            said |= {"consistent": False, "error": str(error)}
        except (ValueError, RecursionError, AutosweepError) as error:
            failed = True
            said["error"] = f"line {number + 1}: {error}"
        put_json(said)
    return ExitCode.BAD_INPUT if failed else ExitCode.DONE


def cell_of(item: dict[str, Any]) -> Cell:
    """Return the cell a line of batch input asks about; raises BadInput."""
    cell = item.get("cell")
    if not isinstance(cell, list) or [type(part) for part in cell] != [int, int]:
        msg = 'A line needs "cell": [row, column].'
        raise BadInput(msg)
    return cell[0], cell[1]


def explanation_json(found: Explanation) -> dict[str, Any]:
    """Return an explanation in the shape that `explain --json` promises."""
    layouts = found.layouts
    return {
        "cell": list(found.cell),
        "claim": found.claim.value,
        "because": [list(cell) for cell in found.because],
        "mine_count": found.mine_count,
        "minimum": found.minimum,
        "steps": list(found.steps),
        "technique": found.technique or None,
        "proof": [
            {
                "text": step.text,
                "rule": step.rule,
                "cells": [list(cell) for cell in step.cells],
                "low": step.low,
                "high": step.high,
                "clues": [list(cell) for cell in step.clues],
                "mine_count": step.mine_count,
                "uses": list(step.uses),
                "depth": step.depth,
            }
            for step in found.proof
        ],
        "probability": found.probability,
        "layouts": layouts and {"mine": digits(layouts[0]), "safe": digits(layouts[1])},
        "witness": witness_json(found.witness),
    }


def witness_json(witness: Witness) -> dict[str, Any]:
    """Return layouts as lists of rows; null where there is none."""
    return {
        "mine": None if witness.mine is None else list(witness.mine),
        "safe": None if witness.safe is None else list(witness.safe),
    }


def digits(number: int) -> str:
    """Return all digits of a number, however many."""
    import sys

    sys.set_int_max_str_digits(0)
    return str(number)


def tell(found: Explanation) -> None:
    """Print an explanation for people."""
    r, c = found.cell
    from autosweep.solver.explain import Claim

    if found.claim is Claim.OPEN:
        click.echo("\n".join(found.steps))
        tell_witness(found.witness, found.cell)
        return
    what = "a mine" if found.claim is Claim.MINE else "safe"
    click.echo(f"{r},{c} is {what} ({found.technique}).")
    tell_steps(found)
    names = [f"{r},{c}" for r, c in found.because] + ["the mine total"] * found.mine_count
    size = "the fewest that do" if found.minimum else "none can be left out; fewer might do"
    click.echo(f"because of: {' '.join(names)} ({size})")


def tell_steps(found: Explanation, indent: str = "  ") -> None:
    """Print the steps of an explanation, suppositions indented."""
    for step in found.proof:
        click.echo(f"{indent}{'  ' * step.depth}{step.text}")


def tell_witness(witness: Witness, cell: Cell) -> None:
    """Print example layouts."""
    r, c = cell
    for rows, what in ((witness.mine, "with a mine"), (witness.safe, "without a mine")):
        if rows is not None:
            click.echo(f"a layout {what} at {r},{c}:")
            click.echo("\n".join(f"  {row}" for row in rows))
