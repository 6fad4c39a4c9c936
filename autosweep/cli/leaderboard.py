"""`autosweep leaderboard`: the best results of all games played on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from autosweep.cli.common import json_option, put_json, say, say_lines
from autosweep.jsonshapes.game_lines import leaderboard_json
from autosweep.messages import count_of, table


@click.command("leaderboard")
@click.option("--file", type=click.Path(path_type=Path, dir_okay=False), help="Another file.")
@click.option("--count", type=click.IntRange(1), default=5, help="Results a size. [default: 5]")
@json_option
def command(*, file: Path | None, count: int, as_json: bool) -> int:
    """Show the fastest wins of each board size and player, and how many games were won.

    `play` adds every finished game to a CSV file in your data folder, `client` those that you play
    yourself. Wins with help are counted and not listed.
    """
    from autosweep.results.leaderboard import best, default_file, load

    results = load(file or default_file())
    chosen = best(results, count)
    if as_json:
        put_json(leaderboard_json(results, chosen))
        return 0
    if not results:
        say("No games yet: `autosweep play` and `autosweep client` add each one.")
        return 0
    won = sum(result.outcome == "won" for result in results)
    say(f"{count_of(len(results), 'game')}, {won} won ({won / len(results):.1%})")
    if not chosen:
        say("The fastest wins will be listed here.")
    rows = [
        (
            result.level,
            f"{result.seconds:.2f} s",
            f"3BV {result.bbbv}",
            f"{result.rate:.2f} 3BV/s",
            count_of(result.clicks, "click"),
            count_of(result.guesses, "guess"),
            result.player,
            result.theme,
            result.when,
        )
        for result in chosen
    ]
    if rows:
        say_lines(table(rows, left=(6, 7, 8)))
    return 0
