"""`autosweep theme`: list the packs by which boards are read, check them, learn new ones."""

from __future__ import annotations

import difflib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import RegionType, json_option, picture_of, put_json, read_input
from autosweep.cli.read import write_picture
from autosweep.errors import BadInput, ExitCode, NoBoardFound, NothingToSee, ThemeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autosweep.geometry import Rect
    from autosweep.seams import Pixels
    from autosweep.vision.check import Case, Condition, Tally
    from autosweep.vision.learn import Look
    from autosweep.vision.reading import Reading
    from autosweep.vision.themes import Theme


FAULTS = ("boards_missed", "sure_and_wrong", "false_boards")
"""What `check` says no to."""


@click.group(
    "theme", no_args_is_help=False, context_settings={"help_option_names": ["-h", "--help"]}
)
def command() -> None:
    """List, check and learn theme packs: what the cells of known clients look like.

    Each of these takes --json.
    """


@command.command("list", short_help="Show every pack.")
@json_option
def list_themes(*, as_json: bool) -> int:
    """Show every pack: name, client, symbols it has pictures of, licence and where it lives."""
    from autosweep.board import SYMBOLS
    from autosweep.vision.themes import load_themes, shipped_folder, user_folder

    rows: list[dict[str, Any]] = []
    for theme in load_themes():
        own = user_folder() / theme.name
        home = own if own.is_dir() else shipped_folder() / theme.name
        symbols = "".join(SYMBOLS[code] for code in sorted(set(theme.codes)))
        rows.append(
            {
                "name": theme.name,
                "client": theme.client,
                "symbols": symbols,
                "pictures": len(theme.pictures),
                "licence": theme.licence,
                "version": theme.version,
                "source": theme.source,
                "folder": str(home),
            }
        )
    if as_json:
        put_json({"themes": rows})
        return ExitCode.DONE
    keys = ("name", "client", "symbols", "licence", "folder")
    widths = {key: max([len(key), *(len(row[key]) for row in rows)]) for key in keys}
    for row in [{key: key for key in keys}, *rows]:
        click.echo("  ".join(str(row[key]).ljust(widths[key]) for key in keys).rstrip())
    return ExitCode.DONE


@command.command("check", short_help="Say how well screenshots are read.")
@click.argument("names", nargs=-1)
@click.option(
    "--screens",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder of labelled screenshots; a checkout's own where none is given.",
)
@click.option("--leave-out", is_flag=True, help="Remove a client's packs before reading it.")
@json_option
def check(names: tuple[str, ...], *, screens: Path | None, leave_out: bool, as_json: bool) -> int:
    """Read labelled screenshots at many scales and spoilt in many ways, and say what went wrong.

    NAMES are clients or themes; all of them where none is given. Scales are 0.75 to 3 where cells
    have at least 12 pixels; then come blur, JPEG, gamma and shifts by a pixel. Exit code 1 where a
    board is missed, a cell is wrong though it is called sure, or a board is seen that is not there.
    """
    from autosweep.vision.check import check_case, conditions, load_cases
    from autosweep.vision.themes import load_themes

    themes = load_themes()
    cases = _chosen(list(load_cases(screens or _own_screens())), names, themes)
    ways = conditions()
    counted: dict[tuple[str, str], Tally] = {}
    faults: list[dict[str, Any]] = []
    for number, case in enumerate(cases):
        click.echo(f"{number + 1}/{len(cases)} {case.client}/{case.name}", err=True)
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
            click.echo(f"{fault['case']}, {fault['condition']}: {what.replace('_', ' ')}")
    return ExitCode.DONE if total.clean else ExitCode.NO


def _fault(case: Case, way: Condition, tally: Tally) -> dict[str, Any]:
    missed = tally.boards - tally.located
    counts = (missed, tally.sure_and_wrong, tally.false_boards)
    about = {"case": f"{case.client}/{case.name}", "condition": way.name}
    return about | dict(zip(FAULTS, counts, strict=True))


