"""The command line as one document, made from the commands themselves.

`python -m autosweep.cli.reference > docs/cli.md` writes it; a test compares the two, so that the
document cannot grow old.
"""

from __future__ import annotations

import sys

import click

from autosweep.cli.main import COMMANDS, cli

WIDTH = 100
HEAD = """\
# The command line

Made from the commands themselves by `python -m autosweep.cli.reference > docs/cli.md`; a test
compares the two. How the commands are used: [README](../README.md). The shapes of `--json`:
[design](design.md).
"""


def reference() -> str:
    """Return the help of every command, subcommands included, as Markdown."""
    top = click.Context(cli, info_name="autosweep", help_option_names=["-h", "--help"])
    parts = [HEAD, _section(cli, top)]
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
