"""What commands share: options made from settings, JSON out, boards and images in."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import json
import math
import os
import sys
from collections.abc import Callable, Container, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from autosweep.errors import BadInput
from autosweep.files import read_bounded, reason_of, write_file, write_remedy
from autosweep.geometry import Rect
from autosweep.messages import printable
from autosweep.settings import SECTIONS, names_of, resolve

if TYPE_CHECKING:
    from autosweep.interfaces import Pixels
    from autosweep.vision.reading import Reading
    from autosweep.vision.trace import Trace

Command = TypeVar("Command", bound=Callable[..., Any])
MAX_INPUT = 200_000_000
"""Bytes accepted from a file or stdin: a screenshot of three 4K monitors has less."""
_IMAGE_MAGIC = (b"\x89PNG", b"\xff\xd8\xff", b"BM", b"GIF8", b"RIFF", b"II*\x00", b"MM\x00*")

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")
mines_option = click.option(
    "--mines", type=click.IntRange(0), help="Mines in total, whatever the board says."
)
config_option = click.option(
    "--config",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Configuration file (TOML); the user's own is read first.",
)


def setting_options(
    section: str, *names: str, besides: Container[str] = (), config: bool = True
) -> Callable[[Command], Command]:
    """Add the options of a settings section to a command; all of them where none is named.

    Those in `besides` are left out. `config` False: the command has `--config` already.
    """

    def add(command: Command) -> Command:
        decorated: Any = config_option(command) if config else command
        wanted = [f for f in dataclasses.fields(SECTIONS[section]) if not names or f.name in names]
        fields = [field for field in wanted if field.name not in besides]
        for item in reversed(fields):
            decorated = _option(item)(decorated)
        return decorated  # type: ignore[no-any-return]

    return add


def _option(item: dataclasses.Field[Any]) -> Callable[[Command], Command]:
    about = item.metadata
    kind: Any = about["kind"]
    if about["choices"]:
        kind = click.Choice(about["choices"])
    elif kind is int:
        kind = click.IntRange(about["low"], about["high"])
    elif kind is float:
        kind = Number(about["low"], about["high"])
    if kind is bool:
        return click.option(
            "--" + item.name.replace("_", "-"),
            item.name,
            is_flag=True,
            default=None,
            help=about["help"],
        )
    default = "" if item.default is None else f" [default: {item.default}]"
    flag = "--" + item.name.replace("_", "-")

    def add(command: Command) -> Command:
        for old in names_of(item)[1:]:
            name = "--" + old.replace("_", "-")
            command = click.option(name, old, type=kind, default=None, hidden=True)(command)
        # None as click's default tells "not given" from "given as the default".
        words = about["help"] + default
        return click.option(flag, item.name, type=kind, default=None, help=words)(command)

    return add


def settings_from(section: str, options: Mapping[str, Any]) -> Any:
    """Return a settings section from a command's options."""
    names = {name for item in dataclasses.fields(SECTIONS[section]) for name in names_of(item)}
    flags = {name: value for name, value in options.items() if name in names}
    return resolve(section, flags, config=options.get("config"))


def read_input(name: str) -> bytes:
    """Return the bytes of a file, or of stdin for `-`; raises BadInput with the reason."""
    try:
        if name != "-":
            return read_bounded(Path(name), MAX_INPUT)
        return _standard_input()
    except (OSError, ValueError) as error:
        msg = f"{name} cannot be read: {reason_of(error)}."
        raise BadInput(msg, remedy="Check the file's name; `-` reads standard input.") from None


def _standard_input() -> bytes:
    # what the types do not say: a process may be started without one
    stream: Any = sys.stdin
    if stream is None:
        raise OSError(errno.EBADF, "Standard input is closed")
    data: bytes = stream.buffer.read(MAX_INPUT + 1)
    if len(data) > MAX_INPUT:
        raise OSError(errno.EFBIG, f"It has more than {MAX_INPUT} bytes")
    return data


def write_output(path: Path, data: bytes, *, named: bool = True) -> None:
    """Write a file whole or not at all; raises BadInput with the reason and what to do.

    `named` False: we made the name up, so a link at that place is refused (`files.replacing`).
    """
    try:
        write_file(path, data, named=named)
    except (OSError, ValueError) as error:
        raise cannot_write(path, error) from None


def cannot_write(path: Path | str, error: Exception) -> BadInput:
    """Return the error for a file that the user named and that cannot be written."""
    msg = f"{path} cannot be written: {reason_of(error)}."
    return BadInput(msg, remedy=write_remedy(error))


def is_image(data: bytes) -> bool:
    """Return True if data begins like an image file."""
    return data.startswith(_IMAGE_MAGIC)


