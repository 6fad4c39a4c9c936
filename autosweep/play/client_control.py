"""Controls of the client beside the board: a new game, dialogs, messages of a browser.

A key is sent only to the window it is meant for, a click only where that window is under it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from autosweep.board import Phase
from autosweep.errors import Refused
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Action, Click, Frame, Pixels, PressKey, Window
from autosweep.play.browser_windows import MESSAGE_KEY
from autosweep.play.capture import BoardCapture
from autosweep.play.click_sender import ClickSender
from autosweep.play.client_learner import ClientLearner
from autosweep.play.client_profile import Client, identified, with_distrust
from autosweep.play.consent_banner import banner_button
from autosweep.play.control_words import compact
from autosweep.play.dimmed import is_dimmed
from autosweep.play.events import ignore
from autosweep.play.evidence import Evidence, Fact
from autosweep.play.learned_button import LearnedButton
from autosweep.play.learned_profile import LearnedProfile
from autosweep.play.page_messages import PUT_AWAY, PageMessages
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.settings import PlaySettings
from autosweep.tracking.changes import same_pixels
from autosweep.tracking.observation import Observation
from autosweep.vision.combine import GENERIC
from autosweep.vision.ocr import read_text
from autosweep.vision.themes import ClientProfile

AUTO, NEVER = "auto", "never"
"""Values of the setting `new_game`: find the way, or start no game."""
_MAX_WITHHELD = 4
"""Attempts at a control that is withheld: after a suspension everything is, once."""
_MAX_MESSAGES = 8
"""Messages over a browser's page that are dismissed in one game."""
_MESSAGE_TIME = 0.3
"""Seconds that a message is given to go."""
_MAX_TEXTS = 6
"""Pictures over the board, where windows are not told, whose text is read in vain after clicks, and
after the end of a game once more: that is when dialogs come, on a busy machine late."""
_REACH = 5
"""Cells round the board within which the text of a dialog is searched for."""
_FOCUS_TIME = 1.0
"""Seconds that a window is given to take the keyboard for a key that is only tried."""
_NO_FOCUS = "The window {} does not get the keyboard, so no key is sent."


