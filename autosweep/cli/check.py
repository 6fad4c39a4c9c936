"""`autosweep check`: does any mine layout fit a board? One of them, or the clues that disagree."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import click

from autosweep.board import Board
from autosweep.cli.common import (
    Number,
    json_option,
    mines_option,
    read_input,
    say_lines,
    write_output,
)
from autosweep.cli.solve import board_of, layout_rows
from autosweep.errors import ExitCode
from autosweep.jsonshapes.reasoning import check_json
from autosweep.messages import count_of

_log = logging.getLogger(__name__)


@click.command("check")
@click.argument("source", metavar="BOARD")
@mines_option
@click.option("--trust-flags", is_flag=True, help="Take flags as mines.")
@click.option("--solver", default="glucose4", show_default=True, help="SAT solver to ask.")
@click.option("--seconds", type=Number(0), default=60.0, show_default=True)
@click.option("--dimacs", metavar="FILE", help="Write the clauses as DIMACS CNF; - for stdout.")
@click.option("--output", metavar="FILE", help="Write the answer to a file instead of stdout.")
@json_option
def command(source: str, *, as_json: bool, **options: Any) -> int:
    """Say whether any mine layout fits a board.

    If so, one layout is shown; if not, the smallest set of clues that cannot hold together. Exit
    code 1 where none fits. In a layout `*` is a mine and `.` a hidden cell without one.
    """
    from autosweep.solver.analyze import refuse_variants
    from autosweep.solver.sat import check_solver

    solver = check_solver(options["solver"])
    board = board_of(read_input(source), source)
    if options["mines"] is not None:
        board = board.with_mines(options["mines"])
    refuse_variants(board)
    answer = _ask(board, solver, options)
    if options["dimacs"] == "-":
        return ExitCode.DONE if answer["satisfiable"] else ExitCode.NO
    _put(_json_text(answer) if as_json else _words(board, answer), options["output"])
    return ExitCode.DONE if answer["satisfiable"] else ExitCode.NO


def _ask(board: Board, solver: str, options: dict[str, Any]) -> dict[str, Any]:
    """Ask the solver and return the answer in the shape that `check --json` promises."""
    from autosweep.solver.cnf import dimacs, encode
    from autosweep.solver.constraints import MINE_TOTAL, gather
    from autosweep.solver.sat import find_model, smallest_conflict

    problem = gather(board, trust_flags=options["trust_flags"])
    logged = _log.isEnabledFor(logging.INFO)
    if options["dimacs"] or logged:
        cnf = encode(problem)
        if logged:
            _log.info(
                "%s over %s, %d others: %d variables, %d clauses (%d for the mine total), %s",
                count_of(len(cnf.clues), "clue"),
                count_of(len(cnf.cells), "cell"),
                len(cnf.unconstrained),
                cnf.variables,
                sum(1 for _ in cnf.clauses()),
                len(cnf.total),
                solver,
            )
        if options["dimacs"]:
            _put(dimacs(cnf, board), None if options["dimacs"] == "-" else options["dimacs"])
    mines = find_model(problem, solver=solver, seconds=options["seconds"])
    if mines is not None:
        model = layout_rows(board, problem.unknown, mines)
        return check_json(solver, model, None, mine_count=False)
    _log.info("No layout fits; searching the smallest conflict")
    conflict = smallest_conflict(problem, solver=solver, seconds=options["seconds"])
    clues = sorted(conflict or ())
    cells = [board.cell(i) for i in clues if i != MINE_TOTAL]
    return check_json(solver, None, cells, mine_count=MINE_TOTAL in clues)


def _words(board: Board, answer: dict[str, Any]) -> str:
    if answer["satisfiable"]:
        return "\n".join(["satisfiable", *answer["model"]]) + "\n"
    lines = ["unsatisfiable: no mine layout fits all of"]
    lines += [f"  the {board[r, c]} at {r},{c}" for r, c in answer["conflict"]]
    if answer["mine_count"]:
        lines.append(f"  the total of {count_of(board.mines or 0, 'mine')}")
    return "\n".join(lines) + "\n"


def _json_text(answer: dict[str, Any]) -> str:
    import json

    return json.dumps(answer) + "\n"


def _put(text: str, name: str | None) -> None:
    """Write to a file, or to stdout where there is no name; raises BadInput."""
    if name is None:
        say_lines(text, nl=False)
        return
    write_output(Path(name), text.encode())
