"""Options of commands that work in a page of a browser instead of on the screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

from autosweep.cli.common import Number
from autosweep.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from autosweep.desktop.browser.page_request import PageRequest

    Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--browser",
        metavar="URL",
        help="Work in this page, in a browser that is started for it; the mouse stays free and no "
        "display is needed.",
    ),
    click.option(
        "--browser-attach",
        metavar="ADDRESS",
        help="Work in a browser that runs already, by its debugging port: http://127.0.0.1:PORT.",
    ),
    click.option("--tab", metavar="TITLE", help="The tab of that browser, by title or address."),
    click.option("--headed", is_flag=True, help="Show the browser that is started in a window."),
    click.option(
        "--scale",
        type=Number(0.5, 4),
        help="Pixels for each point of the page. [default: 1, or what the browser has]",
    ),
    click.option(
        "--browser-program",
        metavar="NAME",
        help="The browser to start, by name or path. [default: the first that is found]",
    ),
)


def page_options(command: Command) -> Command:
    """Add the options for a page to a command."""
    decorated: Any = command
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]


def page_request(
    options: Mapping[str, Any], *, watched: bool = False, **screen: object
) -> PageRequest | None:
    """Return the page that the options ask for, None for the screen; raises BadInput.

    `screen` are the values of options that only a screen has. `watched`: a person plays in the
    page, so a browser that is started is always shown.
    """
    from autosweep.desktop.browser.page_request import PageRequest, page_address, port_address

    url, attach = options.get("browser"), options.get("browser_attach")
    given = {name: options.get(name) for name in ("tab", "headed", "scale", "browser_program")}
    if url is None and attach is None:
        extra = next((name for name, value in given.items() if value), None)
        if extra is not None:
            msg = f"--{extra.replace('_', '-')} is about a browser, and none is asked for."
            raise BadInput(msg, remedy="Add --browser URL or --browser-attach ADDRESS.")
        return None
    for name, value in screen.items():
        if value not in (None, "auto"):
            msg = f"--{name} is about a screen and does not go with a browser's page."
            raise BadInput(msg, remedy=f"Leave out --{name}.")
    if given["tab"] and (attach is None or url is not None):
        msg = "--tab chooses a tab of a browser that runs already."
        raise BadInput(msg, remedy="Give it with --browser-attach and without --browser.")
    if given["browser_program"] and attach is not None:
        msg = "--browser-program names a browser to start, and --browser-attach one that runs."
        raise BadInput(msg, remedy="Leave out one of them.")
    return PageRequest(
        url="" if url is None else page_address(url),
        attach="" if attach is None else port_address(attach),
        tab=given["tab"] or "",
        program=given["browser_program"] or "",
        headed=bool(given["headed"]) or watched,
        watched=watched,
        scale=given["scale"],
    )
