"""The process that clicks, in this process: what it does with requests, and actions on the way."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection
from threading import Event, Thread
from time import monotonic
from typing import Any

import numpy as np
import pytest

from autosweep.desktop.x11.click_process import OLDEST_REQUEST, Clicker, Packed, pack, unpack
from autosweep.errors import EnvironmentFault, Interrupted
from autosweep.geometry import ScreenMap, ScreenPoint
from autosweep.interfaces import Action, Button, Click, Frame, MoveTo, PressKey

CLICKS = [Click(ScreenPoint(n, n)) for n in range(4)]


class FakePointer:
    """A pointer that makes clicks until something happens."""

    def __init__(self) -> None:
        self.made: list[Action] = []
        self.before: Callable[[], None] = lambda: None
        self.cut_short = Event()

    def perform(self, actions: Sequence[Action], go_on: Callable[[], bool]) -> list[int]:
        for number, action in enumerate(actions):
            self.before()
            if not go_on():
                self.cut_short.set()
                return list(range(number, len(actions)))
            self.made.append(action)
        return []


@pytest.fixture
def pointer() -> FakePointer:
    return FakePointer()


@pytest.fixture
def player(pointer: FakePointer) -> Iterator[Connection]:
    """Yield the player's end of a connection that is served."""
    ours, theirs = socket.socketpair()
    with Connection(ours.detach()) as near, Connection(theirs.detach()) as far:
        clicker = Clicker(far, os.getpid(), pointer)
        thread = Thread(target=clicker.serve)
        thread.start()
        yield near
        near.close()
        thread.join(10)
        assert not thread.is_alive()
        assert clicker._state is not None
        os.close(clicker._state)


def ask(player: Connection, batch: list[Packed], age: float = 0.0) -> Any:
    player.send((monotonic() - age, batch))
    return player.recv()


def test_requests_are_answered(player: Connection, pointer: FakePointer) -> None:
    assert ask(player, [pack(click) for click in CLICKS]) == ("done", [])
    assert pointer.made == CLICKS


def test_a_request_of_a_player_that_was_stopped_on_the_way_is_withheld(
    player: Connection, pointer: FakePointer
) -> None:
    batch = [pack(MoveTo(ScreenPoint(1, 1))), pack(CLICKS[0]), pack(PressKey("f2"))]
    assert ask(player, batch, age=OLDEST_REQUEST + 1) == ("done", [1, 2])
    assert pointer.made == []


def test_faults_come_back_as_they_are(player: Connection, pointer: FakePointer) -> None:
    """Ours with their sentence and remedy, others as one of ours."""

    def interrupt() -> None:
        msg = "Somebody moved the mouse: stopped."
        raise Interrupted(msg, remedy="Let it go.")

    pointer.before = interrupt
    kind, fault = ask(player, [pack(CLICKS[0])])
    assert (kind, type(fault), fault.remedy) == ("fault", Interrupted, "Let it go.")
    assert str(fault) == "Somebody moved the mouse: stopped."
    pointer.before = lambda: {}[1]
    kind, fault = ask(player, [pack(CLICKS[0])])
    assert (kind, type(fault)) == ("fault", EnvironmentFault)
    assert "KeyError" in str(fault)


def test_a_player_that_is_gone_gets_no_further_click(
    player: Connection, pointer: FakePointer
) -> None:
    def leave_after_two() -> None:
        if len(pointer.made) == 2 and not player.closed:
            player.close()

    pointer.before = leave_after_two
    player.send((monotonic(), [pack(click) for click in CLICKS]))
    assert pointer.cut_short.wait(10)
    assert pointer.made == CLICKS[:2]


def test_actions_survive_the_way() -> None:
    pixels = np.arange(2 * 3 * 3, dtype=np.uint8).reshape(2, 3, 3)
    seen = Frame(pixels, mapping=ScreenMap(10, 20.5, 2.0, 1.0))
    click = Click(ScreenPoint(-5, 7), Button.BOTH, seen, 0.1)
    for action in (click, Click(ScreenPoint(1, 2)), MoveTo(ScreenPoint(3, -4)), PressKey("ctrl+n")):
        assert unpack(pack(action)) == action
    back = unpack(pack(click))
    assert isinstance(back, Click)
    assert back.seen is not None
    assert (back.hold, back.seen.mapping) == (0.1, seen.mapping)
    assert np.array_equal(back.seen.pixels, pixels)
