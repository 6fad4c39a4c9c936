"""Every setting once: default, range and help of a field live here and nowhere else.

Command-line options, environment variables (`AUTOSWEEP_PLAY_GUESS`), configuration files
(`[play] guess = "never"`) and the documentation derive from these dataclasses. The first that says
something wins: flag, variable, `--config` file, user file, default.
"""

from __future__ import annotations

import dataclasses
import difflib
import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from autosweep.errors import SettingsError
from autosweep.files import load_toml, reason_of

_PREFIX = "AUTOSWEEP_"
_OTHER_VARIABLES = frozenset({"AUTOSWEEP_DEBUG", "AUTOSWEEP_ENGINE"})
_MAX_FILE = 1_000_000
Section = TypeVar("Section")


def _setting(  # noqa: PLR0913 - one argument for each thing to know of a setting
    default: Any,
    about: str,
    *,
    kind: type,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    alias: str | None = None,
) -> Any:
    """Return a setting; `alias` is a name that it had before and that still works."""
    about_it = {"help": about, "kind": kind, "low": low, "high": high, "choices": choices}
    return field(default=default, metadata={**about_it, "alias": alias})


def names_of(item: dataclasses.Field[Any]) -> list[str]:
    """Return the name of a setting, then the one that it had before, if any."""
    alias = item.metadata["alias"]
    return [item.name] if alias is None else [item.name, alias]


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How to play what is on the screen."""

    strategy: str = _setting(
        "expert",
        "Which cell to open next.",
        kind=str,
        choices=("expert", "probabilistic", "linear", "random"),
    )
    games: int = _setting(1, "How many games to play.", kind=int, low=1)
    guess: str = _setting(
        "best",
        "What to do where nothing is certain: guess, ask first, or stop.",
        kind=str,
        choices=("best", "ask", "never"),
    )
    flags: str = _setting(
        "none",
        "Mark mines: never, where a chord needs it, or every proven one.",
        kind=str,
        choices=("none", "needed", "all"),
    )
    chord: bool = _setting(
        default=False, about="Open round numbers where that saves clicks; needs flags.", kind=bool
    )
    until_win: bool = _setting(
        default=False, about="Play until a game is won, at most --games.", kind=bool
    )
    new_game: str = _setting(
        "auto",
        "What starts a new game: auto (the client profile says it, else a control is searched for "
        "in the game's window), never, a key such as f2 or ctrl+n, X,Y (points from the window's "
        "upper left corner), or `click X Y` (share of the window's width, points below its top).",
        kind=str,
    )
    no_learn: bool = _setting(
        default=False,
        about="Neither use nor keep what playing shows of a client: its learned profile.",
        kind=bool,
    )
    new_game_tries: int = _setting(
        10, "How many controls to try for a new game.", kind=int, low=1, high=50
    )
    new_game_seconds: float = _setting(
        60.0, "Seconds to search for the way to a new game.", kind=float, low=1, high=600
    )
    max_seconds: float | None = _setting(None, "Stop after this time.", kind=float, low=0)
    max_clicks: int | None = _setting(None, "Stop after this many clicks.", kind=int, low=0)
    mines: int | None = _setting(
        None, "Mines in total, where the game does not show it.", kind=int, low=0
    )
    seed: int = _setting(0, "Seed of every random choice.", kind=int)
    countdown: float = _setting(
        3.0, "Seconds between the announcement and the first click.", kind=float, low=0, high=60
    )
    patience: float = _setting(
        5.0,
        "Seconds to wait for a board that cannot be read, before stopping.",
        kind=float,
        low=0,
        high=600,
    )
    answer_time: float = _setting(
        2.0,
        "Seconds a client may take to show the effect of a click.",
        kind=float,
        low=0.05,
        high=60,
    )
    poll: float = _setting(
        0.01, "Seconds between two captures of the board.", kind=float, low=0.001, high=1
    )


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The built-in game."""

    rows: int = _setting(9, "Rows.", kind=int, low=2, high=100)
    cols: int = _setting(9, "Columns.", kind=int, low=2, high=100)
    mines: int = _setting(10, "Mines.", kind=int, low=0)
    seed: int = _setting(0, "Seed of the first game; each new game adds one.", kind=int)
    first_click: str = _setting(
        "safe",
        "What the first click is spared: a mine, mines round it too, or nothing.",
        kind=str,
        choices=("safe", "zero", "none"),
    )
    skin: str = _setting(
        "classic",
        "How the game looks.",
        kind=str,
        choices=("classic", "light", "dark", "meadow"),
        alias="theme",
    )
    cell_px: int = _setting(32, "Width of a cell in pixels.", kind=int, low=10, high=128)


@dataclass(frozen=True, slots=True)
class OverlaySettings:
    """Hints over the game."""

    show: str = _setting(
        "certain",
        "What to show: a level (off, nudge, move, reason, safe, certain, heat, all) or a list of "
        "safe,mines,best,heat,numbers,why.",
        kind=str,
    )
    opacity: float = _setting(1.0, "How opaque the hints are.", kind=float, low=0.1, high=1)
    mines: int | None = _setting(
        None, "Mines in total, where the game does not show it.", kind=int, low=0
    )
    capture: str = _setting(
        "auto",
        "Look at the game's own window memory, at the screen, or at whatever is best here.",
        kind=str,
        choices=("auto", "window", "screen"),
    )
    no_keys: bool = _setting(default=False, about="Take no global keys.", kind=bool)


