"""Which controls were tried in a search for a new game, and which come next. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from autosweep.play.control_words import compact
from autosweep.play.controls import Control, ControlKind, ShownWindow

_MAX_SAME = 2
"""Times that one control is tried; at the first, something may have been in its way."""

Content = tuple[int | None, frozenset[str]]
"""What a window shows: its id and the words in it."""


def content_of(shown: ShownWindow) -> Content:
    """Return what a window shows, without counters: whether a control may be tried once more."""
    words = {compact(line.text) for line in shown.lines}
    handle = None if shown.window is None else shown.window.handle
    return handle, frozenset(word for word in words if any(map(str.isalpha, word)))


@dataclass(slots=True)
class ControlTries:
    """The controls that were tried since a game ended."""

    likely: frozenset[str]
    """Names of controls that led to a new game before; they come first."""
    _counts: Counter[str] = field(default_factory=Counter)
    _attempted: set[tuple[str, Content, int]] = field(default_factory=set)
    _levels: int = 0
    """How often a level was chosen: a start button may work only then, and no text tells it."""
    _steps: list[tuple[str, Content]] = field(default_factory=list)
    _chosen: set[str] = field(default_factory=set)
    """Levels that were chosen since another control was tried."""
    _after_level: bool = False
    """Whether a level was chosen last: that need not change any text."""
    _beside_menu: frozenset[str] | None = None
    _reloaded: bool = False

    def untried(self, controls: Iterable[Control], content: Content) -> list[Control]:
        """Return the controls that may be tried, the most promising first.

        A control is tried twice at most, and once where the window shows the same. With a menu
        open, only what has come with it. Once a page was loaded again, the place of the board is
        that of anything. A level is pressed again only after another control: that may take
        the choice back.
        """
        beside = self._beside_menu
        return [
            control
            for control in sorted(controls, key=lambda each: each.name not in self.likely)
            if self._counts[control.name] < _MAX_SAME
            and (control.name, content, self._levels_before(control)) not in self._attempted
            and (beside is None or _is_item(control, beside))
            and not (self._reloaded and control.kind is ControlKind.BOARD)
            and control.name not in self._chosen
        ]

    def note(self, control: Control, content: Content) -> None:
        """Note a control that is tried now."""
        self._counts[control.name] += 1
        self._attempted.add((control.name, content, self._levels_before(control)))
        is_level = control.kind is ControlKind.LEVEL
        self._levels += is_level
        self._chosen = {*self._chosen, control.name} if is_level else set()
        self._reloaded |= control.kind is ControlKind.RELOAD
        if self._steps and self._steps[-1][1] == content and not self._after_level:
            # What was tried before changed nothing.
            self._steps.pop()
        self._after_level = is_level
        self._steps.append((control.name, content))
        self._beside_menu = None

    def _levels_before(self, control: Control) -> int:
        """Return how many levels were chosen, as far as that may change what a control does."""
        return 0 if control.kind is ControlKind.LEVEL else self._levels

    @property
    def steps(self) -> tuple[str, ...]:
        """The controls that led on, one after the other."""
        return tuple(name for name, _ in self._steps)

    @property
    def in_menu(self) -> bool:
        """Whether a menu was opened, and nothing of it has been tried."""
        return self._beside_menu is not None

    def open_menu(self, controls: Sequence[Control]) -> None:
        """Note that a menu was opened; `controls` were there before."""
        self._beside_menu = frozenset(control.name for control in controls)

    def close_menu(self) -> None:
        """Note that the menu is closed."""
        self._beside_menu = None


def _is_item(control: Control, beside: frozenset[str]) -> bool:
    return control.name not in beside and control.kind is not ControlKind.DISMISS