def _own_screens() -> Path:
    """Return the folder of the screenshots in a checkout."""
    return Path(__file__).resolve().parents[2] / "fixtures" / "screens"


def _without(case: Case, themes: Sequence[Theme]) -> tuple[Theme, ...]:
    from autosweep.vision.check import packs_of

    gone = packs_of(case, themes)
    return tuple(theme for theme in themes if theme not in gone)


def _chosen(cases: list[Case], names: tuple[str, ...], themes: Sequence[Theme]) -> list[Case]:
    """Return the cases of clients or themes by name; raises BadInput for a name nobody has."""
    from autosweep.vision.check import packs_of

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
        if case.client in names or any(t.name in names for t in packs_of(case, themes))
    ]
    if not chosen:
        msg = f"No screenshot shows {' or '.join(names)}."
        raise BadInput(msg, remedy="Give --screens a folder that has labelled screenshots of it.")
    return chosen


def _sum(tallies: Any) -> Tally:
    from autosweep.vision.check import Tally

    total = Tally()
    for tally in tallies:
        total.add(tally)
    return total


def _groups(counted: dict[tuple[str, str], Tally], place: int) -> dict[str, Tally]:
    """Return the sums by client (place 0) or by condition (place 1), in order."""
    names = dict.fromkeys(key[place] for key in counted)
    return {
        name: _sum(tally for key, tally in counted.items() if key[place] == name) for name in names
    }


def _report(
    counted: dict[tuple[str, str], Tally], ways: Sequence[Condition], total: Tally
) -> dict[str, Any]:
    from autosweep.board import SYMBOLS

    return {
        "conditions": [way.name for way in ways],
        "clients": {name: _tally_json(tally) for name, tally in _groups(counted, 0).items()},
        "by_condition": {name: _tally_json(tally) for name, tally in _groups(counted, 1).items()},
        "total": _tally_json(total),
        "confusion": [
            {"is": SYMBOLS[true], "read": SYMBOLS[got], "count": count}
            for (true, got), count in sorted(total.confusion.items())
        ],
    }


def _tally_json(tally: Tally) -> dict[str, Any]:
    return {
        "boards": tally.boards,
        "located": tally.located,
        "cells": tally.cells,
        "right": tally.right,
        "share": round(tally.share, 6),
        "doubtful": tally.doubtful,
        "sure_and_wrong": tally.sure_and_wrong,
        "false_boards": tally.false_boards,
    }


def _tell(counted: dict[tuple[str, str], Tally], ways: Sequence[Condition], total: Tally) -> None:
    from autosweep.vision.check import confusion_table

    order = [way.name for way in ways]
    clients = _groups(counted, 0)
    by_way = _groups(counted, 1)
    head = f"{'':16}{'located':>10}{'right':>16}{'share':>10}{'doubtful':>10}{'sure+wrong':>12}"
    click.echo(head)
    for name, tally in clients.items():
        _line(name, tally)
    click.echo("")
    for name in sorted(by_way, key=order.index):
        _line(name, by_way[name])
    _line("all", total)
    if total.confusion:
        click.echo("")
        click.echo(confusion_table(Counter(total.confusion)))


def _line(name: str, tally: Tally) -> None:
    if not tally.boards:
        click.echo(f"{name:16}boards seen where there are none: {tally.false_boards}")
        return
    located = f"{tally.located}/{tally.boards}"
    right = f"{tally.right}/{tally.cells}"
    share = f"{100 * tally.share:.2f} %"
    click.echo(
        f"{name:16}{located:>10}{right:>16}{share:>10}{tally.doubtful:>10}{tally.sure_and_wrong:>12}"
    )


LEARNED = "learned from"
"""How the source of a pack begins that `learn` made: only such a pack is replaced."""
MAX_ASKED = 64
"""Looks on a contact sheet."""


