"""Other rules for `solve`, `explain` and `prove`: from options, a board's own lines, or JSON."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from autosweep.board.formats import MAX_TEXT_BYTES
from autosweep.cli.common import is_image
from autosweep.cli.variant_input import merged_rules
from autosweep.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from autosweep.board import Board
    from autosweep.geometry import Cell
    from autosweep.limit import Limit
    from autosweep.rules.rule_sets import RuleSet
    from autosweep.solver.prove import Proof

_LINES = re.compile(rb"(?im)^[ \t]*(rules|clues):(.*)$\n?")


def split_rules(data: bytes, rules: str | None, clues: str | None) -> tuple[bytes, RuleSet | None]:
    """Take the lines `rules:` and `clues:` out of a board's text; return it and the rules.

    The options win over the lines; None stands for the usual rules. Raises RuleError.
    """
    said: dict[str, str] = {}
    if not is_image(data):
        for line in _LINES.finditer(data[:100_000]):
            said[line[1].decode().lower()] = line[2].decode("utf-8", "replace").strip()
        data = _LINES.sub(b"", data) if said and len(data) <= MAX_TEXT_BYTES else data
    return data, _combined(said.get("rules"), said.get("clues"), rules, clues)


def item_rules(item: Mapping[str, Any], rules: str | None, clues: str | None) -> RuleSet | None:
    """Return the rules of a line of batch input; None for the usual ones. Raises RuleError."""
    if rules is None and clues is None and not {"rules", "clues", "clue_rule"} & item.keys():
        return None
    from autosweep.rules.puzzle import json_rules
    from autosweep.rules.rule_sets import RuleSet

    found = merged_rules(json_rules(item), rules, clues)
    return None if found == RuleSet() else found


def _combined(
    said_rules: str | None, said_clues: str | None, rules: str | None, clues: str | None
) -> RuleSet | None:
    if (said_rules, said_clues, rules, clues) == (None, None, None, None):
        return None
    from autosweep.rules.rule_sets import RuleSet, parse_rules

    said = parse_rules([] if said_rules is None else [said_rules], said_clues)
    found = merged_rules(said, rules, clues)
    return None if found == RuleSet() else found


def refuse_with_rules(options: Mapping[str, Any], *names: str) -> None:
    """Raise BadInput where options are used that only the usual rules have."""
    for name in names:
        if options[name]:
            msg = f"--{name} is for boards with the usual rules."
            raise BadInput(msg, remedy="Leave it out, or see `autosweep variant hint`.")


def prove_variant(
    board: Board, cell: Cell, claim: object, rules: RuleSet, limit: Limit
) -> tuple[Proof, tuple[str, ...]]:
    """Prove or refute a claim under other rules; return the layout rules used as well."""
    from autosweep.solver.explain import Claim
    from autosweep.solver.prove import Proof, Verdict
    from autosweep.variants.ordinary import explain_variant

    if claim not in ("mine", "safe"):
        msg = f'"claim" must be "mine" or "safe", not {claim!r}.'
        raise BadInput(msg)
    claimed = Claim(claim)
    reason, used = explain_variant(board, cell, rules, limit)
    verdict = Verdict.PROVEN if reason.claim is claimed else Verdict.REFUTED
    verdict = Verdict.OPEN if reason.claim is Claim.OPEN else verdict
    return Proof(cell, claimed, verdict, reason, reason.witness), used
