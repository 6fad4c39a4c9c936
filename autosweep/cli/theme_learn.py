"""`autosweep theme learn`: a theme from screenshots, a recording or a game being played."""

from __future__ import annotations

import contextlib
import errno
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import (
    Number,
    RegionType,
    cannot_write,
    image_pixels,
    json_option,
    put_json,
    read_input,
    say,
    write_output,
)
from autosweep.cli.read import write_image
from autosweep.errors import BadInput, ExitCode, NoBoardFound, NothingToSee, ThemeError
from autosweep.messages import count_of

if TYPE_CHECKING:
    from autosweep.geometry import Rect
    from autosweep.interfaces import Pixels
    from autosweep.vision.learn import CellGroup
    from autosweep.vision.reading import Reading

LEARNED = "learned from"
"""How the source of a theme begins that `learn` made: only such a theme is replaced."""
MAX_ASKED = 64
"""Looks on a contact sheet."""
MAX_FRAMES = 40
"""Images of a folder that are learned from."""
PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp")


@click.command("learn", short_help="Make a theme from screenshots or from a game being played.")
@click.argument("name")
@click.argument("more", nargs=-1, metavar="[SCREENSHOT]...")
@click.option(
    "--from",
    "first",
    multiple=True,
    help="Screenshots to learn from, or folders of them: a recording's, for example.",
)
@click.option(
    "--live",
    is_flag=True,
    help="Watch a game being played on the screen and learn from it; Ctrl-C or --seconds ends it.",
)
@click.option("--seconds", type=Number(0), help="How long to watch.")
@click.option(
    "--labels",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Labels file of an earlier run, edited.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder that the theme's folder goes to. [default: your own themes]",
)
@click.option(
    "--region", type=RegionType(), help="Part of each screenshot that shows the board, in pixels."
)
@click.option("--client", "client_name", help="The program it is of. [default: NAME]")
@click.option("--licence", default="unknown", show_default=True, help="Licence of its images.")
@json_option
def learn(  # noqa: PLR0913 - one argument for each option
    name: str,
    more: tuple[str, ...],
    *,
    first: tuple[str, ...],
    live: bool,
    seconds: float | None,
    labels: Path | None,
    out: Path | None,
    region: Rect | None,
    client_name: str | None,
    licence: str,
    as_json: bool,
) -> int:
    """Make the theme NAME from screenshots of a client: `theme learn NAME --from A.png B.png`.

    What the reading is certain of is used as it is. For the other cells a contact sheet
    (NAME-looks.png) and a labels file (NAME-labels.toml) are written beside the theme: write the
    symbols into it and give it back with --labels, with the same screenshots. A game as it is
    played serves best: --live captures it from the screen (the frames are kept in NAME-seen
    beside the theme), or give a folder that `autosweep record` made. Exit code 3 if too little
    could be learned for a theme.
    """
    from autosweep.vision.learn import (
        ThemeInfo,
        examples,
        group_cells,
        labelled_samples,
        read_labels,
    )
    from autosweep.vision.themes import user_folder

    home = (user_folder() if out is None else out).absolute()
    _may_write(home, name)
    if live:
        first = (*first, str(_watch(home / f"{name}-seen", region, seconds)))
        region = None
    given = read_labels(labels) if labels is not None else {}
    shots = _read_shots(_files((*first, *more)), name, region)
    groups = group_cells(shots)
    missing = sorted(set(given) - {group.fingerprint for group in groups})
    if missing:
        msg = f"{labels} labels the cell {missing[0]}, which these screenshots do not show."
        raise ThemeError(msg, remedy="Give the same screenshots as when the file was written.")
    asked = [group for group in groups if group.code is None][:MAX_ASKED]
    still_open = sum(group.fingerprint not in given for group in asked)
    files = _ask(home, name, asked, given) if still_open else {"sheet": None, "labels": None}
    samples = labelled_samples(shots, groups, given)
    source = f"{LEARNED} {count_of(len(shots), 'screenshot')}"
    about = ThemeInfo(name, client_name or name, source, licence, "")
    result = _write(home / name, about, examples(samples), files)
    result |= _reread(home / name, shots, [sample.board.cells for sample in samples])
    result |= {"looks": len(groups), "open_looks": still_open, **files}
    if as_json:
        put_json(result)
    else:
        _tell_learned(result)
    return ExitCode.DONE


def _watch(folder: Path, region: Rect | None, seconds: float | None) -> Path:
    """Record the game on the screen until it is enough; return the recording's folder."""
    from autosweep.cli.record import command as record

    words = [str(folder)]
    if region is not None:
        words += ["--region", f"{region.x},{region.y},{region.w},{region.h}"]
    if seconds is not None:
        words += ["--seconds", str(seconds)]
    # What it says about the recording is part of the story here, not of the result.
    with contextlib.redirect_stdout(sys.stderr):
        record.main(words, standalone_mode=False)
    return folder