@command.command("learn", short_help="Make a pack from screenshots.")
@click.argument("name")
@click.argument("more", nargs=-1, metavar="[SCREENSHOT]...")
@click.option("--from", "first", multiple=True, required=True, help="Screenshots to learn from.")
@click.option(
    "--labels",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Labels file of an earlier run, edited.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder that the pack's folder goes to; your own packs' where none is given.",
)
@click.option(
    "--region", type=RegionType(), help="Part of each screenshot that shows the board, in pixels."
)
@click.option("--client", "client_name", help="The program it is of. [default: NAME]")
@click.option("--licence", default="unknown", show_default=True, help="Licence of its pictures.")
@json_option
def learn(  # noqa: PLR0913 - one argument for each option
    name: str,
    more: tuple[str, ...],
    *,
    first: tuple[str, ...],
    labels: Path | None,
    out: Path | None,
    region: Rect | None,
    client_name: str | None,
    licence: str,
    as_json: bool,
) -> int:
    """Make the theme pack NAME from screenshots of a client: `theme learn NAME --from A.png B.png`.

    What the reading is certain of is used as it is. For the other looks a contact sheet
    (NAME-looks.png) and a labels file (NAME-labels.toml) are written beside the pack: write the
    symbols into it and give it back with --labels. Screenshots of a game as it is played, a
    recording's frames for example, serve best. Exit code 3 where too little could be learned for a
    pack.
    """
    from autosweep.vision.learn import About, examples, labelled_samples, looks_of, read_labels
    from autosweep.vision.themes import user_folder

    home = (user_folder() if out is None else out).absolute()
    _may_write(home, name)
    given = read_labels(labels) if labels is not None else {}
    shots = _read_shots((*first, *more), name, region)
    looks = looks_of(shots)
    strange = sorted(set(given) - {look.fingerprint for look in looks})
    if strange:
        msg = f"{labels} labels the look {strange[0]}, which these screenshots do not show."
        raise ThemeError(msg, remedy="Give the same screenshots as when the file was written.")
    asked = [look for look in looks if look.code is None][:MAX_ASKED]
    still_open = sum(look.fingerprint not in given for look in asked)
    files = _ask(home, name, asked, given) if still_open else {"sheet": None, "labels": None}
    samples = labelled_samples(shots, looks, given)
    source = f"{LEARNED} {len(shots)} screenshots"
    about = About(name, client_name or name, source, licence, "")
    result = _write(home / name, about, examples(samples), files)
    result |= _reread(home / name, shots, [sample.board.cells for sample in samples])
    result |= {"looks": len(looks), "open_looks": still_open, **files}
    if as_json:
        put_json(result)
    else:
        _tell_learned(result)
    return ExitCode.DONE


def _may_write(home: Path, name: str) -> None:
    """Refuse names that are none and folders that hold something else; raises BadInput."""
    from autosweep.vision.themes import load_theme

    if not name.strip(".") or not all(ch.isalnum() or ch in "-_." for ch in name):
        msg = f"{name!r} is no name for a theme."
        raise BadInput(msg, remedy="Use letters, digits and - _ . only.")
    folder = home / name
    if not folder.exists():
        return
    if (folder / "theme.toml").is_file():
        if load_theme(folder).source.startswith(LEARNED):
            return
        msg = f"{folder} holds a theme that was not learned."
    elif folder.is_dir() and not any(folder.iterdir()):
        return
    else:
        msg = f"{folder} holds something that is no theme."
    raise BadInput(msg, remedy="Choose another name or --out.")


def _read_shots(
    files: tuple[str, ...], name: str, region: Rect | None
) -> list[tuple[Pixels, Reading]]:
    """Return the board of each screenshot; raises NoBoardFound where none shows one."""
    from autosweep.vision.read import read
    from autosweep.vision.themes import load_themes

    # An earlier version of the pack must not teach itself.
    themes = tuple(theme for theme in load_themes() if theme.name != name)
    shots = []
    for file in files:
        pixels = picture_of(read_input(file), file)
        if region is not None:
            pixels = pixels[max(0, region.y) : region.bottom, max(0, region.x) : region.right]
        readings = read(pixels, themes=themes) if pixels.size else []
        if not readings:
            click.echo(f"{file}: no Minesweeper board found.", err=True)
            continue
        if len(readings) > 1:
            boxes = [reading.grid.bbox for reading in readings]
            places = " or ".join(f"{box.x},{box.y},{box.w},{box.h}" for box in boxes)
            msg = f"{file} shows several boards."
            raise BadInput(msg, remedy=f"Choose one, with some room round it: --region {places}.")
        shots.append((pixels, readings[0]))
    if not shots:
        msg = "No Minesweeper board found in any screenshot."
        raise NoBoardFound(msg)
    return shots


