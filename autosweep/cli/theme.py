"""`autosweep theme`: list the themes by which boards are read, check them, learn new ones."""

from __future__ import annotations

import difflib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import json_option, put_json, say, say_lines
from autosweep.cli.theme_learn import learn
from autosweep.errors import BadInput, ExitCode
from autosweep.jsonshapes.readings import broken_theme_json, confusion_json, tally_json, theme_json
from autosweep.messages import table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autosweep.vision.accuracy import Case, Condition, ReadingTally
    from autosweep.vision.themes import Theme


FAULTS = ("boards_missed", "sure_and_wrong", "false_boards")
"""What `check` says no to."""


@click.group(
    "theme", no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]}
)
def command() -> None:
    """List, check and learn themes: what the cells of known clients look like.

    Each of these takes --json.
    """


@command.command("list", short_help="Show every theme.")
@json_option
def list_themes(*, as_json: bool) -> int:
    """Show every theme: name, client, symbols it has images of, licence and folder.

    Themes that are broken, and therefore not used, come last with what is wrong with them.
    """
    from autosweep.vision.themes import installed_themes

    themes, left_out = installed_themes()
    rows = [theme_json(theme) for theme in themes]
    broken = [broken_theme_json(theme) for theme in left_out]
    if as_json:
        put_json({"themes": rows, "broken": broken})
        return ExitCode.DONE
    keys = ("name", "client", "symbols", "licence", "folder")
    shown = [keys, *(tuple(row[key] for key in keys) for row in rows)]
    say_lines(table(shown, left=range(len(keys))))
    for theme in broken:
        say(f"broken, not used: {theme['folder']}: {theme['reason']}")
        say(f"  {theme['remedy']}")
    return ExitCode.DONE


@command.command("check", short_help="Say how well screenshots are read.")
@click.argument("names", nargs=-1)
@click.option(
    "--screens",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of labelled screenshots; a checkout's own where none is given.",
)
@click.option("--leave-out", is_flag=True, help="Remove a client's themes before reading it.")
@json_option
def check(names: tuple[str, ...], *, screens: Path | None, leave_out: bool, as_json: bool) -> int:
    """Read labelled screenshots at many scales and spoilt in many ways, and say what went wrong.

    NAMES are clients or themes; all of them where none is given. Scales are 0.75 to 3 where cells
    have at least 12 pixels; then come blur, JPEG, gamma and shifts by a pixel. Exit code 1 where a
    board is missed, a cell is wrong though it is called sure, or a board is seen that is not there.
    """
    from autosweep.vision.accuracy import check_case, conditions, load_cases
    from autosweep.vision.themes import load_themes

    themes = load_themes()
    cases = _chosen(list(load_cases(screens or _own_screens())), names, themes)
    ways = conditions()
    counted: dict[tuple[str, str], ReadingTally] = {}
    faults: list[dict[str, Any]] = []
    for number, case in enumerate(cases):
        say(f"{number + 1}/{len(cases)} {case.client}/{case.name}", err=True)
        used = _without(case, themes) if leave_out else themes
        for way in ways:
            tally = check_case(case, used, way)
            if tally is None:
                continue
            if not tally.clean:
                faults.append(_fault(case, way, tally))
            key = (case.client, way.name)
            if key in counted:
                counted[key].add(tally)
            else:
                counted[key] = tally
    total = _sum(counted.values())
    if as_json:
        put_json(_report(counted, ways, total) | {"leave_out": leave_out, "faults": faults})
    else:
        _tell(counted, ways, total)
        for fault in faults:
            what = ", ".join(f"{key} {fault[key]}" for key in FAULTS if fault[key])
            say(f"{fault['case']}, {fault['condition']}: {what.replace('_', ' ')}")
    return ExitCode.DONE if total.clean else ExitCode.NO


def _fault(case: Case, way: Condition, tally: ReadingTally) -> dict[str, Any]:
    missed = tally.boards - tally.located
    counts = (missed, tally.certain_and_wrong, tally.false_boards)
    about = {"case": f"{case.client}/{case.name}", "condition": way.name}
    return about | dict(zip(FAULTS, counts, strict=True))


def _own_screens() -> Path:
    """Return the folder of the screenshots in a checkout."""
    return Path(__file__).resolve().parents[2] / "fixtures" / "screens"


def _without(case: Case, themes: Sequence[Theme]) -> tuple[Theme, ...]:
    from autosweep.vision.accuracy import themes_of

    gone = themes_of(case, themes)
    return tuple(theme for theme in themes if theme not in gone)


def _chosen(cases: list[Case], names: tuple[str, ...], themes: Sequence[Theme]) -> list[Case]:
    """Return the cases of clients or themes by name; raises BadInput for a name nobody has."""
    from autosweep.vision.accuracy import themes_of

    known = {case.client for case in cases} | {theme.name for theme in themes}
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            hint = f"Did you mean {near[0]!r}? " if near else ""
            msg = f"There is no client or theme {name!r}."
            raise BadInput(msg, remedy=f"{hint}Known: {', '.join(sorted(known))}.")
    if not names:
        return cases
    chosen = [
        case
        for case in cases
        if case.client in names or any(t.name in names for t in themes_of(case, themes))
    ]
    if not chosen:
        msg = f"No screenshot shows {' or '.join(names)}."
        raise BadInput(msg, remedy="Give --screens a folder that has labelled screenshots of it.")
    return chosen


def _sum(tallies: Any) -> ReadingTally:
    from autosweep.vision.accuracy import ReadingTally

    total = ReadingTally()
    for tally in tallies:
        total.add(tally)
    return total


def _groups(counted: dict[tuple[str, str], ReadingTally], place: int) -> dict[str, ReadingTally]:
    """Return the sums by client (place 0) or by condition (place 1), in order."""
    names = dict.fromkeys(key[place] for key in counted)
    return {
        name: _sum(tally for key, tally in counted.items() if key[place] == name) for name in names
    }


def _report(
    counted: dict[tuple[str, str], ReadingTally], ways: Sequence[Condition], total: ReadingTally
) -> dict[str, Any]:
    return {
        "conditions": [way.name for way in ways],
        "clients": {name: tally_json(tally) for name, tally in _groups(counted, 0).items()},
        "by_condition": {name: tally_json(tally) for name, tally in _groups(counted, 1).items()},
        "total": tally_json(total),
        "confusion": confusion_json(total.confusion),
    }


def _tell(
    counted: dict[tuple[str, str], ReadingTally], ways: Sequence[Condition], total: ReadingTally
) -> None:
    from autosweep.vision.accuracy import confusion_table

    order = [way.name for way in ways]
    clients = _groups(counted, 0)
    by_way = _groups(counted, 1)
    head = f"{'':16}{'located':>10}{'right':>16}{'share':>10}{'uncertain':>10}{'sure+wrong':>12}"
    say(head)
    for name, tally in clients.items():
        _line(name, tally)
    say("")
    for name in sorted(by_way, key=order.index):
        _line(name, by_way[name])
    _line("all", total)
    if total.confusion:
        say("")
        say_lines(confusion_table(Counter(total.confusion)))


def _line(name: str, tally: ReadingTally) -> None:
    if not tally.boards:
        say(f"{name:16}boards seen where there are none: {tally.false_boards}")
        return
    located = f"{tally.located}/{tally.boards}"
    right = f"{tally.right}/{tally.cells}"
    share = f"{100 * tally.share:.2f} %"
    say(
        f"{name:16}{located:>10}{right:>16}{share:>10}{tally.uncertain:>10}{tally.certain_and_wrong:>12}"
    )


command.add_command(learn)
