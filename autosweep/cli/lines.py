"""Boards as JSON lines on standard input, answered line by line: the batch form of commands."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

from autosweep.board import Board
from autosweep.cli.common import put_json
from autosweep.errors import AutosweepError, BoardFormatError, ExitCode, InconsistentBoard


def answer_lines(
    data: bytes, mines: int | None, answer: Callable[[Board, dict[str, Any]], dict[str, Any]]
) -> int:
    """Answer JSON lines in order; a bad line is answered with its error and ends nothing."""
    failed = False
    for number, line in enumerate(io.BytesIO(data)):
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
