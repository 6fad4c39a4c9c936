"""The first promise on a real display: no press off the board, no loss on a certain move."""

from __future__ import annotations

from pathlib import Path
from shutil import which

import cv2
import pytest
from support.clients import PROGRAMS, Program, running
from support.desktop_games import (
    CutGame,
    Outcome,
    play_cut,
    play_neighbours,
    play_picture,
    played,
    settled_board,
    tool,
)
from support.displayed import client, json_lines, wait_for

from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.interfaces import Click

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(which("xdotool") is None, reason="xdotool is missing (Debian: xdotool)"),
]


def test_a_client_whose_open_cells_open_their_neighbours_loses_on_no_certain_move(
    tmp_path: Path,
) -> None:
    """By the client's own journal: no click on an open cell, and what it calls each end."""
    outcome, journal = play_neighbours(tmp_path, games=2, seed=3)
    assert outcome.faults == []
    assert journal.count("open cell clicked") == 0
    assert (outcome.summary["won"], outcome.summary["lost"]) == (
        journal.count("won"),
        journal.count("lost"),
    )
    assert outcome.ended == 2


@pytest.mark.parametrize(
    "game",
    [
        CutGame("right", 2, seed=5, begun=True),
        CutGame("top left", 28, seed=6, begun=True),
        CutGame("bottom", 41, seed=7, begun=False),
    ],
    ids=lambda game: f"{game.direction} {game.off}",
)
def test_a_board_cut_by_the_screen_is_never_lost_on_a_certain_move(
    game: CutGame, tmp_path: Path
) -> None:
    outcome = play_cut(game, tmp_path)
    assert outcome.faults == []
    assert outcome.code == 3
    assert "cut off at the" in outcome.summary["why"]
    assert game.begun or outcome.presses == 0
    steps = [s for s in json_lines(tmp_path / "recording" / "session.jsonl") if s["type"] == "step"]
    assert all(step["reading"]["cut"] == game.direction.split() for step in steps)


def test_an_image_of_a_board_is_clicked_twice_at_most(tmp_path: Path) -> None:
    """Half open, so that many cells are certain: nothing answers, so nothing more is tried."""
    screen = InProcessScreen(ClientSettings(rows=9, cols=9, mines=10, seed=4, cell_px=28))
    screen.perform([Click(screen.mapping.to_screen(screen.grid.center((4, 4))))])
    image = tmp_path / "board.png"
    cv2.imwrite(str(image), screen.grab(screen.window).pixels)
    outcome = play_picture(image, tmp_path / "played")
    assert outcome.presses <= 2
    assert outcome.code == 3


def test_three_clicks_allowed_are_three_presses(
    x_environment: dict[str, str], tmp_path: Path
) -> None:
    with client(x_environment, tmp_path / "journal", "--rows", "16", "--cols", "16"):
        outcome = played(x_environment, tmp_path / "played", "--max-clicks", "3")
    assert outcome.presses == 3
    assert outcome.code == 130
    assert "3 clicks allowed" in outcome.summary["why"]


def test_a_game_that_was_over_does_not_count(x_environment: dict[str, str], tmp_path: Path) -> None:
    """Somebody lost it by a click on every cell; the next one is played."""
    journal = tmp_path / "journal"
    size = ["--rows", "8", "--cols", "8", "--mines", "20", "--cell-px", "30"]
    with client(x_environment, journal, *size):
        window = tool(x_environment, "search", "--class", "autosweep").split()[-1]
        for cell in range(64):
            x, y = 30 * (cell % 8) + 25, 30 * (cell // 8) + 75
            tool(x_environment, "mousemove", "--window", window, str(x), str(y), "click", "1")
        wait_for(lambda: "lost" in journal.read_text())
        tool(x_environment, "mousemove", "1200", "700")
        outcome = played(x_environment, tmp_path / "played", "--patience", "20")
    assert outcome.faults == []
    assert outcome.summary["games"] == outcome.ended == 1
    steps = [
        line
        for line in json_lines(tmp_path / "played" / "recording" / "session.jsonl")
        if line["type"] == "step"
    ]
    assert steps[0]["reading"]["phase"] == "ready"


@pytest.mark.parametrize("name", ["kmines", "xdemineur"])
def test_question_marks_of_a_person_are_taken_off(name: str, tmp_path: Path) -> None:
    """These clients ignore a left click on a question mark.

    They deal boards of their own. One on which a cell stays uncertain may be given up, so a game
    may be tried again.
    """
    reasons = []
    for attempt in range(3):
        outcome = play_marked(PROGRAMS[name], tmp_path / str(attempt))
        assert outcome.faults == []
        if outcome.ended:
            return
        reasons.append(outcome.summary["why"])
    pytest.fail(f"no game reached its end: {reasons}")


def play_marked(program: Program, folder: Path) -> Outcome:
    """Set question marks on hidden cells of a client, as a person does, and play."""
    with running(program, folder / "client") as environment:
        seen = settled_board(environment)
        cells = [row.split() for row in seen["board"]]
        hidden = [
            (r, c) for r, row in enumerate(cells) for c, code in enumerate(row) if code == "?"
        ]
        # Some deals open most of the board at once, so no place is sure to be hidden.
        hidden = sorted(hidden, key=lambda cell: (abs(cell[0] - 4) + abs(cell[1] - 4), cell))[:16]
        across, down = seen["col_edges"], seen["row_edges"]
        for r, c in hidden:
            x, y = round((across[c] + across[c + 1]) / 2), round((down[r] + down[r + 1]) / 2)
            for _ in range(2):
                tool(environment, "mousemove", str(x), str(y), "click", "3", "sleep", "0.1")
        tool(environment, "mousemove", "5", "900")
        marked = settled_board(environment)["board"]
        assert " ".join(marked).count("Q") == len(hidden) > 0, marked
        return played(environment, folder / "played", "--patience", "15")
