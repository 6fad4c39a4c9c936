"""Themes: what the cells of known clients look like; client profiles: how a client behaves.

A theme is a folder `templates/<theme>/` with `theme.toml` and images of whole cells, bevel
included, at any size. Themes are data that others may send: every path must stay inside the
folder, every size is bounded, and whatever is wrong is a ThemeError. A user's theme replaces a
shipped one of the same name; a broken one is left out, with a warning.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from autosweep.board import FirstClick
from autosweep.board.board import CODE_OF, UNREAD
from autosweep.errors import ImageError, ThemeError
from autosweep.files import inside, load_toml, reason_of
from autosweep.interfaces import Button, Pixels
from autosweep.vision.image import load_file

MAX_TOML_BYTES = 64_000
"""Bytes of theme.toml; shipped ones have up to 3,000."""
MAX_IMAGE_BYTES = 400_000
"""Bytes of the file of a cell."""
MIN_IMAGE_SIDE, MAX_IMAGE_SIDE = 6, 512
"""Pixels of its sides."""
MAX_IMAGES = 400
"""Images of one theme; shipped ones have up to 110."""
MAX_THEMES = 500
"""Themes of one folder."""
MAX_NAME = 60
"""Letters of a theme's name."""
MAX_SETTLE_MS = 60_000
"""Milliseconds that `settle_ms` may say."""
MIN_DIALOG_TITLE = 3
"""Letters: a title that any window has would send its key to any window."""
SEGMENT_COUNTERS = ("left", "right")
"""Sides above the board on which a counter in seven segments may be."""
NEEDED = "?1"
"""Symbols without which a theme cannot read any game."""


class OpenClick(Enum):
    """What a left click on a cell that is already open does."""

    IGNORED = "ignored"
    """Nothing."""
    CHORD = "chord"
    """It opens the neighbours of a number that has as many flags as it says, and else nothing."""
    UNKNOWN = "unknown"
    """Not measured: it may open the neighbours, mines included."""


@dataclass(frozen=True, slots=True)
class ClientProfile:
    """How a client behaves: what `play` needs and no image of cells shows."""

    titles: tuple[str, ...] = ()
    """Parts of window titles, any case. They narrow the search: any window can have any title."""
    classes: tuple[str, ...] = ()
    """Window classes."""
    new_game: str | None = None
    """Key or combination that starts a new game, such as `ctrl+n`."""
    first_click: FirstClick = FirstClick.SAFE
    chord: Button | None = None
    """Button that opens the neighbours of a satisfied number, None if none is known."""
    question_marks: bool = True
    """True if a second right click makes a question mark."""
    settle_ms: int = 500
    """Milliseconds that the client may take to draw after a click, at most."""
    dialogs: Mapping[str, str] = field(default_factory=dict)
    """Part of a dialog's title -> key that dismisses it."""
    open_click: OpenClick = OpenClick.UNKNOWN
    """What a left click on an open cell does; decides which clicks may be sent together."""
    counter: str | None = None
    """How mines are counted: `left` or `right` (seven segments on that side above the board),
    `text`, None for unknown."""


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """A theme as loaded."""

    name: str
    client: str
    """Program it was cut from."""
    source: str
    """How the images were made."""
    licence: str
    version: str
    codes: tuple[int, ...]
    """Cell code of each image."""
    images: tuple[Pixels, ...]
    profile: ClientProfile = field(default_factory=ClientProfile)
    folder: Path | None = None
    """Where it was loaded from."""


def shipped_folder() -> Path:
    """Return the folder of the themes that come with the program."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"


def user_folder() -> Path:
    """Return the folder of the user's own themes."""
    return Path(platformdirs.user_data_dir("autosweep", appauthor=False)) / "templates"


@dataclass(frozen=True, slots=True)
class BrokenTheme:
    """A theme that cannot be used."""

    folder: Path
    reason: str
    remedy: str


