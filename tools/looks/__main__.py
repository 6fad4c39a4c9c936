"""Write labelled images: `python -m tools.looks --out FOLDER --seed S --count N`."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .browser import Browser
from .dataset import save
from .generate import Choice, choice_of, draw, render, renderer_of

BATCH = 100
"""Images that one process makes before it is asked again; each batch of pages starts a browser."""


def write(out: Path, seed: int, numbers: range, renderer: str, choice: Choice) -> int:
    """Write some images of a seed; return how many."""
    cv2.setNumThreads(1)
    kinds = {k: renderer_of(k, renderer) for k in numbers}
    if "page" in kinds.values():
        with closing(Browser()) as browser:
            for k in numbers:
                write_one(out, seed, k, choice, browser if kinds[k] == "page" else None)
    else:
        for k in numbers:
            write_one(out, seed, k, choice, None)
    return len(numbers)


def write_one(out: Path, seed: int, number: int, choice: Choice, browser: Browser | None) -> None:
    """Write one image."""
    if browser is None:
        done, label = draw(seed, number, choice)
    else:
        done, label = render(browser, seed, number, choice)
    save(replace(label, path=out / label.path), done.encoded)


def batches_of(args: argparse.Namespace, choice: Choice) -> Iterator[int]:
    """Write all images, in this process or in several; yield the size of each batch."""
    last = args.first + args.count
    batches = [range(k, min(k + BATCH, last)) for k in range(args.first, last, BATCH)]
    if args.jobs == 1:
        for batch in batches:
            yield write(args.out, args.seed, batch, args.renderer, choice)
        return
    # a fork of a process with threads may hang
    with ProcessPoolExecutor(args.jobs, mp_context=get_context("spawn")) as pool:
        facts = (args.out, args.seed)
        waiting = [pool.submit(write, *facts, b, args.renderer, choice) for b in batches]
        for one in as_completed(waiting):
            yield one.result()


def main() -> None:
    """Write the images of one seed."""
    parser = argparse.ArgumentParser(prog="python -m tools.looks", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first image")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--renderer", choices=["drawn", "page", "both"], default="both")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--kept-out", action="store_true", help="families kept out of training")
    which.add_argument("--families", nargs="+", metavar="NAME", help="families and other grids")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    args = parser.parse_args()
    try:
        choice = choice_of(kept_out=args.kept_out, names=args.families)
    except ValueError as error:
        parser.error(str(error))
    args.out.mkdir(parents=True, exist_ok=True)
    with Progress(TextColumn("images"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
                  console=Console(stderr=True)) as progress:  # fmt: skip
        task = progress.add_task("images", total=args.count)
        for size in batches_of(args, choice):
            progress.advance(task, size)


if __name__ == "__main__":
    main()
