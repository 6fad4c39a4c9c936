"""`autosweep replay`: go through a recording or screenshots again and say what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
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
from autosweep.messages import count_of, printable

if TYPE_CHECKING:
    from autosweep.replay.story import Moment, Story


@click.command("replay")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--mines", type=click.IntRange(0), help="Mines in total, where no picture tells.")
@click.option(
    "--html",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a page to look at it in a browser; one file, works offline.",
)
@click.option(
    "--transcript",
    "text",
    type=click.Path(path_type=Path, dir_okay=False, allow_dash=True),
    help="Write every move with its reason as text; `-` for stdout.",
)
@click.option("--gif", type=click.Path(path_type=Path, dir_okay=False), help="Write a film (GIF).")
@click.option("--mp4", type=click.Path(path_type=Path, dir_okay=False), help="Write a film (MP4).")
@click.option(
    "--fps",
    type=Number(0.1, 30),
    default=2.0,
    help="Pictures a second of a film. [default: 2]",
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
    in any order). Infers what was clicked between two pictures and says which risks were needed,
    where a safe cell was overlooked and how much was luck. Exit code 1 where today's program reads
    or decides otherwise than was recorded, 3 where no picture shows a board.
    """
    story = _retell(paths, mines)
    end_progress()
    written = [
        _write(html, lambda path: _write_page(story, path)),
        _write(gif, lambda path: _write_gif(story, path, fps)),
        _write(mp4, lambda path: _write_mp4(story, path, fps)),
        _write(text, lambda path: _write_transcript(story, path, as_json=as_json)),
    ]
    if as_json:
        put_json(_story_json(story) | {"written": [str(path) for path in written if path]})
    else:
        _tell(story)
        for path in written:
            if path is not None and str(path) != "-":
                say(f"written: {path}", err=True)
    if story.differences:
        return ExitCode.NO
    return ExitCode.DONE if story.seen or story.recording else ExitCode.NOTHING_TO_SEE


def _retell(paths: Sequence[Path], mines: int | None) -> Story:
    from autosweep.replay.loading import load_recording
    from autosweep.replay.recording import SESSION
    from autosweep.replay.story import find_pictures, retell_pictures, retell_recording

    recordings = [path for path in paths if (path / SESSION).exists()]
    if recordings and len(paths) > 1:
        msg = "A recording is replayed alone."
        raise BadInput(msg, remedy="Give one folder of a recording, or screenshots.")
    if recordings:
        recording = load_recording(recordings[0])
        usable_strategy(recording.settings.strategy)
        return retell_recording(recording, mines=mines, progress=_progress)
    return retell_pictures(find_pictures(paths), mines=mines, progress=_progress)


def _write(path: Path | None, write: Any) -> Path | None:
    if path is None:
        return None
    try:
        write(path)
    except OSError as error:
        raise cannot_write(path, error) from None
    return path


def _write_page(story: Story, path: Path) -> None:
    from autosweep.replay.page import page

    # the name of a recording's folder need not be UTF-8
    text = page(story, progress=_progress).encode("utf-8", "backslashreplace")
    write_file(path, text, named=True)
    end_progress()


def _write_gif(story: Story, path: Path, fps: float) -> None:
    from autosweep.replay.film import write_gif

    with replacing(path, named=True) as place:
        write_gif(story, place, fps=fps, progress=_progress)
    end_progress()


def _write_mp4(story: Story, path: Path, fps: float) -> None:
    from autosweep.replay.film import write_mp4

    with replacing(path, named=True) as place:
        write_mp4(story, place, fps=fps, progress=_progress)
    end_progress()


def _write_transcript(story: Story, path: Path, *, as_json: bool) -> None:
    from autosweep.replay.transcript import transcript

    # a recording may come from anywhere, and people look at the file in a terminal too
    text = "".join(printable(line) + "\n" for line in transcript(story))
    if str(path) != "-":
        write_file(path, text.encode("utf-8"), named=True)
    elif not as_json:
        say_lines(text, nl=False)


def _tell(story: Story) -> None:
    from autosweep.replay.transcript import review_lines

    for moment in story.moments:
        for found in moment.differences:
            say(str(found))
        if story.recording is None:
            say(_picture_line(moment))
    for review in story.reviews:
        for line in review_lines(review) if review.clicks else ():
            say(line)
    recording = story.recording
    if recording is None:
        say(f"{count_of(len(story.moments), 'picture')}, {story.seen} with a board")
        return
    cut = "" if recording.summary is not None else " (the recording was cut short)"
    many = len(story.differences)
    differ = count_of(many, "difference") if many else "nothing differs"
    say(f"{count_of(len(story.moments), 'step')} read and solved again{cut}: {differ}")


def _picture_line(moment: Moment) -> str:
    """Say what a screenshot shows, what was done next, and what is best where nothing was."""
    from autosweep.replay.transcript import move_text, verdict_text

    reading = moment.reading
    if reading is None:
        return f"{moment.name}: {moment.note}"
    board = reading.board
    what = f"{moment.name}: {board.rows} x {board.cols} {reading.phase.value}"
    if reading.uncertain:
        what += f", {count_of(len(reading.uncertain), 'doubtful cell')}"
    if moment.made:
        worst = max(moment.made, key=lambda judged: judged.risk or 0.0)
        more = len(moment.made) - 1
        also = f" and {more} more" if more else ""
        return f"{what}; then {move_text(worst)} ({verdict_text(worst)}){also}"
    if moment.decision is not None and moment.decision.moves:
        return f"{what}; best: {moment.decision.moves[0]}"
    return what


def _story_json(story: Story) -> dict[str, Any]:
    recording = story.recording
    about: dict[str, Any] = {"pictures": len(story.moments), "order": story.order}
    if recording is not None:
        about = {
            "folder": str(recording.folder),
            "format": recording.header["format"],
            "complete": recording.summary is not None,
            "damaged_lines": recording.damaged,
        }
    return about | {
        "steps": len(story.moments),
        "seen": story.seen,
        "differences": [asdict(found) for found in story.differences],
        "games": [asdict(review) for review in story.reviews],
        "frames": [_moment_json(moment) for moment in story.moments],
    }


def _moment_json(moment: Moment) -> dict[str, Any]:
    from autosweep.cli.read import board_json
    from autosweep.replay.recording import decision_json

    reading, known = moment.reading, moment.known
    lowest = None if known is None else known.lowest()
    return {
        "file": moment.name,
        "game": moment.game,
        "step": moment.step,
        "time": moment.time,
        "note": moment.note,
        "board": None if reading is None else board_json(reading),
        "lowest_risk": None if lowest is None else lowest[1],
        "decision": None if moment.decision is None else decision_json(moment.decision),
        "moves": [
            {
                "action": judged.made.deed.value,
                "cell": list(judged.cell),
                "opened": sorted(map(list, judged.made.opened)),
                "exploded": sorted(map(list, judged.made.exploded)),
                "verdict": judged.verdict.value,
                "risk": judged.risk,
                "lowest_risk": judged.lowest,
                "better": None if judged.better is None else list(judged.better),
                "why": judged.reason,
            }
            for judged in moment.made
        ],
    }


def _progress(number: int, total: int) -> None:
    say_progress(f"{number + 1} of {total}")
