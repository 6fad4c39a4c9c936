"""Puzzles as commands take them: text, JSON, rules by options; and lists of them answered."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import Command, put_json
from autosweep.errors import AutosweepError, BoardFormatError, ExitCode

if TYPE_CHECKING:
    from autosweep.rules.puzzle import Puzzle
    from autosweep.rules.rule_sets import RuleSet


MAX_PUZZLES_BYTES = 20_000_000
"""JSON takes up to thirty times its size once it is read."""


def rule_options(command: Command) -> Command:
    """Add --rules and --clues to a command."""
    clues = click.option("--clues", help="Rule of the clues, such as M or K; wins over the file's.")
    rules = click.option(
        "--rules",
        help="Rules with commas between, such as Q,T or [C][M]; they win over the file's.",
    )
    decorated: Any = rules(clues(command))
    return decorated  # type: ignore[no-any-return]


def merged_rules(said: RuleSet, rules: str | None, clues: str | None) -> RuleSet:
    """Return a puzzle's rules with those of the options in their place; raises RuleError."""
    from autosweep.rules.rule_sets import NO_RULE, parse_rules

    named = None if rules is None else parse_rules([rules])
    layout = said.layout if named is None else named.layout
    if clues is None:
        own = NO_RULE if named is None else named.clues
        return parse_rules(layout, said.clues if own == NO_RULE else own)
    attached = [] if named is None or named.clues == NO_RULE else [named.clues]
    return parse_rules([*layout, *attached], clues)


def parse_puzzle(text: str, rules: str | None, clues: str | None) -> Puzzle:
    """Read a puzzle's text with the options' rules; raises BoardFormatError and RuleError."""
    from autosweep.rules.puzzle import Puzzle, split_text

    return Puzzle.parse(text, merged_rules(split_text(text)[1], rules, clues))


def puzzle_of(item: object, rules: str | None, clues: str | None) -> Puzzle:
    """Read a puzzle's JSON with the options' rules; raises BoardFormatError and RuleError."""
    from autosweep.rules.puzzle import Puzzle, json_rules

    if not isinstance(item, dict):
        msg = "A puzzle must be a JSON object."
        raise BoardFormatError(msg)
    return Puzzle.from_json(item, merged_rules(json_rules(item), rules, clues))


def decode(data: bytes, name: str) -> str:
    """Return the text of a file; raises BoardFormatError where it is none."""
    if len(data) > MAX_PUZZLES_BYTES:
        msg = f"{name} is too large ({len(data)} bytes)."
        raise BoardFormatError(msg, remedy="Give the puzzles in several files.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        msg = f"{name} is not text in UTF-8."
        raise BoardFormatError(msg) from None


def json_items(text: str) -> list[object] | None:
    """Return the puzzles of a JSON list, or of JSON lines; None where the text is not JSON.

    Raises BoardFormatError where it begins like JSON and is not.
    """
    if text.lstrip()[:1] not in ("[", "{"):
        return None
    try:
        whole = json.loads(text)
        return whole if isinstance(whole, list) else [whole]
    except (ValueError, RecursionError):
        pass
    try:
        return [json.loads(line) for line in text.splitlines() if line.strip()]
    except (ValueError, RecursionError) as error:
        msg = f"The puzzles are not JSON: {error}."
        raise BoardFormatError(msg, remedy="Give a JSON list of puzzles, or one a line.") from None


def answer_items(items: Iterable[object], answer: Callable[[object], dict[str, Any]]) -> int:
    """Answer puzzles in order, one JSON line each; a bad one is answered by its error."""
    failed = False
    for number, item in enumerate(items):
        said: dict[str, Any] = {"id": item.get("id", number) if isinstance(item, dict) else number}
        try:
            said |= answer(item)
        except AutosweepError as error:
            failed = True
            said |= {"error": str(error), "remedy": error.remedy}
        put_json(said)
    return ExitCode.BAD_INPUT if failed else ExitCode.DONE
