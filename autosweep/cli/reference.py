"""The command line as one document, made from the commands themselves.

`python -m autosweep.cli.reference > docs/cli.md` writes it; a test compares the two, so that the
document cannot grow old.
"""

from __future__ import annotations

import sys

import click

from autosweep.cli.main import COMMANDS, cli
from autosweep.errors import ExitCode

WIDTH = 100
HEAD = """\
# The command line

Made from the commands themselves by `python -m autosweep.cli.reference > docs/cli.md`; a test
compares the two. How the commands are used: [README](../README.md). The shapes of `--json`:
[json](json.md).

## Exit codes

| code | means |
|---:|---|
{codes}

A command whose reader leaves (`autosweep generate --count 1000 | head -1`) ends with 0: the reader
has seen enough. `play` and `demo` stop the game first, finish the recording and end with 130. Where
output cannot be written for another reason, such as a full disk, the code is 4. Closed streams
(`2>&-`) change no code.

## Errors

Without `--json` an error is a sentence on stderr and a second line that says what to try:

```text
autosweep: board.txt cannot be read: No such file or directory.
  Check the file's name; `-` reads standard input.
```

With `--json` the same comes on stdout as well, as one object on the last line:

```json
{{"error": "board.txt cannot be read: No such file or directory.",
 "remedy": "Check the file's name; `-` reads standard input.", "exit_code": 2}}
```

`error` is one sentence, `remedy` what to try (it may be empty), `exit_code` the code with which the
command ends. Lines that a streaming command has printed before stay valid: `play` prints its
`summary` first. With code 1 the last line is either a result that says no or an error object; only
the latter has `error`.

Text for people is made visible: an escape sequence or a bidirectional override in a theme, a
recording, a title or a file name is printed as `\\x1b` or `\\u202e`. JSON is ASCII and keeps it.

## Files that are written

A file appears whole or not at all; where writing fails, an older file of that name stays as it was.
A file that you name may be a link, which is followed, a device or a pipe. At names that the program
makes up (`frames/0001.png`, `final.png`, the boards of `generate` in a folder) a link is refused. A
recording needs a folder that is new or empty.
"""
_CODES = {
    ExitCode.DONE: "done",
    ExitCode.NO: "done, and the answer is no: inconsistent board, game lost or of unknown result, "
    "replay differs, claim refuted, nothing found in time",
    ExitCode.BAD_INPUT: "wrong usage, or a file that cannot be read, understood or written",
    ExitCode.NOTHING_TO_SEE: "nothing to see: no board, unreadable, or a game that cannot go on",
    ExitCode.ENVIRONMENT: "the machine: no display, missing package, no permission, standard "
    "output that cannot be written, a hint overlay in the way of `play`, a leaderboard that cannot "
    "be written",
    ExitCode.BUG: "a bug of autosweep",
    ExitCode.INTERRUPTED: "stopped: Ctrl-C, the mouse moved, a limit of `play` was reached, or "
    "the output of `play` was closed by its reader",
}


def reference() -> str:
    """Return the help of every command, subcommands included, as Markdown."""
    top = click.Context(cli, info_name="autosweep", help_option_names=["-h", "--help"])
    codes = "\n".join(f"| {code.value} | {meaning} |" for code, meaning in _CODES.items())
    parts = [HEAD.format(codes=codes), _section(cli, top)]
    for name in sorted(COMMANDS):
        found = cli.get_command(top, name)
        assert found is not None  # noqa: S101 - COMMANDS is what get_command looks into
        parts += _sections(found, click.Context(found, info_name=name, parent=top))
    return "\n".join(parts)


def _sections(command: click.Command, context: click.Context) -> list[str]:
    parts = [_section(command, context)]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is not None:
                parts += _sections(found, click.Context(found, info_name=name, parent=context))
    return parts


def _section(command: click.Command, context: click.Context) -> str:
    formatter = click.HelpFormatter(width=WIDTH)
    command.format_help(context, formatter)
    return f"## {context.command_path}\n\n```text\n{formatter.getvalue().rstrip()}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(reference())
