"""Play the built-in game in memory, record it, and review what was played.

Run it: `python examples/play_and_review.py FOLDER`; the folder must be new or empty. Nothing is
shown on the screen and the mouse is left alone.
"""

from __future__ import annotations

import sys
from pathlib import Path

from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.play.player import Player
from autosweep.replay.loading import load_recording
from autosweep.replay.recording import Recorder
from autosweep.replay.replayer import replay_recording
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter


def main(arguments: list[str]) -> int:
    """Play one game and print its review; return the exit code."""
    folder = Path(arguments[0])
    # a clock that jumps instead of waiting: the game lives in this process
    clock = JumpingClock()
    game = ClientSettings(rows=9, cols=9, mines=10, seed=6)
    screen = InProcessScreen(settings=game, clock=clock)
    settings = PlaySettings(countdown=0.0, patience=0.3, seed=6)
    with Recorder(folder, settings, source="memory", clock=clock) as recorder:
        summary = Player(screen, screen, clock, StopAfter(), settings, observe=recorder).run()
    print(f"won {summary.won}, lost {summary.lost}, clicks {summary.clicks}")
    timeline = replay_recording(load_recording(folder))
    for review in timeline.reviews:
        print("\n".join(review.sentences))
    print(f"differences when replayed: {len(timeline.differences)}")
    return 1 if timeline.differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