class ClientControl:
    """Works the client as its profile and the settings say."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a run are named one by one
        self,
        sender: ClickSender,
        guard: WindowGuard,
        waiting: Waiting,
        settings: PlaySettings,
        learner: ClientLearner | None = None,
        page_messages: PageMessages | None = None,
    ) -> None:
        """Work a client.

        `learner` knows what earlier games have shown of it, `page_messages` what a page said.
        """
        self._sender = sender
        self._guard = guard
        self._waiting = waiting
        self._settings = settings
        self._learner = learner
        self.profile = ClientProfile()
        """What is known of the client that is played."""
        self.client = Client()
        """The client whose rules decisions may rely on; see `decided_for`."""
        self._identified: tuple[str, Window | None, str | None] | None = None
        self._learned: LearnedProfile | None = None
        self._distrusted = False
        self._game = 0
        self._clicked_on: Observation | None = None
        self._messages = 0
        self._dialogs: Mapping[str, str] = {}
        self._texts = 0
        self._read: tuple[Pixels, str | None] | None = None
        """The picture over the board whose text was read last, and the key for it."""
        self._dismissed = False
        self._page_messages = page_messages or PageMessages(None, ignore)
        self.messages_shown: list[Frame] = []
        """The game's window with each message that was dismissed since the last clicks."""

    def begin_game(self, game: int) -> None:
        """Take note that a game begins."""
        self._game = game
        self._messages = self._texts = 0
        self._read = None
        self._clicked_on = None
        self._forget_messages()
        self._page_messages.begin_game(game)

    def clicks_sent(self, observation: Observation) -> None:
        """Take note of the observation on which the last clicks were made."""
        self._clicked_on = observation
        # What lies over a board later may be taken for another client.
        self._dialogs = self.profile.dialogs
        self._texts = 0
        self._forget_messages()
        self._page_messages.clicks_sent()

    def game_ended(self) -> None:
        """Take note that a game has ended: a dialog may come now."""
        self._texts = 0

    def _forget_messages(self) -> None:
        self._dismissed = False
        self.messages_shown = []

    @property
    def message_dismissed(self) -> bool:
        """Whether a message was dismissed since the last clicks."""
        return self._dismissed or self._page_messages.shown

    @property
    def message_said(self) -> tuple[Phase, str] | None:
        """What messages of the page say of the result, and the words; None if nothing."""
        return self._page_messages.said

    def identify(self, theme: str) -> None:
        """Find the profile of the client, where its window may be another than the last time.

        A board that no theme explains names no client: in the same window it stays the client
        that it was before in this run.
        """
        window, before = self._guard.window, self._identified
        if theme == GENERIC and before is not None and before[1] == window:
            theme = before[0]
        learned = None if self._learner is None else self._learner.profile_of_window(window)
        known = theme, window, None if learned is None else learned.new_game
        if known != self._identified:
            self._identified, self._learned = known, learned
            self.profile, self.client = identified(theme, window, learned)
            if self._distrusted:
                self.client = with_distrust(self.client)

    def take_end(self, evidence: Iterable[Evidence]) -> None:
        """Take how a game ended.

        After a mine under a certain move, none in this client is called certain in this run.
        """
        if any(each.fact is Fact.CERTAIN_MOVE_LOST for each in evidence):
            self._distrusted = True
            self.client = with_distrust(self.client)

    @property
    def likely_control(self) -> str:
        """The control, in words, that was found in the window the last time; empty for none."""
        return "" if self._learned is None else self._learned.new_game_name

    @property
    def learned_buttons(self) -> tuple[LearnedButton, ...]:
        """How the button for a new game looked in earlier games."""
        return () if self._learned is None else tuple(self._learned.new_game_buttons)

    @property
    def way_to_new_game(self) -> str | None:
        """What starts a new game by the settings, else by the profile; None if neither says it."""
        given = self._settings.new_game
        if given == NEVER:
            return None
        return self.profile.new_game if given == AUTO else given

    def do_known(self, action: Action, *, why: str) -> None:
        """Do what is known to start a new game. Raises Refused where that is not possible."""
        for _ in range(_MAX_WITHHELD):
            self._await_window(action)
            if self.do_new_game(action, why=why):
                break

    def do_new_game(self, action: Action, *, why: str) -> bool:
        """Do what may start a new game; return False if that was withheld."""
        return self._sender.control(self._game, "new game", action, why=why)

    def press(self, keys: str, *, why: str, window: Window | None = None) -> bool:
        """Press a key in the game's window or in a dialog of it; return False if it was not done.

        The window must have the keyboard.
        """
        until = self._waiting.now() + _FOCUS_TIME
        while not self._guard.takes_keys(window):
            if self._waiting.now() >= until:
                return False
            self._waiting.pause()
        return self.do_new_game(PressKey(keys), why=why)

    def hover(self, point: ScreenPoint) -> None:
        """Bring the pointer over a control."""
        self._sender.hover(point)

    def park(self, observation: Observation) -> None:
        """Take the pointer off the board."""
        self._sender.park(observation)

    def dismiss(self, capture: BoardCapture) -> bool:
        """Dismiss a message or a dialog over the board; return True if a dialog is shown."""
        self.dismiss_message(capture)
        return self._dismiss_dialog() or self.dismiss_read_dialog(capture)

    def dismiss_banner(self, capture: BoardCapture) -> bool:
        """Put a cookie banner of a page away; return True if that was tried.

        In a browser that is driven by its protocol only: elsewhere the page's place is not known.
        """
        page = self._guard.page()
        if page is None or self._sender.dry_run:
            return False
        frame = capture.grab(page.rect)
        line = banner_button(read_text(frame))
        if line is None:
            return False
        place = frame.mapping.rect_to_screen(line.rect)
        point = ScreenPoint(place.x + place.w // 2, place.y + place.h // 2)
        self.hover(point)
        self._waiting.pause(_MESSAGE_TIME)
        now = capture.grab(place.grown(place.h))
        if all(compact(other.text) != compact(line.text) for other in read_text(now)):
            return False
        click = Click(point, seen=capture.grab(place))
        why = f'the button "{line.text}"'
        done = self._sender.control(self._game, "banner put away", click, why=why)
        self._waiting.pause(_MESSAGE_TIME)
        return done

    def dismiss_message(self, capture: BoardCapture) -> None:
        """Dismiss the message of a page in a browser: the page stands still until then."""
        before = self._clicked_on
        if before is None or self._sender.dry_run or not self._guard.in_browser:
            return
        # At the old place: beside the message a part of the board may be taken for the whole.
        now = capture.grab_again(before)
        dimmed = is_dimmed(before.frame, before.reading, now)
        if self._messages >= _MAX_MESSAGES or not dimmed or not self._guard.takes_keys():
            return
        if self._guard.rect is not None:
            # Afterwards nothing may tell what it said.
            self.messages_shown.append(capture.grab(self._guard.rect))
        self._sender.control(self._game, PUT_AWAY, PressKey(MESSAGE_KEY))
        self._messages += 1
        self._dismissed = True
        self._waiting.pause(_MESSAGE_TIME)

    def dismiss_read_dialog(self, capture: BoardCapture) -> bool:
        """Press the key that dismisses a dialog of this client which is known by its text.

        Only where the system tells no windows, so that there is no title to ask for. Return True if
        the text of such a dialog is there.
        """
        last = self._clicked_on
        if self._guard.knows_windows or self._sender.dry_run or last is None or not self._dialogs:
            return False
        margin = round(_REACH * max(last.reading.grid.cell_size))
        place = last.frame.mapping.rect_to_screen(last.reading.grid.bbox.grown(margin))
        keys = self._key_for(capture.grab(place))
        if keys is None:
            return False
        self._sender.control(self._game, "dialog put away", PressKey(keys))
        # It may not have had the keyboard yet: what is still there then gets the key again.
        self._waiting.pause(_MESSAGE_TIME)
        return True

    def _key_for(self, frame: Frame) -> str | None:
        """Return the key of the client's dialog whose text a frame shows; None for none."""
        if self._read is None or not same_pixels(frame.pixels, self._read[0]):
            if self._texts >= _MAX_TEXTS:
                return None
            shown = " ".join(line.text for line in read_text(frame)).lower()
            found = (keys for part, keys in self._dialogs.items() if part.lower() in shown)
            self._read = frame.pixels, next(found, None)
            self._texts += self._read[1] is None
        return self._read[1]

    def _dismiss_dialog(self) -> bool:
        """Press the key that dismisses a dialog of this client; return True if one is shown."""
        found = self._guard.dialog(self.profile.dialogs)
        if found is None or self._sender.dry_run:
            return False
        dialog, keys = found
        if self._guard.takes_keys(dialog):
            self._sender.control(self._game, "dialog put away", PressKey(keys))
        return True

    def _await_window(self, action: Action) -> None:
        """Wait until the game's window would get a key or a click; raises Refused if it does not.

        A dialog of the client may be in the way.
        """
        until = self._waiting.now() + self._settings.answer_time
        while True:
            if isinstance(action, PressKey):
                why = None if self._guard.takes_keys() else _NO_FOCUS.format(self._guard.window)
            else:
                why = self._guard.objection([action.point])
            if why is None:
                return
            if self._waiting.now() >= until:
                raise Refused(why, remedy="Bring the game's window to the front.")
            self._dismiss_dialog()
            self._waiting.pause()
