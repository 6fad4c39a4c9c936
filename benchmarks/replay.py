"""Replay speed: frames a second of CPU time, and what the time goes into.

    python benchmarks/replay.py [--frames 1000] [--html] [RECORDING...]

Without recordings, games of the built-in client (16 x 30, one click a frame, so that no frame is
like the one before) are recorded first. Time is CPU time of one process. The floor is decoding
the pictures alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2

from autosweep.board import Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Click
from autosweep.play.click_plan import click_actions
from autosweep.play.decide import decide
from autosweep.play.live_board import observe_board
from autosweep.replay.loading import load_recording
from autosweep.replay.page import page
from autosweep.replay.recording import Recorder
from autosweep.replay.replayer import replay_recording
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter
from autosweep.vision.image import load_file


def record(folder: Path, frames: int, skin: str) -> None:
    """Record games that are played one click after the other."""
    clock = JumpingClock()
    settings = PlaySettings(patience=0.3, countdown=0.0)
    client = ClientSettings(rows=16, cols=30, mines=99, seed=1, skin=skin, cell_px=24)
    screen = InProcessScreen(settings=client, clock=clock)
    live = observe_board(screen, clock, StopAfter(), settings)
    game = step = 0
    with Recorder(folder, settings, source="memory", clock=clock) as recorder:
        for _ in range(frames):
            look_now = live.observe()
            decision = decide(look_now.reading, settings, game=game, step=step)
            recorder.step(game, step, look_now.frame, look_now.reading, decision)
            step += 1
            if decision.phase in (Phase.WON, Phase.LOST) or not decision.moves:
                face = screen.face
                screen.perform([Click(ScreenPoint(face.x + face.w // 2, face.y + face.h // 2))])
                game, step = game + 1, 0
                continue
            screen.perform(
                click_actions(decision.moves[:1], look_now.reading.grid, look_now.frame.mapping)
            )
        recorder.summary(frames, "")


def measured(work: Callable[[], object]) -> float:
    """Return the CPU seconds that something takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def main() -> int:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=1000)
    parser.add_argument("--skin", default="light")
    parser.add_argument("--html", action="store_true", help="measure the page too")
    parser.add_argument("recordings", nargs="*", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    slow = 0
    print(
        "| recording | frames | frames/s | decoding alone, ms | replay, ms a frame | differences |"
    )
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        folders = options.recordings
        if not folders:
            folders = [Path(scratch) / f"built-in {options.skin}"]
            record(folders[0], options.frames, options.skin)
        for folder in folders:
            recording = load_recording(folder)
            count = len(recording.steps)
            decoding = measured(lambda r=recording: [load_file(r.frame_path(s)) for s in r.steps])
            timelines = []
            taken = measured(lambda r=recording, s=timelines: s.append(replay_recording(r)))
            name = folder.parent.name if folder.name == "recording" else folder.name
            print(
                f"| {name} | {count} | {count / taken:.0f} | {1e3 * decoding / count:.1f} | "
                f"{1e3 * taken / count:.1f} | {len(timelines[0].differences)} |",
                flush=True,
            )
            slow += count / taken < 20
            if options.html:
                texts: list[str] = []
                writing = measured(lambda s=timelines, t=texts: t.append(page(s[0])))
                print(f"  page: {len(texts[0]) / 1e6:.1f} MB in {writing:.1f} s")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
