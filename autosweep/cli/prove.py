"""`autosweep prove`: is a claim about a cell, or are all flags, proven, refuted or open?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autosweep.board import Board
from autosweep.cli.common import json_option, mines_option, put_json, read_input, say, say_lines
from autosweep.cli.explain import (
    CellType,
    cell_of,
    reason_names,
    seconds_option,
    tell_steps,
    tell_witness,
)
from autosweep.cli.lines import answer_lines
from autosweep.cli.solve import board_of
from autosweep.cli.variant_board import item_rules, prove_variant, refuse_with_rules, split_rules
from autosweep.cli.variant_input import rule_options
from autosweep.errors import BadInput, ExitCode
from autosweep.geometry import Cell
from autosweep.jsonshapes.reasoning import flags_json, proof_json, used_rules_json
from autosweep.limit import Limit
from autosweep.messages import cell_names, count_of

if TYPE_CHECKING:
    from autosweep.rules.rule_sets import RuleSet
    from autosweep.solver.prove import FlagsProof, Proof


@click.command("prove")
@click.argument("source", metavar="BOARD|IMAGE")
@click.option("--cell", type=CellType(), help="The cell of the claim, row first.")
@click.option("--mine", "claim", flag_value="mine", help="Claim that it is a mine.")
@click.option("--safe", "claim", flag_value="safe", help="Claim that it is safe.")
@click.option("--flags", is_flag=True, help="Claim that every flag on the board is a mine.")
@mines_option
@seconds_option
@rule_options
@json_option
def command(  # noqa: PLR0913 - one argument for each option
    source: str,
    *,
    cell: Cell | None,
    claim: str | None,
    flags: bool,
    mines: int | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Prove or refute a claim about a cell, or about all flags at once.

    Refuted and open claims come with layouts that fit the board. JSON lines like those of `solve`
    with "cell":[r,c] and "claim":"mine" or "safe" (or "flags":true) are answered line by line in
    JSON. With --rules and --clues the board follows rules of `autosweep variant rules`. Exit code
    1 where the claim is refuted.
    """
    limit = Limit(seconds=options["seconds"])
    data = read_input(source)
    if data.lstrip()[:1] == b"{":
        return answer_lines(data, mines, lambda board, item: _answer(board, item, options))
    data, rules = split_rules(data, options["rules"], options["clues"])
    board = board_of(data, source)
    if mines is not None:
        board = board.with_mines(mines)
    if flags:
        if rules is not None:
            refuse_with_rules({"flags": flags}, "flags")
        return _flags(board, limit, as_json=as_json)
    if cell is None or claim is None:
        msg = "A claim is needed."
        raise BadInput(msg, remedy="Say --cell R,C and --mine or --safe, or --flags.")
    proof, used = _prove(board, cell, claim, limit, rules)
    if as_json:
        put_json(proof_json(proof) | used_rules_json(rules, used))
    else:
        _tell(proof)
    return ExitCode.NO if proof.verdict.value == "refuted" else ExitCode.DONE


def _prove(
    board: Board, cell: Cell, claim: object, limit: Limit, rules: RuleSet | None
) -> tuple[Proof, tuple[str, ...]]:
    """Judge a claim by the usual rules or by others; return the layout rules used as well."""
    if rules is not None:
        return prove_variant(board, cell, claim, rules, limit)
    from autosweep.solver.explain import Claim
    from autosweep.solver.prove import prove

    if claim not in ("mine", "safe"):
        msg = f'"claim" must be "mine" or "safe", not {claim!r}.'
        raise BadInput(msg)
    return prove(board, cell, Claim(claim), limit), ()


def _answer(board: Board, item: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    limit = Limit(seconds=options["seconds"])
    rules = item_rules(item, options["rules"], options["clues"])
    if item.get("flags") is True and rules is None:
        from autosweep.solver.prove import prove_flags

        return flags_json(prove_flags(board, limit))
    proof, used = _prove(board, cell_of(item), item.get("claim"), limit, rules)
    return proof_json(proof) | used_rules_json(rules, used)


def _flags(board: Board, limit: Limit, *, as_json: bool) -> int:
    from autosweep.solver.prove import Verdict, prove_flags

    proof = prove_flags(board, limit)
    if as_json:
        put_json(flags_json(proof))
    else:
        _tell_flags(proof)
    return ExitCode.NO if proof.verdict is Verdict.REFUTED else ExitCode.DONE


def _tell(proof: Proof) -> None:
    r, c = proof.cell
    what = "a mine" if proof.claim.value == "mine" else "safe"
    say(f"{r},{c} is {what}: {proof.verdict.value}.")
    if proof.reason.proof:
        tell_steps(proof.reason)
    else:
        say_lines("\n".join(proof.reason.steps))
    if proof.verdict.value != "proven":
        tell_witness(proof.witness, proof.cell)


def _tell_flags(proof: FlagsProof) -> None:
    count = len(proof.flags)
    say(f"{count_of(count, 'flag')}: {proof.verdict.value}.")
    for flag in proof.flags:
        r, c = flag.cell
        word = {"proven": "right", "refuted": "wrong"}.get(flag.verdict.value, "open")
        say(f"{r},{c} {word}")
        if flag.reason.proof:
            tell_steps(flag.reason)
        else:
            say(f"  {flag.reason.steps[0]}")
    if proof.disagreeing:
        say(disagreement(proof))
    if proof.witness is not None and proof.verdict.value != "proven":
        refuted = proof.verdict.value == "refuted"
        say(f"a layout that fits{', with every flag a mine' if not refuted else ''}:")
        say_lines("\n".join(f"  {row}" for row in proof.witness))


def disagreement(proof: FlagsProof) -> str:
    """Say which flags cannot all be right, and because of what."""
    flags = cell_names(proof.disagreeing)
    names = reason_names(proof.because, mine_count=proof.mine_count)
    return f"the flags {flags} cannot all be right, because of: {names}"
