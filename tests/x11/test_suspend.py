"""A player that is suspended, stopped or killed: the display goes on, no button stays down."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from support.displayed import client, wait_for
from support.match import Match, end_process
from support.realplay import witness
from support.suspending import Probe, Suspended, children_of, session_of, state_of

pytestmark = [
    pytest.mark.x11,
    # python-xlib does not close the authority file
    pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning"),
]
HOLD = 0.4
BATCH = f"""
import sys
from autosweep.geometry import ScreenPoint
from autosweep.desktop.open import open_desktop
from autosweep.desktop.pointing import open_pointer
from autosweep.interfaces import Click, MoveTo
desktop = open_desktop(open_pointer)
pointer = desktop.pointer
pointer.perform([MoveTo(ScreenPoint(90, 90))])
clicks = [Click(ScreenPoint(100 + 20 * n, 120), hold={HOLD}) for n in range(8)]
print("ready", flush=True)
withheld = pointer.perform(clicks)
print(clicks.index(withheld[0]) if withheld else "all", len(withheld), flush=True)
desktop.close()
"""


@pytest.fixture(autouse=True)
def _authority(authority: None) -> None:
    """Let python-xlib connect in this process too."""


@contextmanager
def clicking(environment: dict[str, str]) -> Iterator[tuple[subprocess.Popen[str], Probe]]:
    """Run a program that makes slow clicks; yield it while a button is down."""
    probe = Probe(environment["DISPLAY"])
    program = subprocess.Popen(
        [sys.executable, "-c", BATCH], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        wait_for(lambda: probe.answers()[1].mask & 0x100)
        yield program, probe
    finally:
        end_process(program)
        probe.close()


def test_a_program_that_is_stopped_in_mid_click_leaves_no_button_down(
    x_environment: dict[str, str], tmp_path: Path
) -> None:
    """The click is finished while the program stands still; the rest of the batch is not made."""
    with (
        witness(x_environment, tmp_path) as presses,
        clicking(x_environment) as (program, probe),
    ):
        program.send_signal(signal.SIGSTOP)
        wait_for(lambda: state_of(program.pid) == "T")
        assert not probe.button_stays()
        time.sleep(2 * HOLD)
        assert state_of(program.pid) == "T"
        program.send_signal(signal.SIGCONT)
        assert program.stdout is not None
        first, count = program.stdout.readline().split()
        program.wait()
    assert first != "all"
    assert len(presses) == int(first)
    assert len(presses) + int(count) == 8


def test_a_program_that_is_killed_in_mid_click_leaves_nothing_behind(
    x_environment: dict[str, str],
) -> None:
    with clicking(x_environment) as (program, probe):
        (helper,) = children_of(program.pid)
        # What a terminal sends to the program's session does not reach the process that clicks.
        assert session_of(helper) != session_of(program.pid)
        program.kill()
        program.wait()
        assert not probe.button_stays()
        wait_for(lambda: state_of(helper) in "ZX")


def test_stops_at_random_moments_of_real_games(
    x_environment: dict[str, str], tmp_path: Path
) -> None:
    with client(x_environment, tmp_path / "journal", "--cell-px", "20"):
        scene = Suspended(x_environment, tmp_path, Random(5))
        try:
            for _ in range(10):
                scene.stop_and_go()
            scene.kill()
        finally:
            scene.end()
    assert scene.figures.faults == 0, scene.figures


def test_a_suspended_game_goes_on_wherever_the_mouse_is_then(
    x_environment: dict[str, str], tmp_path: Path
) -> None:
    """Ctrl-Z stops between two steps; the person has the mouse meanwhile."""
    size = ("--rows", "16", "--cols", "24", "--mines", "60", "--cell-px", "22")
    with client(x_environment, tmp_path / "journal", *size):
        match, mouse = Match(x_environment, tmp_path), Probe(x_environment["DISPLAY"])
        try:
            match.play(patience=15)
            assert match.player is not None
            for number in range(4):
                match.player.send_signal(signal.SIGTSTP)
                wait_for(lambda: match.player and state_of(match.player.pid) == "T")
                before = match.steps()
                mouse.move(900 + number * 40, 700)
                assert match.steps() == before
                match.player.send_signal(signal.SIGCONT)
                match.wait_for_steps(3)
            assert match.stop() == 130
        finally:
            match.end()
            mouse.close()


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is missing")
def test_ctrl_z_and_fg_in_a_shell(x_environment: dict[str, str], tmp_path: Path) -> None:
    """The terminal is as it was while the game is suspended; Ctrl-C then ends it."""
    told, mouse = tmp_path / "terminal", Probe(x_environment["DISPLAY"])
    size = ("--rows", "16", "--cols", "24", "--mines", "60", "--cell-px", "22")
    spawn = "import pty; pty.spawn(['bash', '--norc', '-i'])"
    with (
        client(x_environment, tmp_path / "journal", *size),
        told.open("wb") as out,
        subprocess.Popen(
            [sys.executable, "-c", spawn],
            env={**x_environment, "TERM": "xterm"},
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
        ) as shell,
    ):

        def type_and_wait(keys: str, *answers: bytes) -> None:
            assert shell.stdin is not None
            before = told.stat().st_size
            shell.stdin.write(keys.encode())
            shell.stdin.flush()
            wait_for(lambda: all(answer in told.read_bytes()[before:] for answer in answers))

        try:
            play = f"{sys.executable} -m autosweep play --games 99 --countdown 0 --patience 15\n"
            type_and_wait(play, b"step 3", b"\x1b[?25l")
            type_and_wait("\x1a", b"\x1b[?25h", b"[1]+  Stopped")
            mouse.move(900, 700)
            type_and_wait("fg\n", b"step ", b" certain cell")
            type_and_wait("\x03", b"Stopped by SIGINT.", b"\x1b[?25h")
            type_and_wait("echo code $?\n", b"code 130")
        finally:
            shell.kill()
            mouse.close()


def test_a_process_that_clicks_and_is_killed_is_one_sentence(
    x_environment: dict[str, str], tmp_path: Path
) -> None:
    with client(x_environment, tmp_path / "journal"):
        match = Match(x_environment, tmp_path)
        try:
            match.play()
            assert match.player is not None
            (helper,) = children_of(match.player.pid)
            os.kill(helper, signal.SIGKILL)
            code, summary, story = match.outcome()
        finally:
            match.end()
    assert code == 4
    assert summary["why"] == "The process that moves the mouse has ended."
    assert story.count("\n") <= 2


@pytest.mark.parametrize("closed", ["2>&-", "2>/dev/full", "--json 2>&-", "<&- 2>&-"])
def test_a_closed_stderr_changes_nothing(
    x_environment: dict[str, str], tmp_path: Path, closed: str
) -> None:
    """Also with a countdown, which is announced there."""
    command = f"{sys.executable} -m autosweep play --countdown 0.1 --patience 15 {closed}"
    with client(x_environment, tmp_path / "journal", "--no-guess"):
        done = subprocess.run(
            ["sh", "-c", command], env=x_environment, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stdout[-500:]
    assert ("1 won" in done.stdout) or ('"won": 1' in done.stdout.splitlines()[-1])
