"""The log of a command: `-v`, `-vv` and `--log-file FILE`, the same for every command.

Modules log with `logging.getLogger(__name__)`; nothing is shown unless it is asked for. The options
may stand before the command's name or after it. Text from elsewhere is escaped as in `messages`.
"""

from __future__ import annotations

import logging
from pathlib import Path

import click

from autosweep.cli.common import cannot_write, say_lines
from autosweep.messages import printable

ROOT = "autosweep"
"""The logger above all loggers of the package."""
LEVELS = (logging.WARNING, logging.INFO, logging.DEBUG)
"""Level on stderr by the number of `-v`."""
_LINE = "%(asctime)s.%(msecs)03d %(levelname)s %(name)s: %(message)s"
_KEY = "autosweep.log"


class EscapedFormatter(logging.Formatter):
    """Writes out what cannot be seen: a record may quote a name from elsewhere."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the base class's name
        """Return the line without the traceback; a newline in it is escaped too."""
        record.message = printable(record.message)
        return super().formatMessage(record)

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and the traceback if there is one."""
        return printable(super().format(record), newlines=True)


class _StderrHandler(logging.Handler):
    """Writes to the stderr of the moment: a live view replaces it while it draws."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; a stderr that takes nothing stops no work."""
        say_lines(self.format(record), err=True)


class _FileHandler(logging.FileHandler):
    """Adds to a file; a disk that is full stops no work."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the base class's name
        """Leave the record out."""


class _Log:
    """What was asked for on this command line so far."""

    def __init__(self) -> None:
        self._verbose = 0
        self._handlers: list[logging.Handler] = []
        self._stderr: logging.Handler | None = None
        self._logger = logging.getLogger(ROOT)

    def more(self, count: int) -> None:
        """Log on stderr, in more detail the larger the count."""
        self._verbose += count
        if self._stderr is None:
            self._stderr = _StderrHandler()
            self._add(self._stderr)
        self._stderr.setLevel(LEVELS[min(self._verbose, len(LEVELS) - 1)])
        self._logger.setLevel(min(handler.level for handler in self._handlers))

    def to_file(self, path: Path) -> None:
        """Log everything into a file; raises BadInput if it cannot be written."""
        try:
            handler = _FileHandler(path, encoding="utf-8", errors="backslashreplace")
        except (OSError, ValueError) as error:
            raise cannot_write(path, error) from None
        handler.setLevel(logging.DEBUG)
        self._add(handler)
        self._logger.setLevel(logging.DEBUG)
        if self._stderr is None:
            # warnings are said as without a file
            self.more(0)

    def _add(self, handler: logging.Handler) -> None:
        handler.setFormatter(EscapedFormatter(_LINE, "%H:%M:%S"))
        self._logger.addHandler(handler)
        self._handlers.append(handler)

    def close(self) -> None:
        """Leave logging as it was."""
        self._logger.setLevel(logging.NOTSET)
        for handler in self._handlers:
            self._logger.removeHandler(handler)
            handler.close()


def _log_of(context: click.Context) -> _Log:
    """Return the log of a command line; it ends with the outermost command."""
    if _KEY not in context.meta:
        log = _Log()
        context.meta[_KEY] = log
        context.find_root().call_on_close(log.close)
    found: _Log = context.meta[_KEY]
    return found


def _verbose(context: click.Context, _: click.Parameter, count: int) -> None:
    if count and not context.resilient_parsing:
        _log_of(context).more(count)


def _log_file(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    if path is not None and not context.resilient_parsing:
        _log_of(context).to_file(path)


def _options() -> list[click.Option]:
    return [
        click.Option(
            ["-v", "--verbose"],
            count=True,
            expose_value=False,
            callback=_verbose,
            help="Log what happens on stderr; -vv in detail.",
        ),
        click.Option(
            ["--log-file"],
            type=click.Path(path_type=Path, dir_okay=False),
            metavar="FILE",
            expose_value=False,
            callback=_log_file,
            help="Add the log, in detail, to a file.",
        ),
    ]


def add_log_options(command: click.Command) -> None:
    """Give a command and its subcommands the options of the log, once."""
    if any(parameter.name == "log_file" for parameter in command.params):
        return
    command.params += _options()
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            add_log_options(subcommand)
