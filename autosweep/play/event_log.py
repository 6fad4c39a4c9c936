"""Writes the events of play to the log: an observer beside recording and live view."""

from __future__ import annotations

import logging

from autosweep.messages import count_of
from autosweep.play.events import (
    Acted,
    AlreadyOver,
    BoardFound,
    Controlled,
    Decided,
    Event,
    GameEnded,
    Learned,
    NewGameTried,
    Seen,
    Summary,
    Withheld,
)

_log = logging.getLogger(__name__)


def log_event(event: Event) -> None:  # noqa: C901 - one case an event
    """Log what happened at INFO; each frame and each click at DEBUG."""
    match event:
        case BoardFound(game, frame, reading, others):
            place = frame.mapping.rect_to_screen(reading.grid.bbox)
            size = f"{reading.board.rows} x {reading.board.cols}"
            _log.info("game %d: board of %s at %s, theme %s", game, size, place, reading.theme)
            for other in others:
                _log.info("game %d: another board at %s is left alone", game, other)
        case Seen(game, step, frame, reading):
            uncertain = count_of(len(reading.uncertain), "uncertain cell")
            _log.debug("game %d, step %d: %s, %s", game, step, reading.phase.value, uncertain)
        case Learned(game, step):
            _log.debug("game %d, step %d: learned from a frame while waiting", game, step)
        case Decided(game, step, decision):
            moves = "; ".join(map(str, decision.moves[:3])) + "; ..." * (len(decision.moves) > 3)
            chosen = decision.refusal or moves or decision.phase.value
            _log.info("game %d, step %d: %s", game, step, chosen)
        case Acted(game, step, actions, retry):
            again = " again" if retry else ""
            _log.debug("game %d, step %d: sent%s: %s", game, step, again, actions)
        case Withheld(game, step, actions):
            _log.info("game %d, step %d: not sent: %s", game, step, actions)
        case Controlled(game, what, action, why):
            _log.info("game %d: %s: %s %s", game, what, action, why)
        case NewGameTried(control, worked):
            _log.info("`%s` %s a new game", control, "started" if worked else "did not start")
        case GameEnded(game, phase, why):
            _log.info("game %d: %s. %s", game, phase.value, why)
        case AlreadyOver(game, phase):
            _log.info("game %d: already %s", game, phase.value)
        case Summary():
            _log.info("%s", event)