def _ask(home: Path, name: str, asked: list[Look], given: dict[str, int]) -> dict[str, Any]:
    """Write contact sheet and labels file and say where they are."""
    from autosweep.overlay.annotate import contact_sheet
    from autosweep.vision.learn import labels_text

    sheet, labels = home / f"{name}-looks.png", home / f"{name}-labels.toml"
    write_picture(sheet, contact_sheet([look.picture for look in asked]))
    try:
        labels.write_text(labels_text(name, asked, given), "utf-8")
    except OSError as error:
        raise _cannot_write(labels, error) from None
    return {"sheet": str(sheet), "labels": str(labels)}


def _write(
    folder: Path, about: Any, pictures: dict[int, list[Pixels]], files: dict[str, Any]
) -> dict[str, Any]:
    """Write the pack; raises NothingToSee where symbols are missing that every pack needs."""
    from autosweep.board import SYMBOLS
    from autosweep.vision.learn import write_pack
    from autosweep.vision.themes import NEEDED

    symbols = "".join(SYMBOLS[code] for code in sorted(pictures))
    missing = [symbol for symbol in NEEDED if symbol not in symbols]
    if missing:
        msg = f"The screenshots show no {' and no '.join(missing)} for certain, so no pack is made."
        remedy = "Give more screenshots of games that have begun."
        if files["labels"]:
            remedy = f"Label the looks of {files['sheet']} in {files['labels']}; use --labels."
        raise NothingToSee(msg, remedy=remedy)
    try:
        write_pack(folder, about, pictures, "[client]")
    except OSError as error:
        raise _cannot_write(folder, error) from None
    count = sum(len(some) for some in pictures.values())
    return {"theme": about.name, "folder": str(folder), "symbols": symbols, "pictures": count}


def _cannot_write(path: Path, error: OSError) -> BadInput:
    msg = f"{path} cannot be written: {error.strerror}."
    return BadInput(msg, remedy="Choose a place where you may write.")


def _reread(
    folder: Path, shots: list[tuple[Pixels, Reading]], taught: list[bytes]
) -> dict[str, Any]:
    """Read the screenshots by the new pack alone and compare with what it was taught."""
    from autosweep.board import UNREAD
    from autosweep.vision.read import read
    from autosweep.vision.themes import load_theme

    theme = load_theme(folder)
    cells = alike = doubtful = 0
    for (pixels, reading), codes in zip(shots, taught, strict=True):
        box = reading.grid.bbox
        found = read(pixels, themes=(theme,))
        again = next((r for r in found if r.grid.bbox.intersect(box).area * 2 > box.area), None)
        known = [i for i, code in enumerate(codes) if code != UNREAD]
        cells += len(known)
        if again is not None and again.confidence.shape == reading.confidence.shape:
            alike += sum(again.board.cells[i] == codes[i] for i in known)
            doubtful += len(again.doubtful)
    return {"cells": cells, "alike": alike, "doubtful": doubtful}


def _tell_learned(result: dict[str, Any]) -> None:
    click.echo(f"{result['theme']}: {result['symbols']}, {result['pictures']} pictures")
    click.echo(f"pack: {result['folder']}")
    click.echo(
        f"read again by it alone: {result['alike']} of {result['cells']} cells alike, "
        f"{result['doubtful']} doubtful"
    )
    if result["labels"]:
        click.echo(f"{result['open_looks']} looks are open; sheet: {result['sheet']}")
        click.echo(f"write their symbols into {result['labels']} and run again with --labels")
