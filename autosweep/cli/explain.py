"""`autosweep explain`: why a cell is safe or a mine, in plain words, with the fewest clues."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from autosweep.board import Board
from autosweep.cli.common import (
    Number,
    json_option,
    mines_option,
    put_json,
    read_input,
    say,
    say_lines,
)
from autosweep.cli.lines import answer_lines
from autosweep.cli.solve import board_of
from autosweep.cli.variant_board import item_rules, split_rules
from autosweep.cli.variant_input import rule_options
from autosweep.errors import BadInput, ExitCode
from autosweep.geometry import Cell
from autosweep.jsonshapes.reasoning import explanation_json, used_rules_json
from autosweep.limit import Limit
from autosweep.messages import cell_names

if TYPE_CHECKING:
    from autosweep.rules.rule_sets import RuleSet
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


seconds_option = click.option(
    "--seconds",
    type=Number(0),
    default=20.0,
    help="Time for a board, and for the search for the fewest clues.",
)


@click.command("explain")
@click.argument("source", metavar="BOARD|IMAGE")
@click.option("--cell", type=CellType(), help="The cell to explain, row first.")
@mines_option
@seconds_option
@rule_options
@json_option
def command(source: str, *, cell: Cell | None, mines: int | None, **options: Any) -> int:
    """Say why a cell is safe or a mine, or that neither is certain.

    The reason is a smallest set of numbers that forces the claim, told in steps. For an open cell:
    its probability and an example each way. JSON lines like those of `solve` with "cell":[r,c]
    are answered line by line in JSON. With --rules and --clues the board follows rules of
    `autosweep variant rules`.
    """
    limit = Limit(seconds=options["seconds"])
    data = read_input(source)
    if data.lstrip()[:1] == b"{":
        return answer_lines(data, mines, lambda board, item: _answer(board, item, options))
    data, rules = split_rules(data, options["rules"], options["clues"])
    if cell is None:
        msg = "Which cell?"
        raise BadInput(msg, remedy="Name it with --cell R,C, row first, both from 0.")
    board = board_of(data, source)
    if mines is not None:
        board = board.with_mines(mines)
    found, used = _explain(board, cell, limit, rules)
    if options["as_json"]:
        put_json(explanation_json(found) | used_rules_json(rules, used))
    else:
        tell(found, used)
    return ExitCode.DONE


def _explain(
    board: Board, cell: Cell, limit: Limit, rules: RuleSet | None
) -> tuple[Explanation, tuple[str, ...]]:
    """Explain by the usual rules or by others; return the layout rules used as well."""
    if rules is None:
        from autosweep.solver.explain import explain

        return explain(board, cell, limit), ()
    from autosweep.variants.ordinary import explain_variant

    return explain_variant(board, cell, rules, limit)


def _answer(board: Board, item: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    rules = item_rules(item, options["rules"], options["clues"])
    found, used = _explain(board, cell_of(item), Limit(seconds=options["seconds"]), rules)
    return explanation_json(found) | used_rules_json(rules, used)


def cell_of(item: dict[str, Any]) -> Cell:
    """Return the cell a line of batch input asks about; raises BadInput."""
    cell = item.get("cell")
    if not isinstance(cell, list) or [type(part) for part in cell] != [int, int]:
        msg = 'A line needs "cell": [row, column].'
        raise BadInput(msg)
    return cell[0], cell[1]


def tell(found: Explanation, rules: Sequence[str] = ()) -> None:
    """Print an explanation for people; `rules` are layout rules that it used."""
    r, c = found.cell
    from autosweep.solver.explain import Claim

    if found.claim is Claim.OPEN:
        say_lines("\n".join(found.steps))
        tell_witness(found.witness, found.cell)
        return
    what = "a mine" if found.claim is Claim.MINE else "safe"
    say(f"{r},{c} is {what} ({found.technique}).")
    tell_steps(found)
    names = reason_names(found.because, rules, mine_count=found.mine_count)
    size = "the fewest that do" if found.minimum else "none can be left out; fewer might do"
    say(f"because of: {names} ({size})")


def reason_names(clues: Iterable[Cell], rules: Sequence[str] = (), *, mine_count: bool) -> str:
    """Return what a reason rests on: clues, rules and the mine total."""
    names = [cell_names([cell]) for cell in clues] + [f"rule {name}" for name in rules]
    return " ".join(names + ["the mine total"] * mine_count)


def tell_steps(found: Explanation, indent: str = "  ") -> None:
    """Print the steps of an explanation, suppositions indented."""
    for step in found.proof:
        say(f"{indent}{'  ' * step.depth}{step.text}")
    if not found.proof:
        say_lines("\n".join(indent + text for text in found.steps))


def tell_witness(witness: Witness, cell: Cell) -> None:
    """Print example layouts."""
    r, c = cell
    for rows, what in ((witness.mine, "with a mine"), (witness.safe, "without a mine")):
        if rows is not None:
            say(f"a layout {what} at {r},{c}:")
            say_lines("\n".join(f"  {row}" for row in rows))
