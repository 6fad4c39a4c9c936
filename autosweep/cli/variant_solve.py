"""`autosweep variant solve` and `variant hint`: what follows, and the easiest step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import (
    Number,
    json_option,
    put_json,
    read_input,
    say,
    say_lines,
)
from autosweep.cli.variant_input import (
    answer_items,
    decode,
    json_items,
    parse_puzzle,
    puzzle_of,
    rule_options,
)
from autosweep.errors import ExitCode
from autosweep.jsonshapes.made_boards import solution_json, variant_hint_json
from autosweep.limit import Limit
from autosweep.messages import count_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from autosweep.rules.puzzle import Puzzle
    from autosweep.variants.hint import Hint
    from autosweep.variants.solve import Solution

seconds_option = click.option(
    "--seconds", type=Number(0), default=60.0, help="Time for a puzzle. [default: 60]"
)


@click.command("solve")
@click.argument("source", metavar="FILE")
@rule_options
@click.option("--count", type=Number(0), metavar="SECONDS", help="Time for counting layouts.")
@seconds_option
@json_option
def solve_command(source: str, *, as_json: bool, **options: Any) -> int:
    """Find every cell that is safe or a mine in all layouts of a puzzle.

    Also the number of layouts and the chance of a mine for each cell, where a moment suffices to
    count them or --count allows the time. FILE is a puzzle's text or JSON, `-` reads standard
    input; a JSON list of puzzles is answered by a JSON line each. Exit code 1 where no layout fits:
    the fewest clues and rules that contradict each other are then named.
    """

    def answer(puzzle: Puzzle) -> dict[str, Any]:
        return solved_json(puzzle, _solve(puzzle, options))

    puzzle = _read(source, options, answer)
    if isinstance(puzzle, int):
        return puzzle
    solution = _solve(puzzle, options)
    if as_json:
        put_json(solved_json(puzzle, solution))
    else:
        _tell(puzzle, solution)
    return ExitCode.DONE if solution.consistent else ExitCode.NO


@click.command("hint")
@click.argument("source", metavar="FILE")
@rule_options
@seconds_option
@json_option
def hint_command(source: str, *, as_json: bool, **options: Any) -> int:
    """Name the certain cell that needs the fewest reasons, and the reasons, in words.

    A clue, a rule about the layout and the mine total are a reason each; that no cell needs fewer
    is proven. FILE is as for `variant solve`. Exit code 1 where no layout fits.
    """
    from autosweep.variants.hint import find_hint, hint_sentences
    from autosweep.variants.solve import forced_cells

    limit = Limit(seconds=options["seconds"])

    def look(puzzle: Puzzle) -> tuple[Solution, Hint | None]:
        solution = forced_cells(puzzle, limit)
        if not solution.consistent:
            solution = _solve(puzzle, {"seconds": options["seconds"], "count": None})
        return solution, find_hint(puzzle, limit, solution=solution)

    def answer(puzzle: Puzzle) -> dict[str, Any]:
        solution, hint = look(puzzle)
        return solved_json(puzzle, solution) | {"hint": hint and hint_json(puzzle, hint)}

    puzzle = _read(source, options, answer)
    if isinstance(puzzle, int):
        return puzzle
    if as_json:
        said = answer(puzzle)
        put_json(said)
        return ExitCode.DONE if said["consistent"] else ExitCode.NO
    solution, hint = look(puzzle)
    if not solution.consistent:
        say(conflict_sentence(puzzle, solution))
        return ExitCode.NO
    if hint is None:
        say("No cell is certain: a guess is needed, or everything is known already.")
    else:
        say_lines("\n".join(hint_sentences(puzzle, hint)))
    return ExitCode.DONE


def _read(
    source: str, options: dict[str, Any], answer: Callable[[Puzzle], dict[str, Any]]
) -> Puzzle | int:
    """Return the puzzle of a file; several are answered at once, and the exit code returned."""
    text = decode(read_input(source), source)
    items = json_items(text)
    rules = options["rules"], options["clues"]
    if items is None:
        return parse_puzzle(text, *rules)
    if text.lstrip().startswith("[") or len(items) != 1:
        return answer_items(items, lambda item: answer(puzzle_of(item, *rules)))
    return puzzle_of(items[0], *rules)


def _solve(puzzle: Puzzle, options: dict[str, Any]) -> Solution:
    from autosweep.variants.solve import solve

    count = options["count"]
    counting = None if count is None else Limit(seconds=count)
    return solve(puzzle, Limit(seconds=options["seconds"]), counting)


def solved_json(puzzle: Puzzle, solution: Solution) -> dict[str, Any]:
    """Return what follows from a puzzle, with the words for a contradiction."""
    conflict = solution.conflict
    words = None if conflict is None else _said(puzzle, conflict.reasons)
    return solution_json(puzzle, solution, words)


def _said(puzzle: Puzzle, reasons: Any) -> list[str]:
    from autosweep.variants.hint import say_reason

    return [say_reason(puzzle, reason) for reason in reasons]


def hint_json(puzzle: Puzzle, hint: Hint) -> dict[str, Any]:
    """Return a hint with its words."""
    from autosweep.variants.hint import hint_sentences

    because = _said(puzzle, hint.because)
    return variant_hint_json(puzzle, hint, because, hint_sentences(puzzle, hint))


def conflict_sentence(puzzle: Puzzle, solution: Solution) -> str:
    """Say what contradicts each other in a puzzle without a layout."""
    conflict = solution.conflict
    if conflict is None:
        return "inconsistent: no mine layout fits."
    said = _said(puzzle, conflict.reasons)
    if not said:
        return "inconsistent: the opened and flagged cells alone fit no layout."
    proven = " (the fewest that contradict each other)" if conflict.minimum else ""
    what = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} and {said[-1]}"
    verb = "fits no layout" if len(said) == 1 else "fit no layout together"
    return f"inconsistent: {what} {verb}{proven}."


def header(puzzle: Puzzle) -> str:
    """Return size, mines and rules in a line."""
    total = "mine total unknown" if puzzle.mines is None else count_of(puzzle.mines, "mine")
    return f"{puzzle.rows} x {puzzle.cols}, {total}, {puzzle.rules}"


def _tell(puzzle: Puzzle, solution: Solution) -> None:
    say(header(puzzle))
    if not solution.consistent:
        say(conflict_sentence(puzzle, solution))
        return
    say_lines("\n".join(marked_rows(puzzle, solution)))
    say("(. safe, * mine, ? open or a chance of a mine in percent)")
    if solution.layouts is not None:
        say(f"layouts: {solution.layouts.number}")
    for name, cells in (("safe", solution.safe), ("mines", solution.mines)):
        words = " ".join(puzzle.shape.name(i) for i in sorted(cells))
        say(f"{name}: {words or 'none is certain'}")
    if not solution.complete:
        say("The time was over: there may be more certain cells.", err=True)


def marked_rows(puzzle: Puzzle, solution: Solution) -> list[str]:
    """Return a board's rows with what is known drawn in."""
    chances = {} if solution.layouts is None else solution.layouts.probability

    def text(i: int) -> str:
        if i in solution.safe:
            return "."
        if i in solution.mines:
            return "*"
        if i in chances:
            # 0 and 100 percent are kept for what is certain
            return f"{min(99, max(1, round(chances[i] * 100)))}%"
        return puzzle.token(i)

    texts = [text(i) for i in puzzle.shape.cells()]
    width = max(map(len, texts))
    return [
        " ".join(texts[i].rjust(width) for i in puzzle.shape.row(r)) for r in range(puzzle.rows)
    ]
