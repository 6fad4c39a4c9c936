"""`autosweep variant`: puzzles under the rules of 14 Minesweeper Variants 1 and 2."""

from __future__ import annotations

import click

from autosweep.cli.common import json_option, put_json, say
from autosweep.cli.variant_make import generate_command
from autosweep.cli.variant_play import play_command
from autosweep.cli.variant_solve import hint_command, solve_command
from autosweep.errors import ExitCode


@click.group(
    "variant", no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]}
)
def command() -> None:
    """Solve, explain, make and play puzzles of 14 Minesweeper Variants 1 and 2.

    A puzzle is a line `rows cols mines`, lines `rules: Q,T` and `clues: M` where needed, and one
    line a row: `?` hidden, `-` opened without a clue, `F` a flagged mine, else the clue. Each of
    these takes --json.
    """


command.add_command(solve_command)
command.add_command(hint_command)
command.add_command(generate_command)
command.add_command(play_command)


@command.command("rules", short_help="List every rule.")
@click.argument("names", nargs=-1, metavar="[RULE]...")
@json_option
def rules_command(names: tuple[str, ...], *, as_json: bool) -> int:
    """List every rule, or those named: id, name, what it says and how sure that is.

    `confirmed`: by two independent sources or the games' own boards. `agreed`: by two projects that
    rebuilt the games. `uncertain`: by one project only, the games may differ.
    """
    from autosweep.rules.clue_catalogue import clue_rules
    from autosweep.rules.layout_catalogue import layout_rules
    from autosweep.rules.rule_sets import NAMED, TAGS, parse_rules

    rows = [
        {"id": about.id, "name": about.name, "kind": kind, "meaning": about.meaning}
        | {"certainty": about.certainty.value}
        for kind, group in (
            ("layout", [rule.about for rule in layout_rules().values()]),
            ("clues", [rule.about for rule in clue_rules().values()]),
        )
        for about in group
    ]
    rows += [
        _row(id_, "pair", f"The rules {' and '.join(parts)} together.", "confirmed")
        for id_, parts in NAMED.items()
    ]
    rows += [
        _row(id_, "mixed", f"Each clue RULE:VALUE by one of {' '.join(parts)}.", "uncertain")
        for id_, parts in TAGS.items()
    ]
    if names:
        # One by one: rules that no puzzle can have together can still be listed together.
        wanted = [parse_rules((name,)) for name in names]
        shown = {id_ for rules in wanted for id_ in (*rules.layout, *rules.clues.split("+"))}
        rows = [row for row in rows if row["id"] in shown]
    if as_json:
        put_json({"rules": rows})
        return ExitCode.DONE
    titles = {"layout": "Rules about the layout", "clues": "Rules of clues", "pair": "Named pairs"}
    title = ""
    for row in rows:
        if title != (title := titles.get(row["kind"], "Mixed puzzles")):
            say(f"{title}:")
        doubt = "" if row["certainty"] == "confirmed" else f" [{row['certainty']}]"
        say(f"  {row['id']:4} {row['name']:22} {row['meaning']}{doubt}")
    return ExitCode.DONE


def _row(id_: str, kind: str, meaning: str, certainty: str) -> dict[str, str]:
    return {"id": id_, "name": "", "kind": kind, "meaning": meaning, "certainty": certainty}
