"""`autosweep generate`: boards, random or solved by reasoning alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import (
    Number,
    cannot_write,
    json_option,
)
from autosweep.errors import BadInput
from autosweep.files import write_file
from autosweep.messages import count_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from autosweep.generate.attempts import Batch
    from autosweep.generate.generated import Generated
    from autosweep.generate.request import Request

_FORMATS = ("text", "json", "mbf", "id", "link")
_EXTENSIONS = {"text": ".txt", "json": ".json", "mbf": ".mbf", "id": ".id", "link": ".url"}


@click.command("generate")
@click.option(
    "--board",
    default="expert",
    show_default=True,
    help="beginner, intermediate, expert or ROWSxCOLSxMINES.",
)
@click.option("--rows", type=click.IntRange(1), help="Rows, instead of --board's.")
@click.option("--cols", type=click.IntRange(1), help="Columns, instead of --board's.")
@click.option("--mines", metavar="N|P%", help="Mines, or their share of the cells such as 30%.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the series.")
@click.option("--count", type=click.IntRange(1), default=1, show_default=True, help="How many.")
@click.option(
    "--skip", type=click.IntRange(0), default=0, help="Leave out the first of the series."
)
@click.option("--no-guess", is_flag=True, help="Only boards that reasoning alone solves.")
@click.option("--start", metavar="R,C", help="The first cell to open. [default: one that suits]")
@click.option(
    "--first-click",
    type=click.Choice(["zero", "safe", "none"]),
    default="zero",
    show_default=True,
    help="What the start is spared: a mine and mines round it, only a mine, or nothing.",
)
@click.option(
    "--mine-count",
    type=click.Choice(["used", "unused"]),
    default="used",
    show_default=True,
    help="Whether solving without guessing may count the mines that are left.",
)
@click.option(
    "--max-buried",
    type=Number(0, 100),
    default=2.0,
    show_default=True,
    help="Largest share, in percent, of mines with nothing but mines round them.",
)
@click.option(
    "--difficulty",
    type=click.Choice(["easy", "medium", "hard", "extreme"]),
    help="Only boards of this level.",
)
@click.option(
    "--method",
    type=click.Choice(["auto", "draw", "mend"]),
    default="auto",
    show_default=True,
    help="Draw until a board is solved (a fair sample), or move mines where solving is stuck.",
)
@click.option(
    "--max-seconds",
    type=Number(0),
    default=60.0,
    show_default=True,
    help="Give up on a board after this time.",
)
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Make them on the Dask cluster of this scheduler, such as tcp://host:8786.",
)
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", show_default=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Write to this file, or one file a board into this folder.",
)
@json_option
def command(*, as_json: bool, form: str, out: Path | None, **options: Any) -> None:
    """Make boards: random ones, or ones that need no guess.

    The same seed gives the same boards, whatever the number of workers and with or without the
    compiled engine. `autosweep client FILE` plays a board in any of the formats.
    """
    request = _request(options)
    form = "json" if as_json else form
    with _output(out, form, options["count"]) as put:
        if options["cluster"] is not None:
            from autosweep.cluster import executor_of

            with executor_of(options["cluster"]) as (executor, threads):
                _run(request, {**options, "workers": 2 * threads}, executor, put)
        else:
            with _executor(options["workers"]) as local:
                _run(request, options, local, put)


def _run(
    request: Request,
    options: dict[str, Any],
    executor: Executor | None,
    put: Callable[[Generated], None],
) -> None:
    """Make the boards and put each out as soon as it is done."""
    from autosweep.generate.generated import Generated
    from autosweep.generate.series import make_boards

    with _progress(options["count"]) as (report, done):
        boards = make_boards(
            request,
            options["count"],
            first=options["skip"],
            seconds=options["max_seconds"],
            executor=executor,
            workers=options["workers"],
            report=report,
        )
        for number, made in enumerate(boards, options["skip"]):
            put(Generated(request, number, made))
            done()


def _request(options: dict[str, Any]) -> Request:
    """Turn the options into a request; raises BadInput."""
    from autosweep.bench.games import parse_size
    from autosweep.board.game import FirstClick
    from autosweep.generate.request import Difficulty, Method, Request

    rows, cols, mines = parse_size(options["board"])
    given = [name for name in ("rows", "cols", "mines") if options[name] is not None]
    rows, cols = options["rows"] or rows, options["cols"] or cols
    if options["mines"] is not None:
        mines = _mines(options["mines"], rows * cols)
    elif given:
        msg = "The mines of a board of another size are not known."
        raise BadInput(msg, remedy="Add `--mines N`, or a share such as `--mines 20%`.")
    difficulty = options["difficulty"]
    return Request(
        rows,
        cols,
        mines,
        seed=options["seed"],
        start=_start(options["start"]),
        first_click=FirstClick(options["first_click"]),
        no_guess=options["no_guess"],
        count_mines=options["mine_count"] == "used",
        max_buried=options["max_buried"] / 100,
        difficulty=None if difficulty is None else Difficulty(difficulty),
        method=Method(options["method"]),
    )


def _mines(text: str, cells: int) -> int:
    try:
        if text.endswith("%"):
            return round(float(text[:-1]) / 100 * cells)
        return int(text)
    except (ValueError, OverflowError):
        msg = f"{text!r} is no number of mines."
        raise BadInput(msg, remedy="Give a number such as 99, or a share such as 20%.") from None


def _start(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    try:
        row, col = (int(part) for part in text.split(","))
    except ValueError:
        msg = f"{text!r} is not a cell R,C."
        raise BadInput(msg, remedy="Write the row, a comma and the column, both from 0.") from None
    return row, col


@contextmanager
def _output(out: Path | None, form: str, count: int) -> Iterator[Callable[[Generated], None]]:
    """Return what writes a board: to stdout, to one file, or to a file a board in a folder."""
    from autosweep.generate.generated import FORMATS

    write: Callable[[Generated], str | bytes] = FORMATS[form]
    folder = out is not None and (out.is_dir() or (form == "mbf" and count > 1))
    if form == "mbf" and out is None and (count > 1 or sys.stdout.isatty()):
        msg = "An .mbf file holds one board and is not text."
        raise BadInput(msg, remedy="Name a file, or a folder for several, with `--out`.")
    try:
        if out is None:
            # as it is: an .mbf file is bytes, and the text is our own
            yield lambda board: click.echo(write(board), nl=False)
        elif folder:
            out.mkdir(parents=True, exist_ok=True)
            name = f"{{:0{len(str(count))}}}{_EXTENSIONS[form]}"

            def put_file(board: Generated) -> None:
                write_file(out / name.format(board.number), _bytes(write(board)))

            yield put_file
        else:
            with out.open("wb") as file:

                def put(board: Generated) -> None:
                    file.write(_bytes(write(board)))
                    file.flush()

                yield put
    except OSError as error:
        if out is None:
            raise
        raise cannot_write(out, error) from None


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _executor(workers: int) -> AbstractContextManager[Executor | None]:
    """Return who makes the attempts: threads, since the engine needs no lock, or processes."""
    from autosweep.engine import core

    if workers == 1:
        return nullcontext()
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
    from multiprocessing import get_context

    if core() is not None:
        return ThreadPoolExecutor(workers)
    # spawn: a fork copies the locks of whatever threads there are
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))


@contextmanager
def _progress(
    count: int,
) -> Iterator[tuple[Callable[[int, Batch], None], Callable[[], None]]]:
    """Return what is told of batches and of finished boards: a bar on a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield lambda _number, _batch: None, lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = ("boards", BarColumn(), MofNCompleteColumn(), "{task.fields[note]}")
    with Progress(
        *columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True
    ) as bars:
        task = bars.add_task("", total=count, note="")
        attempts = 0

        def report(_number: int, batch: Batch) -> None:
            nonlocal attempts
            attempts += batch.attempts
            stuck = (
                "" if batch.made is not None else f", stuck with {count_of(batch.stuck, 'cell')}"
            )
            bars.update(task, note=f"{count_of(attempts, 'attempt')}{stuck}")

        yield report, lambda: bars.advance(task)
