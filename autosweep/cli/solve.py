"""`autosweep solve`: everything that can be known about a board, from text or from an image."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from autosweep.board import SYMBOLS, Board
from autosweep.board.formats import parse_bytes
from autosweep.cli.common import (
    Number,
    found_boards,
    image_pixels,
    is_image,
    json_option,
    mines_option,
    put_json,
    read_input,
    say,
    say_lines,
    trace_option,
)
from autosweep.cli.lines import answer_lines
from autosweep.cli.variant_board import item_rules, refuse_with_rules, split_rules
from autosweep.cli.variant_input import rule_options
from autosweep.errors import DoubtfulReading, ExitCode
from autosweep.geometry import Cell
from autosweep.jsonshapes.parts import digits
from autosweep.jsonshapes.readings import trace_json
from autosweep.jsonshapes.reasoning import analysis_json, deduction_json, rule_set_json
from autosweep.limit import Limit
from autosweep.messages import cell_names, count_of

if TYPE_CHECKING:
    from autosweep.rules.rule_sets import RuleSet
    from autosweep.solver.analysis import Analysis
    from autosweep.vision.trace import Trace


@click.command("solve")
@click.argument("source", metavar="BOARD|IMAGE")
@mines_option
@click.option("--trust-flags", is_flag=True, help="Take flags as mines.")
@click.option("--models", type=click.IntRange(0), default=0, help="List layouts beside numbers.")
@click.option("--steps", is_flag=True, help="Solve it step by step, in words.")
@click.option("--seconds", type=Number(0), help="Time for counting one board.")
@rule_options
@trace_option
@json_option
def command(source: str, *, as_json: bool, **options: Any) -> int:
    """Say everything that can be known about a board: safe cells, mines, probabilities.

    The board is a text file, a link, or a screenshot; `-` reads standard input. JSON lines
    {"id","rows","cols","mines","board"} are answered line by line in JSON. With --models N up to N
    layouts of the cells beside numbers are listed. With --steps everything that is certain is
    explained in turn, the simplest first, until a guess is needed. With --rules and --clues the
    board follows rules of `autosweep variant rules`, such as --clues K for knight's Minesweeper.
    --trace prints every grid that was tried in a screenshot, as in `autosweep read`. Exit code 1
    where no mine layout fits.
    """
    from autosweep.vision.trace import Trace

    data = read_input(source)
    if data.lstrip()[:1] == b"{":
        return answer_lines(
            data, options["mines"], lambda board, item: _answer(board, item, options)
        )
    data, rules = split_rules(data, options["rules"], options["clues"])
    attempts = Trace() if options["trace"] else None
    board = board_of(data, source, attempts, quiet=as_json)
    if options["mines"] is not None:
        board = board.with_mines(options["mines"])
    analysis = _analyze(board, options, rules)
    models = _models(board, options) if analysis.consistent else []
    if as_json:
        more: dict[str, Any] = {"models": models} if models else {}
        more |= rule_set_json(rules) | trace_json(attempts)
        put_json(analysis_json(board, analysis) | more | _steps_json(board, analysis, options))
    elif options["steps"] and analysis.consistent:
        from autosweep.cli.steps import tell_walk

        tell_walk(board, analysis, trust_flags=options["trust_flags"])
    else:
        _tell(board, analysis, rules)
        for number, rows in enumerate(models, start=1):
            say(f"layout {number}:")
            say_lines("\n".join(rows))
    return ExitCode.DONE if analysis.consistent else ExitCode.NO


def _analyze(board: Board, options: dict[str, Any], rules: RuleSet | None) -> Analysis:
    from autosweep.solver.analyze import analyze

    seconds = options["seconds"]
    limit = None if seconds is None else Limit(seconds=seconds)
    if rules is not None:
        from autosweep.variants.ordinary import analyze_variant

        refuse_with_rules(options, "models", "steps")
        return analyze_variant(board, rules, limit, trust_flags=options["trust_flags"])
    return analyze(board, limit, trust_flags=options["trust_flags"])


def _steps_json(board: Board, analysis: Analysis, options: dict[str, Any]) -> dict[str, Any]:
    """Return the field `steps` where it is asked for."""
    if not options["steps"] or not analysis.consistent:
        return {}
    from autosweep.cli.steps import walk_steps

    steps = walk_steps(board, analysis, trust_flags=options["trust_flags"])
    return {"steps": [deduction_json(step) for step in steps]}


def _models(board: Board, options: dict[str, Any]) -> list[list[str]]:
    """Return layouts of the cells beside numbers, as many as asked for."""
    if not options["models"]:
        return []
    from itertools import islice

    from autosweep.solver.constraints import gather
    from autosweep.solver.sat import frontier_models

    problem = gather(board, trust_flags=options["trust_flags"])
    beside = sorted(frozenset().union(*(given.cells for given in problem.constraints)))
    found = islice(frontier_models(problem), min(options["models"], sys.maxsize))
    return [layout_rows(board, beside, mines) for mines in found]


def layout_rows(board: Board, decided: Iterable[int], mines: frozenset[int]) -> list[str]:
    """Return a board with a layout drawn in: `*` a mine, `.` none, other cells as they are."""
    symbols = [SYMBOLS[code] for code in board.cells]
    for i in decided:
        symbols[i] = "*" if i in mines else "."
    return [" ".join(symbols[i : i + board.cols]) for i in range(0, len(symbols), board.cols)]


def board_of(data: bytes, name: str, trace: Trace | None = None, *, quiet: bool = False) -> Board:
    """Return the board of a text or an image; raises BadInput and NothingToSee.

    `trace` and `quiet` as in `found_boards`.
    """
    if not is_image(data):
        return parse_bytes(data, name)
    readings = found_boards(image_pixels(data, name), name, trace, quiet=quiet)
    reading = readings[0]
    if len(readings) > 1:
        say(f"{name}: {count_of(len(readings), 'board')} found, solving the first.", err=True)
    if reading.doubt is not None:
        msg = f"{name}: {reading.doubt.sentence}"
        raise DoubtfulReading(msg, remedy=reading.doubt.remedy)
    if reading.uncertain:
        cells = cell_names(reading.uncertain)
        msg = f"{name}: these cells are read without certainty: {cells}."
        remedy = "See `autosweep read`; correct its text and solve that."
        raise DoubtfulReading(msg, remedy=remedy)
    return reading.board


def _answer(board: Board, item: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """Answer one line of a batch."""
    rules = item_rules(item, options["rules"], options["clues"])
    analysis = _analyze(board, options, rules)
    answer = analysis_json(board, analysis) | rule_set_json(rules)
    if analysis.consistent and options["models"]:
        answer["models"] = _models(board, options)
    return answer | _steps_json(board, analysis, options)


def _tell(board: Board, analysis: Analysis, rules: RuleSet | None) -> None:
    total = "mine total unknown" if board.mines is None else count_of(board.mines, "mine")
    named = "" if rules is None else f", {rules}"
    say(f"{board.rows} x {board.cols}, {total}{named}")
    if not analysis.consistent:
        say(f"inconsistent: {analysis.why or 'no mine layout fits this board'}")
        return
    for r in range(board.rows):
        say(" ".join(_cell_text(board, analysis, (r, c)) for c in range(board.cols)))
    say("(digits: opened; . safe, * mine, else chance of a mine in percent)")
    if analysis.solutions is not None:
        say(f"layouts: {_count(analysis.solutions)}")
    for name, cells_of in (("safe", analysis.safe), ("mines", analysis.mines)):
        words = cell_names(sorted(cells_of))
        say(f"{name}: {words or 'none is certain'}")
    if analysis.wrong_flags:
        words = cell_names(sorted(analysis.wrong_flags))
        say(f"wrong flags: {words}")
    if not analysis.exact:
        say("The limit was reached: probabilities are not known.", err=True)
    say(f"best: {analysis.best if analysis.best is not None else 'nothing left to open'}")


_EXACT_DIGITS = 24


def _count(solutions: int) -> str:
    text = digits(solutions)
    return text if len(text) <= _EXACT_DIGITS else f"about {text[0]}.{text[1:3]}e{len(text) - 1}"


def _cell_text(board: Board, analysis: Analysis, cell: Cell) -> str:
    """Return three letters for a cell; 0 and 100 percent are kept for what is certain."""
    if cell in analysis.safe:
        return "  ."
    if cell in analysis.mines:
        return "  *"
    probability = analysis.probability[cell]
    if probability is None:
        return f"{board.symbol(cell):>3}"
    return f"{min(99, max(1, round(probability * 100))):>2}%"
