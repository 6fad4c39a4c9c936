"""What is done to the client and not to the board: a new game, a dialog put away.

A key is sent only to the window it is meant for, a click only where that window is under it.
"""

from __future__ import annotations

from collections.abc import Callable

from autosweep.errors import Refused
from autosweep.interfaces import Action, Clock, PressKey, Window
from autosweep.play.browser import MESSAGE_KEY
from autosweep.play.guard import Guard
from autosweep.play.hand import Hand
from autosweep.play.plan import new_game_action
from autosweep.play.profile import Client, client_named, decided_for, profile_of
from autosweep.settings import PlaySettings
from autosweep.vision.themes import ClientProfile

_MOST_WITHHELD = 4
"""Times that a control is tried which is withheld: after a suspension everything is, once."""
_NO_FOCUS = "The window {} does not get the keyboard, so no key is sent."


class Controls:
    """Works the client as its profile and the settings say."""

    def __init__(
        self,
        hand: Hand,
        guard: Guard,
        clock: Clock,
        settings: PlaySettings,
        pause: Callable[[], None],
    ) -> None:
        """Set up; `pause` lets a little time pass, and stops where the user wants to."""
        self._hand = hand
        self._guard = guard
        self._clock = clock
        self._settings = settings
        self._pause = pause
        self.profile = ClientProfile()
        """What is known of the client that is played."""
        self.client = Client()
        """The client whose rules decisions may rely on; see `decided_for`."""
        self._whose: tuple[str, Window | None] | None = None
        self.game = 0
        """The game that is played, for the record."""

    def recognise(self, theme: str) -> None:
        """Find out whose window this is, where it may be another's than the last time."""
        if (theme, self._guard.window) != self._whose:
            self._whose = theme, self._guard.window
            self.profile = profile_of(*self._whose)
            self.client = client_named(decided_for(*self._whose), theme)

    @property
    def way_to_new_game(self) -> str | None:
        """What starts a new game, where that is known."""
        return self._settings.new_game or self.profile.new_game

    def new_game(self, theme: str) -> str:
        """Do what starts a new game; return its name. Raises Refused where that is not possible."""
        control = self.way_to_new_game
        if control is None:
            msg = f"How to start a new game of the theme {theme!r} is not known."
            raise Refused(msg, remedy="Name the key with `--new-game`, or play one game at a time.")
        action = new_game_action(control, self._guard.rect)
        for _ in range(_MOST_WITHHELD):
            self._await(action)
            if self._hand.control(self.game, "new game", action):
                break
        return control

    def dismiss_dialog(self) -> bool:
        """Press the key that puts away a dialog of this client; return True if one is shown."""
        found = self._guard.dialog(self.profile.dialogs)
        if found is None or self._hand.dry_run:
            return False
        dialog, keys = found
        if self._guard.takes_keys(dialog):
            self._hand.control(self.game, "dialog put away", PressKey(keys))
        return True

    def dismiss_message(self) -> bool:
        """Press the key that puts away a message of a browser; tell whether it got the key."""
        if not self._guard.takes_keys():
            return False
        self._hand.control(self.game, "message put away", PressKey(MESSAGE_KEY))
        return True

    def _await(self, action: Action) -> None:
        """Wait until the game's window would get a key or a click; raises Refused where not."""
        until = self._clock.now() + self._settings.answer_time
        while True:
            if isinstance(action, PressKey):
                why = None if self._guard.takes_keys() else _NO_FOCUS.format(self._guard.window)
            else:
                why = self._guard.objection([action.point])
            if why is None:
                return
            if self._clock.now() >= until:
                raise Refused(why, remedy="Bring the game's window to the front.")
            self.dismiss_dialog()
            self._pause()
