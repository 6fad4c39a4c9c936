"""`autosweep replay`: go through a recording or screenshots again and say what differs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import (
    Number,
    cannot_write,
    end_progress,
    json_option,
    put_json,
    say,
    say_lines,
    say_progress,
    usable_strategy,
)
from autosweep.errors import BadInput, ExitCode
from autosweep.files import replacing, write_file
from autosweep.jsonshapes.game_lines import timeline_json
from autosweep.messages import count_of, printable

if TYPE_CHECKING:
    from autosweep.replay.timeline import Timeline, TimelineStep


@click.command("replay")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--mines", type=click.IntRange(0), help="Mines in total, where no image tells.")
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a page for the browser; one file, works offline.",
)
@click.option(
    "--transcript",
    "text",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="Write every move with its reason as text; `-` for stdout.",
)
@click.option("--gif", type=click.Path(path_type=Path, dir_okay=False), help="Write a video (GIF).")
@click.option("--mp4", type=click.Path(path_type=Path, dir_okay=False), help="Write a video (MP4).")
@click.option(
    "--fps",
    type=Number(0.1, 30),
    default=2.0,
    help="Frames a second of a video. [default: 2]",
)
@json_option
def command(  # noqa: PLR0913 - one argument an option
    paths: tuple[Path, ...],
    *,
    mines: int | None,
    html: Path | None,
    text: Path | None,
    gif: Path | None,
    mp4: Path | None,
    fps: float,
    as_json: bool,
) -> int:
    """Read and solve a recording again, compare, and review what was played.

    PATHS is the folder that --record or `record` wrote, or screenshots (files or a folder of them,
    in any order). Infers what was clicked between two frames and says which risks were needed,
    where a safe cell was overlooked and how much was luck. Exit code 1 where today's program reads
    or decides otherwise than was recorded, 3 where no image shows a board.
    """
    timeline = _replay(paths, mines)
    end_progress()
    written = [
        _write(html, lambda path: _write_page(timeline, path)),
        _write(gif, lambda path: _write_gif(timeline, path, fps)),
        _write(mp4, lambda path: _write_mp4(timeline, path, fps)),
        _write(text, lambda path: _write_transcript(timeline, path, as_json=as_json)),
    ]
    if as_json:
        put_json(timeline_json(timeline) | {"written": [str(path) for path in written if path]})
    else:
        _print_result(timeline)
        for path in written:
            if path is not None and str(path) != "-":
                say(f"written: {path}", err=True)
    if timeline.differences:
        return ExitCode.NO
    return ExitCode.DONE if timeline.readable or timeline.recording else ExitCode.NOTHING_TO_SEE


def _replay(paths: Sequence[Path], mines: int | None) -> Timeline:
    from autosweep.replay.loading import load_recording
    from autosweep.replay.recording import SESSION
    from autosweep.replay.replayer import find_images, replay_images, replay_recording

    recordings = [path for path in paths if (path / SESSION).exists()]
    if recordings and len(paths) > 1:
        msg = "A recording is replayed alone."
        raise BadInput(msg, remedy="Give one folder of a recording, or screenshots.")
    if recordings:
        recording = load_recording(recordings[0])
        usable_strategy(recording.settings.strategy)
        return replay_recording(recording, mines=mines, progress=_progress)
    return replay_images(find_images(paths), mines=mines, progress=_progress)


def _write(path: Path | None, write: Any) -> Path | None:
    if path is None:
        return None
    try:
        write(path)
    except OSError as error:
        raise cannot_write(path, error) from None
    return path


def _write_page(timeline: Timeline, path: Path) -> None:
    from autosweep.replay.page import page

    # the name of a recording's folder need not be UTF-8
    text = page(timeline, progress=_progress).encode("utf-8", "backslashreplace")
    write_file(path, text, named=True)
    end_progress()


def _write_gif(timeline: Timeline, path: Path, fps: float) -> None:
    from autosweep.replay.video import write_gif

    with replacing(path, named=True) as place:
        write_gif(timeline, place, fps=fps, progress=_progress)
    end_progress()


def _write_mp4(timeline: Timeline, path: Path, fps: float) -> None:
    from autosweep.replay.video import write_mp4

    with replacing(path, named=True) as place:
        write_mp4(timeline, place, fps=fps, progress=_progress)
    end_progress()


def _write_transcript(timeline: Timeline, path: Path, *, as_json: bool) -> None:
    from autosweep.replay.transcript import transcript

    # a recording may come from anywhere, and people look at the file in a terminal too
    text = "".join(printable(line) + "\n" for line in transcript(timeline))
    if str(path) != "-":
        write_file(path, text.encode("utf-8"), named=True)
    elif not as_json:
        say_lines(text, nl=False)


def _print_result(timeline: Timeline) -> None:
    from autosweep.replay.transcript import review_lines

    for step in timeline.steps:
        for found in step.differences:
            say(str(found))
        if timeline.recording is None:
            say(_image_line(step))
    for review in timeline.reviews:
        for line in review_lines(review) if review.clicks else ():
            say(line)
    recording = timeline.recording
    if recording is None:
        say(f"{count_of(len(timeline.steps), 'image')}, {timeline.readable} with a board")
        return
    cut = "" if recording.summary is not None else " (the recording was cut short)"
    many = len(timeline.differences)
    differ = count_of(many, "difference") if many else "nothing differs"
    say(f"{count_of(len(timeline.steps), 'step')} read and solved again{cut}: {differ}")


def _image_line(step: TimelineStep) -> str:
    """Say what a screenshot shows, what was done next, and what is best where nothing was."""
    from autosweep.replay.transcript import move_text, verdict_text

    reading = step.reading
    if reading is None:
        return f"{step.name}: {step.note}"
    board = reading.board
    what = f"{step.name}: {board.rows} x {board.cols} {reading.phase.value}"
    if reading.uncertain:
        what += f", {count_of(len(reading.uncertain), 'uncertain cell')}"
    if step.clicks:
        worst = max(step.clicks, key=lambda judged: judged.risk or 0.0)
        more = len(step.clicks) - 1
        also = f" and {more} more" if more else ""
        return f"{what}; then {move_text(worst)} ({verdict_text(worst)}){also}"
    if step.decision is not None and step.decision.moves:
        return f"{what}; best: {step.decision.moves[0]}"
    return what


def _progress(number: int, total: int) -> None:
    say_progress(f"{number + 1} of {total}")