SECTIONS: Mapping[str, type] = {
    "client": GameSettings,
    "overlay": OverlaySettings,
    "play": PlaySettings,
}
"""The sections of a configuration file."""


def resolve(
    name: str,
    flags: Mapping[str, object],
    *,
    config: Path | None = None,
    environ: Mapping[str, str] | None = None,
) -> Any:
    """Return the section `name` with everything said about it put together.

    `flags` are the command line's values, None where nothing was given. Raises SettingsError.
    """
    values: dict[str, object] = {}
    for path in (_user_file(), config):
        if path is not None:
            values.update(_renamed(name, _from_file(path, must_exist=path is config).get(name, {})))
    values.update(_from_environment(os.environ if environ is None else environ).get(name, {}))
    given = {key: value for key, value in flags.items() if value is not None}
    values.update(_renamed(name, given))
    return checked(name, values)


def _renamed(name: str, values: Mapping[str, object]) -> dict[str, object]:
    """Return the values of a section under the names that its settings have today."""
    today = {
        word: item.name for item in dataclasses.fields(SECTIONS[name]) for word in names_of(item)
    }
    return {today[key]: value for key, value in values.items()}


def checked(name: str, values: Mapping[str, object]) -> Any:
    """Return the section `name` with these values; raises SettingsError where one cannot be."""
    section = SECTIONS[name]
    known = {item.name: item for item in dataclasses.fields(section)}
    for key, value in values.items():
        if value is not None or known[key].default is not None:
            _check(f"{name}.{key}", value, known[key].metadata)
    return section(**values)


def _user_file() -> Path:
    from platformdirs import user_config_path

    return user_config_path("autosweep") / "config.toml"


def _from_file(path: Path, *, must_exist: bool) -> dict[str, dict[str, object]]:
    try:
        tables = load_toml(path, _MAX_FILE)
    except (FileNotFoundError, NotADirectoryError):
        if not must_exist:
            return {}
        msg = f"There is no configuration file {path}."
        raise SettingsError(msg, remedy="Check the path after --config.") from None
    except (OSError, ValueError) as error:
        msg = f"The configuration file {path} cannot be read: {reason_of(error)}."
        remedy = 'It is TOML: `[play]`, then `guess = "never"`.'
        if isinstance(error, OSError):
            remedy = "Make it readable, or move it away."
        raise SettingsError(msg, remedy=remedy) from None
    for name, table in tables.items():
        _require_known(name, SECTIONS, f"section of {path}")
        if not isinstance(table, dict):
            msg = f"`{name}` in {path} must be a section."
            raise SettingsError(msg, remedy=f"Write `[{name}]` on a line of its own.")
        for key in table:
            names = [word for item in dataclasses.fields(SECTIONS[name]) for word in names_of(item)]
            _require_known(key, names, f"setting in section {name} of {path}")
    return tables


def _from_environment(environ: Mapping[str, str]) -> dict[str, dict[str, object]]:
    variables = {
        f"{_PREFIX}{name}_{word}".upper(): (name, item)
        for name, section in SECTIONS.items()
        for item in dataclasses.fields(section)
        for word in names_of(item)
    }
    found: dict[str, dict[str, object]] = {}
    for variable, text in environ.items():
        if not variable.startswith(_PREFIX) or variable in _OTHER_VARIABLES:
            continue
        _require_known(variable, variables, "environment variable")
        name, item = variables[variable]
        found.setdefault(name, {})[item.name] = _from_text(variable, text, item.metadata["kind"])
    return found


def _from_text(name: str, text: str, kind: type) -> object:
    if kind is bool:
        words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
        if text.lower() not in words:
            msg = f"{name} is {text!r} and must be yes or no."
            raise SettingsError(msg, remedy=f"Correct or unset {name}.")
        return words[text.lower()]
    try:
        value: object = kind(text)
    except ValueError:
        what = {"int": "a whole number", "float": "a number"}.get(kind.__name__, kind.__name__)
        msg = f"{name} is {text!r} and must be {what}."
        raise SettingsError(msg, remedy=f"Correct or unset {name}.") from None
    return value


def _check(name: str, value: object, about: Mapping[str, Any]) -> None:
    kind, low, high, choices = (about[key] for key in ("kind", "low", "high", "choices"))
    fits = isinstance(value, int | float if kind is float else kind)
    if not fits or (isinstance(value, bool) and kind is not bool):
        msg = f"{name} is {value!r} and must be of type {kind.__name__}."
        raise SettingsError(msg, remedy="Correct it in the configuration.")
    if choices and value not in choices:
        _require_known(str(value), choices, f"value for {name}")
    if isinstance(value, int | float):
        if not math.isfinite(value):
            msg = f"{name} is {value} and must be a finite number."
            raise SettingsError(msg, remedy="Give a number, or leave it out for the default.")
        if (low is not None and value < low) or (high is not None and value > high):
            ranges = " ".join(
                part
                for part in (
                    f"at least {low:g}" if low is not None else "",
                    f"at most {high:g}" if high is not None else "",
                )
                if part
            )
            msg = f"{name} is {value:g} and must be {ranges}."
            raise SettingsError(msg, remedy="Choose a value in that range.")


def _require_known(word: str, known: Any, what: str) -> None:
    if word in known:
        return
    near = difflib.get_close_matches(word, list(known), 1, 0.5)
    remedy = f"Did you mean {near[0]!r}?" if near else f"Known are: {', '.join(sorted(known))}."
    msg = f"{word!r} is not a known {what}."
    raise SettingsError(msg, remedy=remedy)
