"""`autosweep variant generate`: puzzles that are solved without guessing."""

from __future__ import annotations

from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import (
    Number,
    end_progress,
    json_option,
    put_json,
    say,
    say_lines,
    say_progress,
)
from autosweep.cli.variant_input import merged_rules, rule_options
from autosweep.errors import ExitCode
from autosweep.jsonshapes.made_boards import made_puzzle_json
from autosweep.limit import Limit
from autosweep.messages import count_of

if TYPE_CHECKING:
    from autosweep.rules.rule_sets import RuleSet
    from autosweep.variants.puzzle_generator import MadePuzzle, PuzzleRequest

DEFAULT_SIDE = 5


def size_options(command: Any) -> Any:
    """Add the options that say what kind of puzzle is wanted."""
    options = (
        click.option(
            "--rows", type=click.IntRange(2, 30), default=DEFAULT_SIDE, help="[default: 5]"
        ),
        click.option("--cols", type=click.IntRange(2, 30), help="[default: as many as rows]"),
        click.option("--mines", type=click.IntRange(1), help="[default: what is usual]"),
        click.option(
            "--given", type=click.IntRange(0), help="Clues at the start. [default: usual]"
        ),
        click.option("--seed", type=click.IntRange(0), help="The same seed, the same puzzle."),
        click.option("--seconds", type=Number(0), default=120.0, help="Time. [default: 120]"),
    )
    for option in reversed(options):
        command = option(command)
    return command


@click.command("generate")
@rule_options
@size_options
@click.option("--count", type=click.IntRange(1), default=1, help="How many. [default: 1]")
@click.option("--at-once", is_flag=True, help="The clues given decide every cell by themselves.")
@json_option
def generate_command(*, as_json: bool, **options: Any) -> int:
    """Make puzzles under any rules that can be solved without guessing.

    With --given N clues are shown at the start; every cell then follows, one after the other, where
    opened cells show their clues too, or from these clues alone with --at-once. The puzzle is
    followed by its solution, which `variant play` uses and `variant solve` ignores.
    """
    for number in range(options["count"]):
        seed = seed_of(options["seed"], number)
        made = make(options, seed)
        if as_json:
            put_json(made_puzzle_json(made, seed, at_once=options["at_once"]))
        else:
            if number:
                say()
            say_lines(puzzle_text(made, seed), nl=False)
    return ExitCode.DONE


def seed_of(given: int | None, number: int) -> int:
    """Return the seed of a puzzle: the given one, counted up, or any."""
    return SystemRandom().randrange(2**31) if given is None else given + number


def order_of(options: dict[str, Any]) -> PuzzleRequest:
    """Return what the options ask for; raises RuleError."""
    from autosweep.rules.rule_sets import RuleSet
    from autosweep.variants.puzzle_generator import PuzzleRequest, usual_mines

    rules: RuleSet = merged_rules(RuleSet(), options["rules"], options["clues"])
    rows = options["rows"]
    cols = options["cols"] or rows
    mines = options["mines"] or usual_mines(rows, cols, rules)
    given = options["given"]
    if given is None:
        given = max(1, rows * cols // 6)
    return PuzzleRequest(rows, cols, mines, rules, given, options.get("at_once", False))


def make(options: dict[str, Any], seed: int) -> MadePuzzle:
    """Make the puzzle that options ask for; raises RuleError, BadInput and TooLarge."""
    from autosweep.errors import BadInput, TooLarge
    from autosweep.variants.layouts import NearestTotal
    from autosweep.variants.puzzle_generator import make_puzzle

    order = order_of(options)
    cells = order.rows * order.cols
    if order.mines + order.clues > cells:
        wanted = f"{count_of(order.mines, 'mine')} and {count_of(order.clues, 'clue')}"
        msg = f"{wanted} do not fit into {count_of(cells, 'cell')}."
        raise BadInput(msg, remedy="Ask for fewer of them or a larger board.")
    try:
        return make_puzzle(order, Random(seed), Limit(seconds=options["seconds"]), _progress)  # noqa: S311 - a game
    except NearestTotal:
        raise
    except TooLarge:
        msg = f"No such puzzle was found within {options['seconds']:g} seconds."
        remedy = "Allow more clues with --given, more time with --seconds, or a smaller board."
        raise TooLarge(msg, remedy=remedy) from None
    finally:
        end_progress()


def _progress(tries: int, clues: int) -> None:
    say_progress(f"layout {tries}: {count_of(clues, 'clue')} needed")


def puzzle_text(made: MadePuzzle, seed: int) -> str:
    """Return a puzzle's text with its solution behind it."""
    rows = "\n".join(made.solution.row_texts())
    return f"# seed {seed}\n{made.puzzle}solution:\n{rows}\n"
