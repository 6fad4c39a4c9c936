"""A plot of a benchmark: win rates with intervals, and whether announced chances came true.

The only importer of matplotlib; it draws into a file and never opens a window.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from autosweep.bench.statistics import wilson
from autosweep.errors import BadInput, MissingExtra, install_command
from autosweep.files import replacing

_WIDTH, _HEIGHT = 10.0, 4.2
"""Inches."""
_SEEN = 20
"""A share of fewer guesses says nothing."""


def check(path: Path) -> None:
    """Raise before any game is played what would stop `draw`: MissingExtra and BadInput."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        msg = "A plot needs matplotlib, which is not installed."
        remedy = f"Install it with `{install_command('plot')}`."
        raise MissingExtra(msg, remedy=remedy) from None
    known = Figure().canvas.get_supported_filetypes()
    if path.suffix.lstrip(".").lower() not in known:
        msg = f"{path} does not say by its name which kind of image it is."
        raise BadInput(msg, remedy=f"End it with one of {', '.join(sorted(known))}.")
    if not path.parent.is_dir():
        msg = f"There is no folder {path.parent}."
        raise BadInput(msg, remedy="Name a file in a folder that exists.")


def draw(summary: Mapping[str, Any], path: Path) -> None:
    """Write the plot of a summary; the ending of the name says in which format."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
    rates, chances = figure.subplots(1, 2)
    _draw_rates(rates, summary)
    _draw_calibration(chances, summary)
    try:
        with replacing(path, named=True) as place:
            figure.savefig(place, dpi=120)
    except OSError as error:
        msg = f"{path} cannot be written: {error.strerror}."
        raise BadInput(msg, remedy="Name another file.") from None


def _draw_rates(axes: Any, summary: Mapping[str, Any]) -> None:
    for place, result in enumerate(summary["results"]):
        low, high = result["ci95"]
        rate = result["rate"]
        spread = [[100 * (rate - low)], [100 * (high - rate)]]
        axes.errorbar([100 * rate], [place], xerr=spread, fmt="o", capsize=4)
        axes.annotate(
            f"{100 * rate:.2f} %",
            (100 * rate, place),
            xytext=(0, 9),
            textcoords="offset points",
            ha="center",
        )
    names = [f"{r['strategy']}\n{r['games']:,} played" for r in summary["results"]]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.margins(x=0.2)
    axes.set_xlabel("games won, % (with 95 % interval)")
    axes.set_title(summary["board"])
    axes.grid(axis="x", alpha=0.3)


def _draw_calibration(axes: Any, summary: Mapping[str, Any]) -> None:
    axes.plot([0, 100], [0, 100], color="grey", linewidth=1, linestyle=":")
    for result in summary["results"]:
        bins = [part for part in result["calibration"] if part["guesses"] >= _SEEN]
        said = [100 * part["said"] for part in bins]
        was = [100 * part["was"] for part in bins]
        ranges = [wilson(round(part["was"] * part["guesses"]), part["guesses"]) for part in bins]
        spread = [
            [100 * max(part["was"] - low, 0) for part, (low, _) in zip(bins, ranges, strict=True)],
            [
                100 * max(high - part["was"], 0)
                for part, (_, high) in zip(bins, ranges, strict=True)
            ],
        ]
        axes.errorbar(said, was, yerr=spread, fmt="o-", capsize=3, label=result["strategy"])
    axes.set_xlabel("said to survive, %")
    axes.set_ylabel("survived, %")
    axes.set_title("guesses: announced and come true")
    axes.grid(alpha=0.3)
    if any(result["calibration"] for result in summary["results"]):
        axes.legend()
