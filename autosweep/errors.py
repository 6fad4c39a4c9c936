"""Everything that can go wrong, as one tree; each class knows its exit code and what to try next.

    AutosweepError                     70  (only for bugs: subclasses say better)
    ├── BadInput                        2  the user gave something that cannot be used
    │   ├── BoardFormatError            2  a text, link or file that should be a board is not one
    │   ├── RuleError                   2  a rule that is unknown, or does not go with the rest
    │   ├── ImageError                  2  a file that should be an image is not one
    │   ├── ThemeError                  2  a theme is broken
    │   ├── RecordingError              2  a recording is missing or damaged
    │   └── SettingsError               2  an option, variable or configuration file is wrong
    ├── AnswerNo                        1  the work was done and the answer is no
    │   └── InconsistentBoard           1  no mine layout fits the board
    ├── TooLarge                        1  a limit was reached before the answer was known
    ├── NothingToSee                    3  the frame does not show what is needed
    │   ├── NoBoardFound                3  no Minesweeper board in the frame
    │   ├── DoubtfulReading             3  a board is there but cannot be trusted
    │   └── Refused                     3  a game cannot go on because of what the screen shows
    │       └── NoReaction              3  the client does not react to clicks
    ├── EnvironmentFault                4  the machine lacks something
    │   ├── NoDisplay                   4  no display to capture or click on
    │   ├── DisplayLost                 4  the display went away during the work
    │   └── MissingExtra                4  an optional package is not installed
    └── Interrupted                   130  the user stopped the work

A message is one sentence that says what is wrong; the remedy is one sentence that says what to try.
This module imports nothing of the project.
"""

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "DISTRIBUTION",
    "AnswerNo",
    "AutosweepError",
    "BadInput",
    "BoardFormatError",
    "DisplayLost",
    "DoubtfulReading",
    "EnvironmentFault",
    "ExitCode",
    "ImageError",
    "InconsistentBoard",
    "Interrupted",
    "MissingExtra",
    "NoBoardFound",
    "NoDisplay",
    "NoReaction",
    "NothingToSee",
    "RecordingError",
    "Refused",
    "RuleError",
    "SettingsError",
    "ThemeError",
    "TooLarge",
    "install_command",
]

DISTRIBUTION = "autosweep-minesweeper"
"""Name on the package index; `autosweep` there belongs to another project."""


def install_command(extra: str) -> str:
    """Return the shell command that installs autosweep with an extra of `pyproject.toml`."""
    return f"pip install '{DISTRIBUTION}[{extra}]'"


class ExitCode(IntEnum):
    """What the process tells the shell."""

    DONE = 0
    NO = 1
    BAD_INPUT = 2
    NOTHING_TO_SEE = 3
    ENVIRONMENT = 4
    BUG = 70
    INTERRUPTED = 130


class AutosweepError(Exception):
    """Root of the tree: `str(error)` is the sentence, `error.remedy` what to try next."""

    exit_code = ExitCode.BUG
    default_remedy = "Please report this with the command you ran."

    def __init__(self, message: str, *, remedy: str | None = None) -> None:
        super().__init__(message)
        self.remedy = self.default_remedy if remedy is None else remedy


class BadInput(AutosweepError):
    """The user gave something that cannot be used."""

    exit_code = ExitCode.BAD_INPUT
    default_remedy = "Check the command with `autosweep COMMAND --help`."


class BoardFormatError(BadInput):
    """A text, link or file that should be a board is not one."""

    default_remedy = (
        "A text board is a line `rows cols [mines]` and then one line a row, such as `? 1 0`."
    )


class RuleError(BadInput):
    """A rule that is unknown, or does not go with the board or with the other rules."""

    default_remedy = "`autosweep variant rules` lists all rules."


class ImageError(BadInput):
    """A file that should be an image is not one."""

    default_remedy = "Give a PNG, JPEG or BMP screenshot."


class ThemeError(BadInput):
    """A theme is broken."""

    default_remedy = "Repair or remove the theme's folder; `theme.toml` lists its images."


class RecordingError(BadInput):
    """A recording is missing or damaged."""

    default_remedy = (
        "Give the folder that `--record` wrote: it holds `session.jsonl` and `frames/`."
    )


class SettingsError(BadInput):
    """An option, variable or configuration file is wrong."""


class AnswerNo(AutosweepError):
    """The work was done and the answer is no."""

    exit_code = ExitCode.NO
    default_remedy = ""


class InconsistentBoard(AnswerNo):
    """No mine layout fits the board."""

    default_remedy = "Compare the numbers and the mine total with the game: one of them is wrong."


class TooLarge(AutosweepError):
    """A limit was reached before the answer was known."""

    exit_code = ExitCode.NO
    default_remedy = "Allow more time or nodes."


class NothingToSee(AutosweepError):
    """The frame does not show what is needed."""

    exit_code = ExitCode.NOTHING_TO_SEE
    default_remedy = "Make the whole board visible and try again."


class NoBoardFound(NothingToSee):
    """No Minesweeper board in the frame."""


class DoubtfulReading(NothingToSee):
    """A board is there but cannot be trusted."""


class Refused(NothingToSee):
    """The game cannot go on for a reason that lies in what is on the screen."""

    default_remedy = "Look at the board; `autosweep read` on a screenshot says what is uncertain."


class NoReaction(Refused):
    """The client does not react to clicks."""

    default_remedy = "Is the game over or paused, or another window in front?"


class EnvironmentFault(AutosweepError):
    """The machine lacks something."""

    exit_code = ExitCode.ENVIRONMENT
    default_remedy = "Run `autosweep doctor`."


class NoDisplay(EnvironmentFault):
    """No display to capture or click on."""

    default_remedy = "Set DISPLAY, run under `xvfb-run`, or use `autosweep demo`, which needs none."


class DisplayLost(EnvironmentFault):
    """The display went away during the work."""

    default_remedy = "Start the display again; the recording up to this point is intact."


class MissingExtra(EnvironmentFault):
    """An optional package is not installed."""


class Interrupted(AutosweepError):
    """The user stopped the work."""

    exit_code = ExitCode.INTERRUPTED
    default_remedy = ""
