"""`autosweep completion`: the script by which a shell completes commands and options."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from autosweep.cli.common import json_option, put_json

SHELLS = ("bash", "fish", "zsh")


@click.command("completion")
@click.argument("shell", type=click.Choice(SHELLS))
@json_option
def command(*, shell: str, as_json: bool) -> int:
    """Print the completion script for SHELL; a new shell then completes with Tab.

    \b
    bash  autosweep completion bash > ~/.local/share/bash-completion/completions/autosweep
    fish  autosweep completion fish > ~/.config/fish/completions/autosweep.fish
    zsh   autosweep completion zsh > "${fpath[1]}/_autosweep"
    """  # noqa: D301 - click wants the character, not the two letters
    from autosweep.cli.main import COMPLETION_VARIABLE, cli

    kind = get_completion_class(shell)
    assert kind is not None  # noqa: S101 - SHELLS names only shells that click knows
    script = kind(cli, {}, "autosweep", COMPLETION_VARIABLE).source()
    if as_json:
        put_json({"shell": shell, "script": script})
    else:
        click.echo(script)
    return 0