def load_themes(*folders: Path) -> tuple[Theme, ...]:
    """Return all themes in the folders, by name; those of later folders replace others.

    Raises ThemeError for a broken theme. Without folders these are the shipped ones and then the
    user's, and the broken ones are left out: one of them must not stop everything else.
    """
    if not folders:
        return _used(shipped_folder(), user_folder())
    themes, broken = _load(folders)
    if broken:
        raise ThemeError(broken[0].reason, remedy=broken[0].remedy)
    return themes


def installed_themes() -> tuple[tuple[Theme, ...], tuple[BrokenTheme, ...]]:
    """Return the shipped themes and the user's, and those that are left out."""
    return _load((shipped_folder(), user_folder()))


@cache
def _used(*folders: Path) -> tuple[Theme, ...]:
    """Return the themes that are not broken; warn once of those that are."""
    themes, broken = _load(folders)
    for theme in broken:
        logging.getLogger(__name__).warning(
            "autosweep: The theme %s is left out: %s", theme.folder.name, theme.reason
        )
    return themes


@cache
def _load(folders: tuple[Path, ...]) -> tuple[tuple[Theme, ...], tuple[BrokenTheme, ...]]:
    themes: dict[str, Theme] = {}
    broken: list[BrokenTheme] = []
    for folder in folders:
        try:
            found = _themes_in(folder)
        except ThemeError as error:
            broken.append(BrokenTheme(folder, str(error), error.remedy))
            continue
        for place in found:
            try:
                theme = load_theme(place)
            except ThemeError as error:
                broken.append(BrokenTheme(place, str(error), error.remedy))
            else:
                themes[theme.name] = theme
    return tuple(themes[name] for name in sorted(themes)), tuple(broken)


def _themes_in(folder: Path) -> list[Path]:
    try:
        found = sorted(p for p in folder.iterdir() if (p / "theme.toml").is_file())
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        msg = f"{folder} cannot be read: {reason_of(error)}."
        raise ThemeError(msg) from error
    if len(found) > MAX_THEMES:
        msg = f"{folder} holds {len(found)} themes, which is too many."
        raise ThemeError(msg)
    return found


def load_theme(folder: Path) -> Theme:
    """Return the theme in a folder; raises ThemeError if it is broken."""
    data = _toml(folder)
    about = _table(data, "theme", folder)
    name = _text(about, "name", folder)
    if not 1 <= len(name) <= MAX_NAME or not all(ch.isalnum() or ch in "-_." for ch in name):
        msg = (
            f"The theme in {folder} has the name {name[:MAX_NAME]!r}; "
            f"use up to {MAX_NAME} letters, digits and - _."
        )
        raise ThemeError(msg)
    codes: list[int] = []
    images: list[Pixels] = []
    for symbol, files in _table(data, "cells", folder).items():
        code = CODE_OF.get(symbol, UNREAD)
        if code == UNREAD:
            msg = f"The theme {name} has images for {symbol!r}, which is no cell symbol."
            raise ThemeError(msg)
        for file in _texts(files, f"cells.{symbol}", folder):
            codes.append(code)
            images.append(_image(folder, file))
            if len(images) > MAX_IMAGES:
                msg = f"The theme {name} has more than {MAX_IMAGES} images."
                raise ThemeError(msg)
    missing = [symbol for symbol in NEEDED if CODE_OF[symbol] not in codes]
    if missing:
        msg = f"The theme {name} has no image for {' and '.join(missing)}."
        raise ThemeError(msg)
    return Theme(
        name,
        _text(about, "client", folder),
        _text(about, "source", folder),
        _text(about, "licence", folder),
        _text(about, "version", folder),
        tuple(codes),
        tuple(images),
        _profile(data.get("client", {}), folder),
        folder,
    )


def _toml(folder: Path) -> dict[str, Any]:
    path = inside(folder, "theme.toml")
    if path is None:
        msg = f"There is no theme.toml inside {folder}."
        raise ThemeError(msg)
    try:
        return load_toml(path, MAX_TOML_BYTES)
    except OSError as error:
        msg = f"{path} cannot be read: {reason_of(error)}."
        raise ThemeError(msg) from error
    except ValueError as error:
        msg = f"{path} is not valid TOML: {error}."
        raise ThemeError(msg) from error


