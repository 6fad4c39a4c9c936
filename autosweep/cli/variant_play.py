"""`autosweep variant play`: a variant in the terminal, with hints."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import json_option, put_json, read_input, say, say_lines
from autosweep.cli.variant_input import decode, json_items, parse_puzzle, puzzle_of, rule_options
from autosweep.cli.variant_make import make, seed_of, size_options
from autosweep.errors import AutosweepError, BadInput, ExitCode
from autosweep.jsonshapes.made_boards import puzzle_json

if TYPE_CHECKING:
    from autosweep.rules.puzzle import Puzzle
    from autosweep.variants.puzzle_game import PuzzleGame

HELP = """R,C opens a cell; flag R,C marks a mine, or takes the mark away; hint names an easy cell
and why; step opens or marks it; solve shows all that is certain; rules; board; quit."""


@click.command("play")
@click.argument("source", metavar="[FILE]", required=False)
@rule_options
@size_options
@json_option
def play_command(source: str | None, *, as_json: bool, **options: Any) -> int:
    """Play a variant in the terminal: open cells, get their clues, ask for hints.

    FILE is a puzzle, best one that `variant generate` made; without it a new one is made. Commands
    are read line by line from the terminal or a pipe: R,C opens a cell, `flag R,C`, `hint`, `step`,
    `solve`, `rules`, `board`, `quit`. Exit code 1 where the game is lost.
    """
    game = _start(source, options)
    talk = _Talk(game, as_json=as_json)
    talk.show()
    if not as_json:
        say_lines(HELP)
    while game.state.value == "playing":
        line = _read_line()
        if line is None or line.strip().lower() in ("quit", "q", "exit"):
            break
        talk.answer(line)
    if as_json:
        put_json({"event": "end", "state": game.state.value})
    elif game.state.value == "lost":
        say_lines("The solution:\n" + "\n".join(game.solution.row_texts()))
    return ExitCode.NO if game.state.value == "lost" else ExitCode.DONE


def _start(source: str | None, options: dict[str, Any]) -> PuzzleGame:
    from autosweep.rules.puzzle import solution_of
    from autosweep.variants.puzzle_game import PuzzleGame

    seed = seed_of(options["seed"], 0)
    if source is None:
        made = make(options, seed)
        return PuzzleGame(made.puzzle, made.solution)
    text = decode(read_input(source), source)
    items = json_items(text)
    if items is None:
        puzzle = parse_puzzle(text, options["rules"], options["clues"])
        solved = solution_of(puzzle, text)
    else:
        puzzle = puzzle_of(items[0], options["rules"], options["clues"])
        solved = solution_of(puzzle, items[0])
    if solved is not None:
        return PuzzleGame(puzzle, solved)
    return PuzzleGame.of_puzzle(puzzle, Random(seed))  # noqa: S311 - a game


def _read_line() -> str | None:
    if sys.stdin.isatty():
        say("> ", nl=False)
    line = sys.stdin.readline()
    return line or None


class _Talk:
    """Turns lines into moves and tells what came of them."""

    def __init__(self, game: PuzzleGame, *, as_json: bool) -> None:
        self._game = game
        self._json = as_json
        self._verbs: dict[str, Callable[[list[str]], None]] = {
            "open": lambda words: self._move(game.open, words),
            "flag": lambda words: self._move(game.flag, words),
            "hint": lambda _: self._hint(act=False),
            "step": lambda _: self._hint(act=True),
            "solve": lambda _: self._solve(),
            "rules": lambda _: self._rules(),
            "board": lambda _: self.show(),
            "help": lambda _: self._say(HELP),
        }

    def answer(self, line: str) -> None:
        """Do what a line asks for; a mistake is told and ends nothing."""
        words = line.replace(", ", ",").split()
        if not words:
            return
        if words[0][0].isdigit():
            words = ["open", ",".join(words)]
        verb = self._verbs.get(words[0].lower())
        try:
            if verb is None:
                msg = f"{words[0]!r} is not a command."
                raise BadInput(msg, remedy=HELP)
            verb(words[1:])
        except AutosweepError as error:
            self._say(f"{error} {error.remedy}", event="error")

    def show(self) -> None:
        """Show the board."""
        puzzle = self._game.puzzle
        if self._json:
            put_json({"event": "board", "state": self._game.state.value, **puzzle_json(puzzle)})
            return
        from autosweep.cli.variant_solve import header

        texts = [puzzle.token(i) for i in puzzle.shape.cells()]
        width = max(2, *map(len, texts))
        lines = ["   " + " ".join(str(c).rjust(width) for c in range(puzzle.cols))]
        for r in range(puzzle.rows):
            cells = " ".join(texts[i].rjust(width) for i in puzzle.shape.row(r))
            lines.append(f"{r:>2} {cells}")
        say_lines("\n".join([header(puzzle), *lines]))

    def _say(self, text: str, *, event: str = "told", **fields: Any) -> None:
        if self._json:
            put_json({"event": event, "text": text, **fields})
        else:
            say_lines(text)

    def _move(self, act: Callable[[int], str], words: list[str]) -> None:
        cell = _cell(self._game.puzzle, words)
        self._say(act(cell), event="move", cell=list(divmod(cell, self._game.puzzle.cols)))
        self.show()

    def _hint(self, *, act: bool) -> None:
        from autosweep.cli.variant_solve import hint_json
        from autosweep.variants.hint import find_hint, hint_sentences

        known = self._game.knowledge()
        marked = {f + 1 for f in self._game.puzzle.flags & self._game.solution.flags}
        hint = find_hint(known, settled=marked)
        if hint is None:
            self._say("No cell is certain: this needs a guess.", event="hint", hint=None)
            return
        text = "\n".join(hint_sentences(known, hint))
        self._say(text, event="hint", **({"hint": hint_json(known, hint)} if self._json else {}))
        if act:
            name = [known.shape.name(hint.cell)]
            if hint.mine or hint.cell in self._game.puzzle.flags:
                # a mark on a cell that is safe is wrong and goes away first
                self._move(self._game.flag, name)
            if not hint.mine:
                self._move(self._game.open, name)

    def _solve(self) -> None:
        from autosweep.cli.variant_solve import marked_rows, solved_json
        from autosweep.variants.solve import solve

        known = self._game.knowledge()
        found = solve(known)
        text = "\n".join(marked_rows(known, found))
        fields = {"solution": solved_json(known, found)} if self._json else {}
        self._say(text, event="solution", **fields)

    def _rules(self) -> None:
        puzzle = self._game.puzzle
        rules = [*(rule.about for rule in puzzle.rules.layout_rules())]
        rules += [rule.about for rule in puzzle.clue_rules]
        self._say("\n".join(f"{about.id} {about.name}: {about.meaning}" for about in rules))


def _cell(puzzle: Puzzle, words: list[str]) -> int:
    parts = ",".join(words).split(",")
    if len(parts) != 2 or not all(part.isdigit() and len(part) < 4 for part in parts):
        msg = "Which cell?"
        raise BadInput(msg, remedy="Name it as R,C, row first, both from 0.")
    r, c = map(int, parts)
    if r >= puzzle.rows or c >= puzzle.cols:
        msg = f"Cell {r},{c} is not on a board of {puzzle.rows} x {puzzle.cols}."
        raise BadInput(msg, remedy="Rows and columns count from 0; the row comes first.")
    return r * puzzle.cols + c
