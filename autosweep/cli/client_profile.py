"""`autosweep client-profile`: list, show and forget what playing has shown about clients."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from autosweep.cli.common import json_option, put_json, say, say_lines
from autosweep.errors import BadInput, ExitCode
from autosweep.jsonshapes.profiles import broken_profile_json, learned_profile_json
from autosweep.messages import count_of, table

if TYPE_CHECKING:
    from autosweep.play.learned_profile import FirstClicks, LearnedProfile

_UNTOLD = "not known yet"


class ProfileName(click.ParamType[str]):
    """The name of a learned profile; a shell completes it."""

    name = "name"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names that begin like this."""
        from autosweep.play.profile_store import ProfileStore

        del ctx, param
        names = ProfileStore().names()
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


@click.group(
    "client-profile",
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
def command() -> None:
    """List, show and forget learned profiles: what `play` has seen of the clients it played.

    Each of these takes --json.
    """


@command.command("list", short_help="Show every learned profile.")
@json_option
def list_profiles(*, as_json: bool) -> int:
    """Show every learned profile: name, games, results, how a new game starts, day of last use.

    Files that cannot be used come last with what is wrong with them.
    """
    from autosweep.play.profile_store import ProfileStore

    store = ProfileStore()
    profiles, broken = store.load()
    if as_json:
        put_json(
            {
                "folder": str(store.folder),
                "profiles": [learned_profile_json(profile) for profile in profiles],
                "broken": [broken_profile_json(one) for one in broken],
            }
        )
        return ExitCode.DONE
    if not profiles and not broken:
        say("No client is known yet: `autosweep play` learns each one that it plays.")
        return ExitCode.DONE
    rows = [("name", "games", "won", "lost", "unknown", "new game", "last used")]
    rows += [
        (
            p.name,
            str(p.games),
            str(p.won),
            str(p.lost),
            str(p.unknown),
            p.new_game or "-",
            p.last_used,
        )
        for p in profiles
    ]
    say_lines(table(rows, left=(0, 5, 6)))
    for one in broken:
        say(f"not used: {one.file}: {one.reason}")
    return ExitCode.DONE


@command.command("show", short_help="Show one learned profile.")
@click.argument("name", type=ProfileName())
@json_option
def show(name: str, *, as_json: bool) -> int:
    """Show what was learned about the client NAME, and by which evidence."""
    from autosweep.play.profile_store import ProfileStore

    profile = ProfileStore().named(name)
    if as_json:
        put_json(learned_profile_json(profile))
    else:
        say_lines(table(_lines(profile), left=(0, 1)))
    return ExitCode.DONE


def _lines(profile: LearnedProfile) -> list[tuple[str, str]]:
    """Return what is known of a client, a line for each thing."""
    identity = profile.identity
    settle = profile.settle_ms
    lines = [
        ("name", profile.name),
        ("window class", identity.window_class or "-"),
        ("title", identity.title or "-"),
        ("theme", identity.theme),
        ("games", f"{profile.won} won, {profile.lost} lost, {profile.unknown} unknown"),
        ("last used", profile.last_used),
        ("new game", profile.new_game_name or profile.new_game or _UNTOLD),
        ("first click", _first_click(profile)),
        ("click on an open cell", _open_click(profile)),
        ("drawn within", _UNTOLD if settle is None else f"{settle} ms"),
    ]
    lines += [
        (f"  {size}", f"{count_of(counts.made, 'first click')}: {_counts(counts)}")
        for size, counts in profile.boards.items()
        if counts.made
    ]
    for result, kinds in profile.ends.items():
        lines += [(f"{result} by", f"{kind}: {count}") for kind, count in kinds.items()]
    lines += [("used", f"{what}: {count}") for what, count in profile.controls.items()]
    return lines


def _counts(counts: FirstClicks) -> str:
    mines = "mines not known" if counts.total is None else count_of(counts.total, "mine")
    return (
        f"{count_of(counts.clues, 'clue')} ({count_of(counts.zeros, 'zero')}), "
        f"{count_of(counts.mines, 'mine')}, {counts.unclear} unclear; a board has {mines}"
    )


def _first_click(profile: LearnedProfile) -> str:
    from autosweep.board import FirstClick

    known = profile.first_click
    if known is None:
        return _UNTOLD
    return "opens an area" if known is FirstClick.ZERO else "is spared a mine"


def _open_click(profile: LearnedProfile) -> str:
    known = profile.open_click
    return _UNTOLD if known is None else "opens nothing without flags"


@command.command("forget", short_help="Delete learned profiles.")
@click.argument("names", nargs=-1, type=ProfileName())
@click.option("--all", "everything", is_flag=True, help="Forget every client.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def forget(names: tuple[str, ...], *, everything: bool, yes: bool, as_json: bool) -> int:
    """Delete the learned profiles NAMES; asks first, on a terminal.

    What is forgotten is learned again when the client is played again.
    """
    from autosweep.play.profile_store import ProfileStore

    store = ProfileStore()
    if everything == bool(names):
        msg = "Give the names of learned profiles, or --all."
        raise BadInput(msg, remedy="See `autosweep client-profile list`.")
    wanted = store.names() if everything else list(dict.fromkeys(names))
    for name in wanted:
        store.require(name)
    confirmed = yes or not wanted or _confirmed(wanted)
    forgotten = wanted if confirmed else []
    for name in forgotten:
        store.forget(name)
    if as_json:
        put_json({"forgotten": forgotten})
    else:
        say(f"forgotten: {', '.join(forgotten) or 'nothing'}")
    return ExitCode.DONE if confirmed else ExitCode.NO


def _confirmed(names: list[str]) -> bool:
    """Ask whether to forget; without a terminal nobody can be asked: raises BadInput."""
    if not (sys.stdin and sys.stdin.isatty()):
        msg = "Nobody can be asked whether to forget: this is no terminal."
        raise BadInput(msg, remedy="Give --yes.")
    return click.confirm(f"Forget {', '.join(names)}?", err=True)
