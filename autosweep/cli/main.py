"""The command `autosweep`: finds the subcommand, runs it and turns every fault into a sentence.

Subcommands are imported when they are named, so that `--help` is instant. stdout is the result,
stderr is for people. Exit codes are those of `errors.ExitCode`.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import logging
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem, shell_complete

from autosweep import __version__
from autosweep.cli.common import drop_output
from autosweep.cli.logs import EscapedFormatter, add_log_options
from autosweep.errors import AutosweepError, ExitCode
from autosweep.files import reason_of, write_remedy
from autosweep.jsonshapes.parts import error_json
from autosweep.messages import printable

# Before numpy is imported: a product of small matrices is slower on several threads than on one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Before cv2 is imported: what is wrong with an image is said by us, once.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

COMMANDS = {
    "bench": "Play many games and compare strategies on them.",
    "check": "Say whether any mine layout fits a board.",
    "client": "Play Minesweeper yourself in the built-in game.",
    "client-profile": "List, show and forget what was learned about clients.",
    "completion": "Print the completion script of a shell.",
    "demo": "Watch autosweep find, read and play a game.",
    "doctor": "Say what is wrong with this set-up and what to do.",
    "explain": "Say why a cell is safe or a mine, in plain words.",
    "generate": "Make boards, random or solved by reasoning alone.",
    "hint": "Draw hints on an image of a game.",
    "leaderboard": "Show the best results.",
    "overlay": "Show hints over the game that you play yourself.",
    "play": "Play the Minesweeper that is on the screen.",
    "prove": "Prove or refute that a cell is a mine or safe, or that all flags are right.",
    "read": "Find and read every board in images.",
    "record": "Record what is on the screen without touching the mouse.",
    "replay": "Read and solve a recording or screenshots again and compare.",
    "solve": "Say everything that can be known about a board.",
    "theme": "List, check and learn themes.",
    "variant": "Solve, explain, make and play puzzles of 14 Minesweeper Variants.",
}
"""Name and one-line help of every command; `autosweep.cli.<name>` holds `command`, with underscores
for hyphens."""
COMPLETION_VARIABLE = "_AUTOSWEEP_COMPLETE"
"""Set by the shell that asks what may come next."""
_LONGEST = 2_000
"""Letters of a message: words that a user gave may be of any length."""


class LazyGroup(click.Group):
    """A group that imports a command when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all names."""
        del ctx
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; raises a usage error that names the nearest one."""
        if cmd_name not in COMMANDS and ctx.resilient_parsing:
            return None  # a shell asks what may come next
        if cmd_name not in COMMANDS:
            import difflib

            near = difflib.get_close_matches(cmd_name, COMMANDS, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            msg = f"There is no command {cmd_name!r}.{hint}"
            raise click.UsageError(msg, ctx)
        module = importlib.import_module(f"autosweep.cli.{cmd_name.replace('-', '_')}")
        command = module.command
        assert isinstance(command, click.Command)  # noqa: S101 - a fault of ours, not of the user
        add_log_options(command)
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command without importing any: Tab has to answer at once."""
        found = [name for name in self.list_commands(ctx) if name.startswith(incomplete)]
        items = [CompletionItem(name, help=COMMANDS[name]) for name in found]
        return items or super(click.Group, self).shell_complete(ctx, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="autosweep")
def cli() -> None:
    """Read, solve, explain and play any Minesweeper on the screen.

    Every command takes --json, -v and --log-file. Rows and columns count from 0; cells are written
    R,C.

    Exit codes: 0 done, 1 done and the answer is no, 2 bad input, 3 nothing to see, 4 environment,
    70 a bug, 130 interrupted.
    """


add_log_options(cli)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; tests call it without a process."""
    # Whoever says nothing wants to know what can be said.
    words = list(sys.argv[1:] if arguments is None else arguments) or ["--help"]
    _prepare()
    if asked := os.environ.get(COMPLETION_VARIABLE):
        return _complete(asked)
    try:
        # Not cli.main, which ends the process with 1 where a reader of our output has left.
        with cli.make_context("autosweep", words) as context:
            result = cli.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx is not None else "autosweep"
        remedy = f"See `{command} --help`."
        return _fault(_sentence(error), remedy, ExitCode.BAD_INPUT, words)
    except click.ClickException as error:
        return _fault(_sentence(error), "", ExitCode.BAD_INPUT, words)
    except (click.Abort, EOFError, KeyboardInterrupt):
        return _fault("Interrupted.", "", ExitCode.INTERRUPTED, words)
    except AutosweepError as error:
        _trace_if_wanted()
        return _fault(str(error), error.remedy, error.exit_code, words)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        drop_output()
        return ExitCode.DONE
    except Exception as error:  # noqa: BLE001 - the last net: the system's fault, or a bug
        return _unforeseen(error, words)
    return int(result) if isinstance(result, int) else ExitCode.DONE


def _prepare() -> None:
    """Get the process ready for any command."""
    for number in (0, 1, 2):
        # A stream that is closed (`2>&-`) leaves its number to the next file that is opened.
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    # what the types do not say: Python has None for a stream that was closed
    streams: Any = sys
    for name, number in (("stdout", 1), ("stderr", 2)):
        if getattr(streams, name) is None:
            setattr(streams, name, os.fdopen(number, "w", encoding="utf-8", closefd=False))
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(EscapedFormatter())
    if sys.platform == "win32":
        # Before any command imports a library that would decide it otherwise.
        from autosweep.desktop.win32.dpi import make_dpi_aware

        make_dpi_aware()


def _complete(asked: str) -> int:
    try:
        known = shell_complete(cli, {}, "autosweep", COMPLETION_VARIABLE, asked) == 0
    except (KeyError, ValueError):
        known = False
    if not known:
        message = f"{COMPLETION_VARIABLE} is set, but no shell asks for a completion."
        return _fault(message, f"Unset {COMPLETION_VARIABLE}.", ExitCode.BAD_INPUT, [])
    return ExitCode.DONE


def _unforeseen(error: Exception, words: list[str]) -> int:
    """Say what no command foresaw: a full disk, too little memory, or a mistake of ours."""
    _trace_if_wanted()
    code = ExitCode.ENVIRONMENT
    if isinstance(error, OSError) and error.errno is not None:
        drop_output()
        place = f"{error.filename}: " if error.filename else ""
        message = f"The system refused: {place}{reason_of(error)}."
        remedy = write_remedy(error)
    elif isinstance(error, MemoryError):
        message, remedy = "There is not enough memory for this.", "Give it less at a time."
    else:
        code = ExitCode.BUG
        message = f"This is a bug in autosweep: {type(error).__name__}: {error}"
        remedy = "Run it again with AUTOSWEEP_DEBUG=1 and report what it prints."
    return _fault(message, remedy, code, words)


def _sentence(error: click.ClickException) -> str:
    """Return what click says as one line: a list of choices has one for each."""
    return " ".join(error.format_message().split())


def _fault(message: str, remedy: str, code: ExitCode, words: list[str]) -> int:
    if len(message) > _LONGEST:
        message = message[: _LONGEST // 2] + " ... " + message[-_LONGEST // 4 :]
    # Where the words themselves cannot be written, the exit code still can.
    with contextlib.suppress(OSError):
        click.echo(f"autosweep: {printable(message)}", err=True)
        if remedy:
            click.echo(f"  {printable(remedy)}", err=True)
    if "--json" in words:
        with contextlib.suppress(OSError):
            click.echo(json.dumps(error_json(message, remedy, int(code))))
    return code


def _trace_if_wanted() -> None:
    if os.environ.get("AUTOSWEEP_DEBUG"):
        traceback.print_exc()