def image_pixels(data: bytes, name: str) -> Pixels:
    """Return the pixels of an image file; raises ImageError."""
    import numpy as np

    from autosweep.vision.image import decode

    return decode(np.frombuffer(data, np.uint8), name)


def drop_output() -> None:
    """Send what is still to be written to stdout nowhere, so that nothing complains at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Print a line for people. Text goes to a terminal by this and `say_lines` only.

    What cannot be seen is written out, ends of lines included: names and titles come from
    elsewhere. Results go to stdout and must arrive; a stderr that takes nothing stops no work.
    """
    with contextlib.suppress(OSError) if err else contextlib.nullcontext():
        click.echo(printable(text), err=err, nl=nl)


def tell_user(sentence: str) -> None:
    """Say what the user is to do now, such as to answer a question of the desktop."""
    say(sentence, err=True)


def say_lines(text: object, *, err: bool = False, nl: bool = True) -> None:
    """Print several lines for people, such as a board."""
    with contextlib.suppress(OSError) if err else contextlib.nullcontext():
        click.echo(printable(text, newlines=True), err=err, nl=nl)


def put_json(value: object) -> None:
    """Print one JSON object on a line, in ASCII: no text in it can command a terminal."""
    click.echo(json.dumps(value))


def usable_strategy(name: str) -> str:
    """Return the strategy that plays when that one is asked for; says on stderr if it is another.

    Raises SettingsError if there is none of that name.
    """
    from autosweep.solver.strategy import find_strategy

    used = find_strategy(name).name
    if used != name:
        say(f"The strategy {name} needs the compiled engine; {used} plays instead.", err=True)
    return used


def say_progress(text: str) -> None:
    """Show how far the work is, in place of what was shown before; on a terminal only."""
    if sys.stderr.isatty():
        click.echo(f"\r{printable(text)}\033[K", nl=False, err=True)


def end_progress() -> None:
    """Remove what `say_progress` shows."""
    say_progress("")


class Number(click.FloatRange):
    """A number in a range; "not a number" and infinity, which float() takes, are out of any."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the number."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


class RegionType(click.ParamType[Rect]):
    """`X,Y,W,H` in screen points."""

    name = "X,Y,W,H"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Rect:
        """Read the four numbers."""
        if isinstance(value, Rect):
            return value
        parts = str(value).split(",")
        try:
            x, y, w, h = (int(part) for part in parts)
        except ValueError:
            x = y = w = h = 0
        if w < 1 or h < 1:
            self.fail(f"{value!r} is not X,Y,W,H with a positive size.", param, ctx)
        return Rect(x, y, w, h)


trace_option = click.option(
    "--trace", is_flag=True, help="Say which test accepted or rejected which grid."
)


def tell_trace(name: str, trace: Trace | None) -> None:
    """Print every grid that was tried in an image on stderr; nothing without a trace.

    Several passes find the same grid; what is said of it is printed once.
    """
    for line in dict.fromkeys(map(str, () if trace is None else trace.attempts)):
        say(f"{name}: {line}", err=True)


def found_boards(pixels: Pixels, name: str, trace: Trace | None, *, quiet: bool) -> list[Reading]:
    """Return the boards of an image, the best first; raises NoBoardFound where there is none.

    The grids that were tried are printed; if `quiet` only where no board was found.
    """
    from autosweep.errors import NoBoardFound
    from autosweep.vision.read import read
    from autosweep.vision.reading import believed_boards

    readings = read(pixels, trace=trace)
    # Who asks for hints on an image says that it shows a game.
    readings = believed_boards(readings, pointed_at=True) or readings
    if not quiet or not readings:
        tell_trace(name, trace)
    if not readings:
        msg = f"{name}: no Minesweeper board found."
        raise NoBoardFound(msg)
    return readings


def place_options(command: Command) -> Command:
    """Add --window, --region and --backend to a command that captures the screen."""
    window = click.option(
        "--window", metavar="TITLE", help="Look at the window of this title or class only."
    )
    region = click.option(
        "--region", type=RegionType(), help="Look at this part of the screen only."
    )
    decorated: Any = window(region(backend_option(command)))
    return decorated  # type: ignore[no-any-return]


def backend_option(command: Command) -> Command:
    """Add --backend to a command that needs a display."""
    from autosweep.desktop.backends import BACKENDS

    add = click.option(
        "--backend",
        type=click.Choice(BACKENDS),
        default="auto",
        show_default=True,
        help="How to reach the desktop on Linux: what fits the session, an X server, a Wayland "
        "compositor with the protocols of wlroots, the portal of GNOME or KDE, or the X programs "
        "of a Wayland session.",
    )
    decorated: Any = add(command)
    return decorated  # type: ignore[no-any-return]
