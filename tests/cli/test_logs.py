"""`-v`, `-vv` and `--log-file` on every command: quiet by default, on stderr, escaped."""

from __future__ import annotations

import logging
from pathlib import Path

import click
import pytest

from autosweep.cli.main import COMMANDS, cli, main
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.play.event_log import log_event
from autosweep.play.player import Player
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter

BOARD = "3 3 2\n1 ? ?\n? ? ?\n? ? 1\n"


@pytest.fixture
def board(tmp_path: Path) -> str:
    """Return the name of a board file."""
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return str(path)


def leaves(command: click.Command) -> list[click.Command]:
    if not isinstance(command, click.Group):
        return [command]
    return [command, *(one for sub in command.commands.values() for one in leaves(sub))]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_takes_the_options_once(name: str) -> None:
    for _ in range(2):
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        for one in leaves(command):
            flags = [flag for parameter in one.params for flag in parameter.opts]
            assert flags.count("-v") == flags.count("--log-file") == 1, one.name


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [([], [], False), (["-v"], [], True), ([], ["-v"], True), (["-v"], ["--verbose"], True)],
)
def test_the_log_is_on_stderr_and_quiet_by_default(
    before: list[str],
    after: list[str],
    shown: bool,  # noqa: FBT001 - a parameter of the test
    board: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*before, "check", board, *after]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("satisfiable\n")
    assert ("INFO autosweep.cli.check: 2 clues" in told.err) is shown
    assert told.err.count("\n") == shown


def test_debug_records_need_a_second_v_or_a_file(
    fixtures: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = str(next((fixtures / "screens" / "xbomb").rglob("*.png")))
    log = tmp_path / "log.txt"
    main(["read", image, "-v", "--log-file", str(log)])
    assert "DEBUG" not in capsys.readouterr().err
    assert "DEBUG autosweep.vision.read" in log.read_text("utf-8")
    main(["read", image, "-vv"])
    assert "DEBUG autosweep.vision.read" in capsys.readouterr().err
    main(["read", image])
    assert capsys.readouterr().err.count("INFO") == 0


def test_a_file_is_added_to_and_leaves_stderr_alone(
    board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.txt"
    for _ in range(2):
        assert main(["--log-file", str(log), "check", board]) == 0
    assert log.read_text("utf-8").count("2 clues") == 2
    assert capsys.readouterr().err == ""


def test_a_file_that_cannot_be_written_is_bad_input(
    board: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", board, "--log-file", str(tmp_path / "none" / "log.txt")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_logging_is_left_as_it_was(board: str, tmp_path: Path) -> None:
    logger = logging.getLogger("autosweep")
    main(["check", board, "-vv", "--log-file", str(tmp_path / "log.txt")])
    assert (logger.handlers, logger.level) == ([], logging.NOTSET)


def test_foreign_text_cannot_forge_a_line_or_command_a_terminal(
    board: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    evil = "a\n00:00:00.000 INFO autosweep: all is well\x1b]0;x\x07\u202e"

    def tell(*_: object, **__: object) -> str:
        logging.getLogger("autosweep.cli.check").warning("title %s", evil)
        return "glucose4"

    monkeypatch.setattr("autosweep.solver.sat.check_solver", tell)
    log = tmp_path / "log.txt"
    for options in (["-v"], ["--log-file", str(log)]):
        main(["check", board, *options])
        told = capsys.readouterr().err + (log.read_text("utf-8") if log.exists() else "")
        assert r"a\x0a00:00:00.000" in told
        assert r"\x1b]0;x\x07\u202e" in told
        assert not any(ch in told for ch in "\x1b\x07\u202e")


def test_the_events_of_a_game_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    clock = JumpingClock()
    game = ClientSettings(rows=8, cols=8, mines=8, seed=3, cell_px=20)
    screen = InProcessScreen(settings=game, clock=clock)
    settings = PlaySettings(patience=0.3, countdown=0.0, seed=3)
    with caplog.at_level(logging.DEBUG, "autosweep"):
        Player(screen, screen, clock, StopAfter(), settings, observe=log_event).run()
    told = [record for record in caplog.records if record.name == "autosweep.play.event_log"]
    text = "\n".join(record.getMessage() for record in told)
    for part in ("game 0: board of 8 x 8", "step 0: sent: ", "game 0: ", "Summary(games=1"):
        assert part in text
    assert {record.levelno for record in told} == {logging.INFO, logging.DEBUG}
