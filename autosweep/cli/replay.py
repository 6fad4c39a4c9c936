"""`autosweep replay`: go through a recording or screenshots again and say what differs."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path

import click

from autosweep.cli.common import json_option, picture_of, put_json, read_input
from autosweep.errors import BadInput, ExitCode, ImageError

_PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp")


@click.command("replay")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
def command(paths: tuple[Path, ...], *, as_json: bool) -> int:
    """Read and solve a recording again and say where it differs from what was recorded.

    PATHS is the folder that --record or `record` wrote, or screenshots (files or a folder of
    them), which are read and solved one by one. Exit code 1 where something differs.
    """
    from autosweep.replay.recording import SESSION

    if len(paths) == 1 and (paths[0] / SESSION).exists():
        return _replay_recording(paths[0], as_json=as_json)
    return _replay_pictures(_pictures(paths), as_json=as_json)


def _replay_recording(folder: Path, *, as_json: bool) -> int:
    from autosweep.replay.compare import replay
    from autosweep.replay.recording import load_recording

    recording = load_recording(folder)
    differences = []
    steps = 0
    for _, _, found in replay(recording, progress=_progress):
        steps += 1
        differences.extend(found)
        if not as_json:
            for difference in found:
                click.echo(str(difference))
    _progress_done()
    if as_json:
        put_json(
            {
                "folder": str(folder),
                "steps": steps,
                "complete": recording.summary is not None,
                "damaged_lines": recording.damaged,
                "differences": [asdict(difference) for difference in differences],
            }
        )
    else:
        cut = "" if recording.summary is not None else " (the recording was cut short)"
        same = "nothing differs" if not differences else f"{len(differences)} differences"
        click.echo(f"{steps} steps read and solved again{cut}: {same}")
    return ExitCode.NO if differences else ExitCode.DONE


def _pictures(paths: tuple[Path, ...]) -> list[Path]:
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(p for p in path.iterdir() if p.suffix.lower() in _PICTURES)
        else:
            found.append(path)
    if not found:
        msg = f"{paths[0]} holds neither a recording nor pictures."
        raise BadInput(msg, remedy="Give a recording's folder or screenshots.")
    return found


def _replay_pictures(pictures: list[Path], *, as_json: bool) -> int:
    from autosweep.cli.read import board_json
    from autosweep.cli.solve import analysis_json
    from autosweep.solver.analyze import analyze
    from autosweep.vision.read import read

    seen = 0
    for number, path in enumerate(pictures):
        _progress(number, len(pictures))
        try:
            readings = read(picture_of(read_input(str(path)), str(path)))
        except ImageError as error:
            # One bad file among many must not end the work on the others.
            if as_json:
                put_json({"file": str(path), "error": str(error), "boards": []})
            else:
                click.echo(f"{path}: {error}")
            continue
        seen += bool(readings)
        boards = []
        for reading in readings:
            analysis = analyze(reading.board)
            boards.append(
                {**board_json(reading), "analysis": analysis_json(reading.board, analysis)}
            )
            if not as_json:
                best = analysis.best if analysis.best is not None else "nothing to open"
                board = reading.board
                what = f"{board.rows} x {board.cols} {reading.phase.value}"
                doubt = f", {len(reading.doubtful)} doubtful cells" if reading.doubtful else ""
                click.echo(
                    f"{path}: {what}{doubt}; {best if analysis.consistent else analysis.why}"
                )
        if as_json:
            put_json({"file": str(path), "boards": boards})
        elif not readings:
            click.echo(f"{path}: no board")
    _progress_done()
    return ExitCode.DONE if seen else ExitCode.NOTHING_TO_SEE


def _progress(number: int, total: int) -> None:
    if sys.stderr.isatty():
        click.echo(f"\r{number + 1} of {total}", nl=False, err=True)


def _progress_done() -> None:
    if sys.stderr.isatty():
        click.echo("\r\033[K", nl=False, err=True)