def _image(folder: Path, file: str) -> Pixels:
    path = inside(folder, file)
    if path is None:
        msg = f"The theme in {folder} names {file!r}, which is not a file inside it."
        raise ThemeError(msg)
    try:
        pixels = load_file(path, most_bytes=MAX_IMAGE_BYTES, most_side=MAX_IMAGE_SIDE)
    except ImageError as error:
        raise ThemeError(str(error)) from error
    if not MIN_IMAGE_SIDE <= min(pixels.shape[:2]) <= max(pixels.shape[:2]) <= MAX_IMAGE_SIDE:
        height, width = pixels.shape[:2]
        msg = f"{path} is {width} x {height}; a cell has {MIN_IMAGE_SIDE} to {MAX_IMAGE_SIDE}."
        raise ThemeError(msg)
    return np.ascontiguousarray(pixels)


def _profile(table: Any, folder: Path) -> ClientProfile:
    if not isinstance(table, dict):
        msg = f"[client] in {folder} must be a table."
        raise ThemeError(msg)
    known = ClientProfile()
    allowed = set(ClientProfile.__dataclass_fields__)
    unknown = sorted(set(table) - allowed)
    if unknown:
        msg = f"[client] in {folder} has the unknown key {unknown[0]!r}."
        raise ThemeError(msg, remedy="Known keys: " + ", ".join(sorted(allowed)) + ".")
    try:
        first_click = FirstClick(table.get("first_click", known.first_click.value))
        chord = Button(table["chord"]) if table.get("chord") else None
        open_click = OpenClick(table.get("open_click", known.open_click.value))
    except ValueError as error:
        msg = f"[client] in {folder} has a value that is not known: {error}."
        raise ThemeError(msg) from error
    settle = table.get("settle_ms", known.settle_ms)
    marks = table.get("question_marks", known.question_marks)
    new_game = table.get("new_game")
    dialogs = table.get("dialogs", {})
    if type(settle) is not int or not 0 <= settle <= MAX_SETTLE_MS or type(marks) is not bool:
        msg = (
            f"[client] in {folder}: settle_ms is 0 to {MAX_SETTLE_MS}, "
            "question_marks is true or false."
        )
        raise ThemeError(msg)
    if not isinstance(new_game, str | None) or not isinstance(dialogs, dict):
        msg = f"[client] in {folder}: new_game is a key, dialogs a table of titles and keys."
        raise ThemeError(msg)
    counter = table.get("counter")
    if counter not in (None, "text", *SEGMENT_COUNTERS):
        msg = f"[client] in {folder}: counter is 'left', 'right', 'text' or absent."
        raise ThemeError(msg)
    if not all(isinstance(key, str) for key in dialogs.values()) or not all(
        len(title.strip()) >= MIN_DIALOG_TITLE for title in dialogs
    ):
        msg = (
            f"[client] in {folder}: dialogs name the key that dismisses each title, "
            f"and a title has at least {MIN_DIALOG_TITLE} letters."
        )
        raise ThemeError(msg)
    return ClientProfile(
        _texts(table.get("titles", []), "client.titles", folder),
        _texts(table.get("classes", []), "client.classes", folder),
        new_game,
        first_click,
        chord,
        marks,
        settle,
        dict(dialogs),
        open_click,
        counter,
    )


def _table(data: dict[str, Any], key: str, folder: Path) -> dict[str, Any]:
    table = data.get(key)
    if not isinstance(table, dict):
        msg = f"theme.toml in {folder} has no table [{key}]."
        raise ThemeError(msg)
    return table


def _text(table: dict[str, Any], key: str, folder: Path) -> str:
    value = table.get(key)
    if not isinstance(value, str):
        msg = f"theme.toml in {folder} has no text {key!r} in [theme]."
        raise ThemeError(msg)
    return value


def _texts(value: Any, key: str, folder: Path) -> tuple[str, ...]:
    values = [value] if isinstance(value, str) else value
    if not isinstance(values, list) or not all(isinstance(item, str) for item in values):
        msg = f"{key} in {folder} must be a list of texts."
        raise ThemeError(msg)
    return tuple(values)
