"""`autosweep client`: the built-in game for people."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import json_option, setting_options, settings_from
from autosweep.errors import BadInput

if TYPE_CHECKING:
    from autosweep.client.client_settings import ClientSettings
    from autosweep.settings import GameSettings

_BOARD_HELP = "Text board to begin with, if it exists, and to save to."


@click.command("client")
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@setting_options("client")
@click.option("--at", "place", metavar="X,Y", help="Where to put the window.")
@click.option(
    "--journal",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Add each state of the game to this file as a JSON line.",
)
@click.option("--board", type=click.Path(path_type=Path, dir_okay=False), help=_BOARD_HELP)
@click.option("--no-guess", is_flag=True, help="Lay the mines so that reasoning alone wins.")
@click.option("--undo", is_flag=True, help="Allow taking back the click that lost a game.")
@click.option("--panel", is_flag=True, help="Open the panel with help at once, as F1 does.")
@json_option
def command(*, place: str | None, journal: Path | None, as_json: bool, **options: Any) -> int:
    """Play Minesweeper yourself in the built-in game.

    Left click opens, right click marks, middle click (or both) opens round a number that has its
    flags. F2 or a click on the face starts a new game. F1 opens a panel with help: H marks a safe
    cell, S opens one and says why, A solves step by step (again: stops), P judges your flags, O
    shows probabilities, W explains the cell under the pointer. --json prints each state, as
    --journal writes it.

    FILE is a board to play, as `autosweep generate` writes it in any format, or a position to go on
    from.
    """
    from autosweep.results.leaderboard import default_file

    settings = client_settings(settings_from("client", options), place=place, journal=journal)
    settings = replace(
        settings,
        no_guess=options["no_guess"],
        undo=options["undo"],
        panel=options["panel"],
        board_file=_board_file(options["file"], options["board"]),
        leaderboard=default_file(),
    )
    from autosweep.client.launch import run
    from autosweep.desktop.clock import SystemClock

    if as_json and journal is None:
        settings = replace(settings, journal=Path("/dev/stdout"))
    return run(settings, SystemClock())


def _board_file(file: Path | None, board: Path | None) -> Path | None:
    """Return the board to begin with; unlike --board, a file that is named must exist."""
    if file is None:
        return board
    if board is not None:
        msg = "FILE and --board name two boards."
        raise BadInput(msg, remedy="Give one of them.")
    if not file.exists():
        msg = f"{file} does not exist."
        raise BadInput(msg, remedy="Name a board file, such as one that `generate --out` wrote.")
    return file


def client_settings(
    game: GameSettings, *, place: str | None = None, journal: Path | None = None
) -> ClientSettings:
    """Return the game's settings from what the user said."""
    from autosweep.board import FirstClick
    from autosweep.client.client_settings import ClientSettings

    position = None
    if place is not None:
        try:
            x, y = (int(part) for part in place.split(","))
        except ValueError:
            msg = f"{place!r} is not X,Y."
            raise click.BadParameter(msg, param_hint="--at") from None
        position = (x, y)
    return ClientSettings(
        rows=game.rows,
        cols=game.cols,
        mines=game.mines,
        seed=game.seed,
        first_click=FirstClick(game.first_click),
        skin=game.skin,
        cell_px=game.cell_px,
        position=position,
        journal=journal,
    )