def _files(given: tuple[str, ...]) -> tuple[str, ...]:
    """Return the images that were named, folders opened; raises BadInput where there are none."""
    files: list[str] = []
    for name in given:
        folder = Path(name)
        if not folder.is_dir():
            files.append(name)
            continue
        place = folder / "frames" if (folder / "frames").is_dir() else folder
        found = sorted(p for p in place.iterdir() if p.suffix.lower() in PICTURES)
        if not found:
            msg = f"{folder} holds no images."
            raise BadInput(msg, remedy="Give screenshots or a recording's folder.")
        # Frames of one game are much alike: some from all over it show what there is to see.
        step = max(1, -(-len(found) // MAX_FRAMES))
        chosen = dict.fromkeys([*found[::step], found[-1]])
        files += [str(path) for path in chosen]
    if not files:
        msg = "There is nothing to learn from."
        raise BadInput(msg, remedy="Give screenshots with --from, or watch a game with --live.")
    return tuple(files)


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
    from autosweep.vision.reading import believed_boards
    from autosweep.vision.themes import load_themes

    # An earlier version of the theme must not teach itself.
    themes = tuple(theme for theme in load_themes() if theme.name != name)
    shots = []
    for file in files:
        pixels = image_pixels(read_input(file), file)
        if region is not None:
            pixels = pixels[max(0, region.y) : region.bottom, max(0, region.x) : region.right]
        readings = read(pixels, themes=themes) if pixels.size else []
        if not readings:
            say(f"{file}: no Minesweeper board found.", err=True)
            continue
        believed = believed_boards(readings, pointed_at=True)
        readings = believed or readings
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


def _ask(home: Path, name: str, asked: list[CellGroup], given: dict[str, int]) -> dict[str, Any]:
    """Write contact sheet and labels file and say where they are."""
    from autosweep.overlay.annotate import contact_sheet
    from autosweep.vision.learn import labels_text

    sheet, labels = home / f"{name}-looks.png", home / f"{name}-labels.toml"
    write_image(sheet, contact_sheet([group.image for group in asked]), named=False)
    write_output(labels, labels_text(name, asked, given).encode(), named=False)
    return {"sheet": str(sheet), "labels": str(labels)}


def _refuse_links(folder: Path) -> None:
    """Raise BadInput where a link would lead a file of the theme elsewhere."""
    held = [folder, *folder.iterdir()] if folder.is_dir() else []
    for path in held:
        if path.is_symlink():
            raise cannot_write(path, OSError(errno.ELOOP, "It is a symbolic link"))


def _write(
    folder: Path, about: Any, images: dict[int, list[Pixels]], files: dict[str, Any]
) -> dict[str, Any]:
    """Write the theme; raises NothingToSee if symbols are missing that every theme needs."""
    from autosweep.board import SYMBOLS
    from autosweep.vision.learn import write_theme
    from autosweep.vision.themes import NEEDED

    symbols = "".join(SYMBOLS[code] for code in sorted(images))
    missing = [symbol for symbol in NEEDED if symbol not in symbols]
    if missing:
        msg = f"The screenshots show no {' and no '.join(missing)} for certain: no theme is made."
        remedy = "Give more screenshots of games that have begun."
        if files["labels"]:
            remedy = f"Label the cells of {files['sheet']} in {files['labels']}; use --labels."
        raise NothingToSee(msg, remedy=remedy)
    _refuse_links(folder)
    try:
        write_theme(folder, about, images, "[client]")
    except OSError as error:
        raise cannot_write(folder, error) from None
    count = sum(len(some) for some in images.values())
    return {"theme": about.name, "folder": str(folder), "symbols": symbols, "pictures": count}


def _reread(
    folder: Path, shots: list[tuple[Pixels, Reading]], taught: list[bytes]
) -> dict[str, Any]:
    """Read the screenshots by the new theme alone and compare with what it was taught."""
    from autosweep.board import UNREAD
    from autosweep.vision.read import read
    from autosweep.vision.themes import load_theme

    theme = load_theme(folder)
    cells = alike = uncertain = 0
    for (pixels, reading), codes in zip(shots, taught, strict=True):
        box = reading.grid.bbox
        found = read(pixels, themes=(theme,))
        again = next((r for r in found if r.grid.bbox.intersect(box).area * 2 > box.area), None)
        known = [i for i, code in enumerate(codes) if code != UNREAD]
        cells += len(known)
        if again is not None and again.confidence.shape == reading.confidence.shape:
            alike += sum(again.board.cells[i] == codes[i] for i in known)
            uncertain += len(again.uncertain)
    return {"cells": cells, "alike": alike, "doubtful": uncertain}


def _tell_learned(result: dict[str, Any]) -> None:
    say(f"{result['theme']}: {result['symbols']}, {count_of(result['pictures'], 'image')}")
    say(f"folder: {result['folder']}")
    say(
        f"read again by it alone: {result['alike']} of {count_of(result['cells'], 'cell')} alike, "
        f"{result['doubtful']} uncertain"
    )
    if result["labels"]:
        say(f"{count_of(result['open_looks'], 'cell')} to label; sheet: {result['sheet']}")
        say(f"write their symbols into {result['labels']} and run again with --labels")
