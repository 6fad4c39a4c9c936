"""Recorders that are killed in mid-work, and what must be left of their recordings.

A forked child plays games in memory into a Recorder and says after each line how many steps are
written; the parent kills it with SIGKILL and compares. Used by the tests with a few kills and by
`benchmarks/kill_recorder.py` with many.
"""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from random import Random

from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.play.events import Event
from autosweep.play.player import Player
from autosweep.replay.loading import load_recording
from autosweep.replay.recording import Recorder
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter
from autosweep.vision.image import load_file

MOST_STEPS = 20
"""Steps after which, at the latest, a recorder is killed."""


def record_games(folder: Path, seed: int, report: int) -> None:
    """Play on and on; after each event write to a pipe how many steps were recorded."""
    clock = JumpingClock()
    game = ClientSettings(rows=16, cols=16, mines=40, seed=seed, skin="classic", cell_px=24)
    screen = InProcessScreen(settings=game, clock=clock)
    settings = PlaySettings(patience=0.3, countdown=0.0, seed=seed, games=500)
    with Recorder(folder, settings, source="memory", clock=clock) as recorder:

        def observe(event: Event) -> None:
            recorder(event)
            if type(event).__name__ in ("Decided", "GameEnded"):
                os.write(report, b".")

        os.write(report, b"r")
        Player(screen, screen, clock, StopAfter(), settings, observe=observe).run()


def kill_a_recorder(folder: Path, seed: int, random: Random) -> tuple[int, int]:
    """Kill a recorder at a random moment; return steps that were reported and that can be loaded.

    Every loaded step must have a picture that can be read.
    """
    out, report = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            record_games(folder, seed, report)
        finally:
            os._exit(1)
    os.close(report)
    with os.fdopen(out, "rb", buffering=0) as pipe:
        assert pipe.read(1) == b"r"
        wanted, said = random.randrange(MOST_STEPS), 0
        while said < wanted:
            said += len(pipe.read(wanted - said))
        time.sleep(random.uniform(0.0, 0.05))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        said += len(pipe.read())
    recording = load_recording(folder)
    for step in recording.steps:
        assert load_file(recording.frame_path(step)).size
    assert recording.damaged <= 1
    return said, len(recording.steps)
