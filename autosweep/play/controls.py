"""Controls of a client that may start a new game, found in what its window shows. Pure.

The most promising control comes first: a text button that means a new game, a key or a click that a
text names, the face beside the board, then controls that lead there in several steps, then keys
that are usual for programs, flags on the mines, then the reload of a page. Words decide what may be
clicked (`control_words`); what is listed here is only tried, and every try is verified.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from autosweep.geometry import FramePoint, Rect, ScreenPoint
from autosweep.interfaces import Frame, Window
from autosweep.play.control_words import (
    Promise,
    agrees_to_leave,
    asks_to_leave,
    asks_to_play_again,
    compact,
    is_denied,
    is_face,
    leads_to_start_page,
    names_mode,
    promise_of,
    tells_result,
    words_of,
)
from autosweep.play.instruction_words import (
    asks_for_name,
    begins_with_key,
    button_named_in,
    key_named_in,
    says_click,
)
from autosweep.play.level_choices import choices_in
from autosweep.play.menus import menu_titles
from autosweep.play.obscured import is_obscured
from autosweep.play.paragraphs import is_in_paragraph, is_sentence
from autosweep.play.result_words import said_result
from autosweep.vision.icons import icons_beside
from autosweep.vision.ocr import TextLine

PROGRAM_KEYS = ("f2", "ctrl+n", "n", "r")
"""Keys that start a new game in many programs, tried in this order. Never in a browser.

Not Space or Enter: they press the button that has the keyboard, and close some programs."""
RELOAD_KEY = "f5"
"""The key that loads a page again. In browsers only."""
NAME_KEYS = ("escape", "enter")
"""Keys that leave a field for the name of a player: first the one that gives no name to anybody.
Never in a browser."""
AGREE_KEY = "enter"
"""The key that answers the browser's question whether to leave a page."""
DISMISS_KEY = "escape"
"""The key that puts a dialog away that has no button we may click."""
MAX_ICONS = 3
"""Square elements beside the board that are tried."""
_WORD_GAP = 1.0
"""Gap between two words of one text at most, as a share of their height."""
_SAME_ROW = 0.7
"""Share of its height that a word has in common with the one beside it."""
_FACE_LETTERS = 2
"""Letters that a face is read as at most, such as "x x"."""
_BESIDE = 3
"""Gap between the board and a text beside it at most, in heights of the text."""
_LETTER = 1.3
"""Height of a part of a text at most, as a share of that of its line."""
_LETTER_GAP = 0.5
"""Gap between a line of text and a part of it that was not read, as a share of its height."""
_FACE_OFF = 0.1
"""How far the face may be from the middle of the board, as a share of the board's width."""


class ControlKind(IntEnum):
    """What a control is, in the order in which controls are tried."""

    BUTTON = 0
    """A text that means a new game, or that another text tells to press for one."""
    AGREE = 1
    """A text that agrees to play again."""
    NAMED_KEY = 2
    """A key that a text tells to press, or that leaves a field for a name."""
    CLICK_TEXT = 3
    """A text that tells to click."""
    ICON = 4
    """A square element above or below the board, such as a face; in a page above it."""
    STEP = 5
    """A text that may lead to a new game in several steps."""
    LEVEL = 6
    """The level of the game that was played."""
    MENU = 7
    """A title in the menu bar of a program; an item of what opens is a control of its own."""
    RESULT = 8
    """A text beside the board that tells only the result; a button may change its text to that."""
    KEY = 9
    """A key that is usual for programs."""
    FLAGS = 10
    """Flags on all mines of a game that was won. Never in a browser, which may open a menu."""
    BOARD = 11
    """The place of the board, where none is visible any more; in a program a cell of an ended board
    on which a click can open nothing."""
    START_PAGE = 12
    """A text that leads to the start page of a program. Never in a browser: it may leave the page.
    """
    DISMISS = 13
    """The key that puts a dialog away."""
    RELOAD = 14
    """The key that loads a page again."""


@dataclass(frozen=True, slots=True)
class ShownWindow:
    """What a window of the game shows."""

    frame: Frame
    """The pixels of the window."""
    lines: tuple[TextLine, ...]
    """The text in it."""
    window: Window | None = None
    """The window; None where the system cannot tell."""
    is_dialog: bool = False
    """Whether it is a dialog over the game's window."""
    in_browser: bool = False
    """Whether it is the window of a browser."""
    board: Rect | None = None
    """Where the board is or was, in pixels of `frame`."""
    board_visible: bool = True
    """Whether a board is still visible in it."""
    playing: Frame | None = None
    """The window while the game went on, if the board is where it was; None where not known."""
    over: Rect | None = None
    """A cell of a board that is over, in pixels of `frame`, on which a click can open nothing: an
    open one, or where cells are hidden a mine that is shown. None for any other board."""
    cells: int = 0
    """Cells of the board that was played."""
    mines: tuple[Rect, ...] = ()
    """Where mines are hidden on a board that was won, in pixels of `frame`."""


@dataclass(frozen=True, slots=True)
class Control:
    """Something that may start a new game."""

    kind: ControlKind
    name: str
    """For a sentence, such as `the button "Play again"`."""
    keys: str = ""
    """The key to press; empty for a click."""
    rect: Rect | None = None
    """What to click the middle of, in pixels of the frame that it was found in."""
    text: str = ""
    """The text that must still be there when it is clicked; empty for none."""

    def point(self, shown: ShownWindow) -> ScreenPoint | None:
        """Return where to click; None for a key."""
        if self.rect is None:
            return None
        middle = FramePoint(self.rect.x + self.rect.w / 2, self.rect.y + self.rect.h / 2)
        return shown.frame.mapping.to_screen(middle)

    def setting(self, shown: ShownWindow) -> str:
        """Return the control as `--new-game` and a client profile write it.

        A key, or `click X Y`: share of the window's width, points below its top. Empty for a
        control of a dialog, which is not there the next time, and for a cell of a visible board,
        which may be hidden then.
        """
        point = self.point(shown)
        if shown.is_dialog or (self.kind is ControlKind.BOARD and shown.board_visible):
            return ""
        if point is None or shown.window is None:
            return self.keys
        rect = shown.window.rect
        return f"click {(point.x - rect.x) / max(1, rect.w):.4f} {point.y - rect.y}"


def controls_in(shown: ShownWindow) -> tuple[Control, ...]:
    """Return the controls that may start a new game, the most promising first."""
    found = list(_text_controls(shown))
    if shown.is_dialog:
        found.append(Control(ControlKind.DISMISS, "the key Escape", DISMISS_KEY))
        return _ordered(found, shown)
    if shown.board is not None:
        found += _icons(shown, shown.board)
        if not shown.board_visible and _is_under_result(shown, shown.board):
            found.append(Control(ControlKind.BOARD, "the place of the board", rect=shown.board))
    if shown.in_browser:
        found.append(Control(ControlKind.RELOAD, "the reload of the page", RELOAD_KEY))
    elif shown.window is not None and not any(asks_for_name(line.text) for line in shown.lines):
        # Letters would be written into the field for the name.
        found += [Control(ControlKind.KEY, f"the key {key}", key) for key in PROGRAM_KEYS]
        if shown.mines:
            found.append(Control(ControlKind.FLAGS, "flags on all mines"))
        if shown.over is not None:
            found.append(Control(ControlKind.BOARD, "the ended board", rect=shown.over))
        found += [*_menus(shown), *_ways_back(shown)]
    return _ordered(found, shown)


def starting_controls(shown: ShownWindow) -> tuple[Control, ...]:
    """Return the controls without which the game on a fresh board may not begin, in their order.

    "Start" and "Play", then the level, which some pages want chosen although they show a board, and
    "New game" last: the game on the board has not begun. What only may be a control is left alone.
    """
    order = (ControlKind.STEP, ControlKind.LEVEL)
    found = [
        control
        for control in controls_in(shown)
        if control.kind <= ControlKind.LEVEL and not _is_doubtful(control, shown)
    ]
    return tuple(sorted(found, key=lambda x: order.index(x.kind) if x.kind in order else 2))


def _is_under_result(shown: ShownWindow, board: Rect) -> bool:
    """Return True if the place of the board shows a result, and its middle nothing else.

    A message over the board goes away by a click. A list or a field of a form must not get one, and
    where nothing is written nothing says that there is a control.
    """
    x, y = board.x + board.w // 2, board.y + board.h // 2
    over = [line for line in shown.lines if line.rect.intersect(board).area]
    results = [line for line in over if said_result([line.text], []) is not None]
    middle = [line for line in over if line.rect.contains(x, y)]
    return bool(results) and all(line in results for line in middle)


def _menus(shown: ShownWindow) -> list[Control]:
    """Return the titles in the menu bar of a program, the most likely first."""
    if shown.board is None:
        return []
    return [
        Control(ControlKind.MENU, f'the menu "{title.text}"', rect=title.rect, text=title.text)
        for title in menu_titles(shown.lines, shown.board)
    ]


def _ways_back(shown: ShownWindow) -> Iterator[Control]:
    """Give the texts that lead back to the start page of a program."""
    for line in shown.lines:
        if leads_to_start_page(line.text):
            name = f'the button "{line.text}"'
            yield Control(ControlKind.START_PAGE, name, rect=line.rect, text=line.text)


def _text_controls(shown: ShownWindow) -> Iterator[Control]:
    title = [shown.window.title] if shown.is_dialog and shown.window is not None else []
    asked = any(map(asks_to_play_again, (*title, *(line.text for line in shown.lines))))
    leaving = shown.in_browser and any(asks_to_leave(line.text) for line in shown.lines)
    told = {button_named_in(line.text) for line in shown.lines}
    for line in (*shown.lines, *_joined(shown.lines)):
        told_of = is_in_paragraph(line, shown.lines) or begins_with_key(line.text)
        promise = None if told_of else promise_of(line.text)
        name = f'the button "{line.text}"'
        if promise is Promise.NEW_GAME and asks_to_play_again(line.text) and _has_agreeing(shown):
            # "Play again?" over Yes and No is a question, no button.
            continue
        if promise is Promise.NEW_GAME or (compact(line.text) in told and not is_denied(line.text)):
            yield Control(ControlKind.BUTTON, name, rect=line.rect, text=line.text)
        elif promise is Promise.STEP:
            kind = ControlKind.AGREE if asked and shown.is_dialog else ControlKind.STEP
            yield Control(kind, name, rect=line.rect, text=line.text)
        elif leaving and agrees_to_leave(line.text):
            # By the key: the browser draws the question in a window of its own.
            yield Control(ControlKind.AGREE, f'the answer "{line.text}"', AGREE_KEY)
        elif promise is Promise.AGREES and asked:
            yield Control(ControlKind.AGREE, name, rect=line.rect, text=line.text)
        elif promise is None and _is_result_beside(line, shown):
            name = f'the text "{line.text}"'
            yield Control(ControlKind.RESULT, name, rect=line.rect, text=line.text)
        yield from _told_to_do(line, shown)
    yield from _levels(shown)
    for line in shown.lines:
        if not shown.board_visible and names_mode(line.text):
            name = f'the game "{line.text}"'
            yield Control(ControlKind.LEVEL, name, rect=line.rect, text=line.text)


def _joined(lines: Sequence[TextLine]) -> list[TextLine]:
    """Return the texts that mean a new game and were read as two lines beside each other.

    Wide letters are read apart. No part means a new game by itself.
    """
    found = []
    parts = [
        line
        for line in lines
        if promise_of(line.text) is not Promise.NEW_GAME and not is_denied(line.text)
    ]
    for left in parts:
        for right in parts:
            one, other = left.rect, right.rect
            gap = other.x - one.right
            within = min(one.bottom, other.bottom) - max(one.y, other.y)
            alike = within >= _SAME_ROW * max(one.h, other.h)
            whole = f"{left.text} {right.text}"
            near = 0 <= gap <= _WORD_GAP * min(one.h, other.h)
            if near and alike and promise_of(whole) is Promise.NEW_GAME:
                top, bottom = min(one.y, other.y), max(one.bottom, other.bottom)
                place = Rect(one.x, top, other.right - one.x, bottom - top)
                found.append(TextLine(whole, place, min(left.confidence, right.confidence)))
    return found


def _told_to_do(line: TextLine, shown: ShownWindow) -> Iterator[Control]:
    """Give the keys and clicks that a text tells to use."""
    key = key_named_in(line.text)
    if key is not None:
        yield Control(ControlKind.NAMED_KEY, f'the key {key} of the text "{line.text}"', key)
    elif asks_for_name(line.text) and not shown.in_browser:
        for each in NAME_KEYS:
            name = f'the key {each} after the text "{line.text}"'
            yield Control(ControlKind.NAMED_KEY, name, each)
    elif says_click(line.text):
        name = f'the text "{line.text}"'
        yield Control(ControlKind.CLICK_TEXT, name, rect=line.rect, text=line.text)


def _is_result_beside(line: TextLine, shown: ShownWindow) -> bool:
    """Return True if a line tells only the result and stands over or under the board's middle."""
    board, rect = shown.board, line.rect
    if board is None or shown.is_dialog or not tells_result(line.text):
        return False
    middle = rect.x + rect.w / 2
    central = abs(middle - board.x - board.w / 2) <= board.w / 4
    return central and _is_beside(rect, board)


def _is_beside(rect: Rect, board: Rect) -> bool:
    """Return True if a text stands over or under the board, near to it."""
    gap = max(board.y - rect.bottom, rect.y - board.bottom)
    within = board.x <= rect.x + rect.w / 2 <= board.right
    return within and 0 <= gap <= _BESIDE * rect.h


def _has_agreeing(shown: ShownWindow) -> bool:
    return any(promise_of(line.text) in (Promise.AGREES, Promise.STEP) for line in shown.lines)


def _levels(shown: ShownWindow) -> Iterator[Control]:
    """Give the level that was played, for each question for one that the window asks."""
    offered = [
        line
        for line in shown.lines
        if not is_sentence(line) and not is_in_paragraph(line, shown.lines)
    ]
    chosen = choices_in(offered, shown.cells, board_visible=shown.board_visible)
    for number, line in enumerate(chosen):
        name = f'the level "{line.text}"' + (f" of question {number + 1}" if number else "")
        yield Control(ControlKind.LEVEL, name, rect=line.rect, text=line.text)


def _icons(shown: ShownWindow, board: Rect) -> list[Control]:
    """Give the faces beside the board, written or drawn: square elements that are no text.

    In a page what is drawn below the board is mostly a link or a score.
    """
    found: list[Control] = []
    written = [line for line in shown.lines if is_face(line.text) and _is_beside(line.rect, board)]
    found += [Control(ControlKind.ICON, f'the face "{f.text}"', rect=f.rect) for f in written]
    for box in icons_beside(shown.frame, board):
        if shown.playing is not None and is_obscured(shown.playing, shown.frame, box):
            continue
        if any(box.intersect(face.rect).area for face in written):
            continue
        texts = [line.text for line in shown.lines if _covers(box, line)]
        if not all(map(_may_be_face, texts)) or any(_is_part(box, line) for line in shown.lines):
            continue
        side = "above" if box.y < board.y else "below"
        if shown.in_browser and side == "below":
            continue
        found.append(Control(ControlKind.ICON, f"the icon {side} the board", rect=box))
    return found[:MAX_ICONS]


def _may_be_face(text: str) -> bool:
    """Return True if a text may be a face or another symbol: its eyes are read as letters.

    A digit is a counter.
    """
    letters = "".join(words_of(text))
    return len(letters) <= _FACE_LETTERS and not letters.isdigit() and not is_denied(text)


def _is_part(box: Rect, line: TextLine) -> bool:
    """Return True if a box is a letter or so of a line of words, or one that was not read with it.

    A button is higher than the text beside it, or stands apart.
    """
    rect, words = line.rect, "".join(words_of(line.text))
    if len(words) <= _FACE_LETTERS or box.h > _LETTER * rect.h:
        return False
    gap = max(box.x - rect.right, rect.x - box.right)
    within = min(box.bottom, rect.bottom) - max(box.y, rect.y)
    return 2 * within > box.h and gap <= _LETTER_GAP * rect.h


def _covers(box: Rect, line: TextLine) -> bool:
    """Return True if a good part of a box is covered by a line of text."""
    return box.intersect(line.rect).area >= 0.3 * min(box.area, line.rect.area)


def _ordered(controls: Sequence[Control], shown: ShownWindow) -> tuple[Control, ...]:
    """Return controls by kind, those of one kind by how near they are to the board.

    Menus keep their order: it says how likely a new game is behind them. In a browser the reload is
    a sure way, so it comes before everything that only may be a control: pictures beside a board,
    results, the place of the board. The face over the middle of a visible board stays before it.
    Where no board is visible a level is chosen before the button that starts the game: chosen
    twice it is the same level, and without it the button may do nothing.
    """
    asks = shown.is_dialog or not shown.board_visible

    def order(control: Control) -> tuple[int, float, int]:
        doubtful = shown.in_browser and _is_doubtful(control, shown)
        first = asks and control.kind is ControlKind.LEVEL
        kind = ControlKind.ICON - 0.5 if first else control.kind
        return int(doubtful), kind, _distance(control, shown)

    return tuple(sorted(controls, key=order))


def _is_doubtful(control: Control, shown: ShownWindow) -> bool:
    """Return True if a control may be none: only its shape or its place speaks for it."""
    if control.kind in (ControlKind.RESULT, ControlKind.BOARD):
        return True
    rect, board = control.rect, shown.board
    if control.kind is not ControlKind.ICON or rect is None or board is None:
        return False
    off = abs(rect.x + rect.w / 2 - board.x - board.w / 2)
    is_face = rect.y < board.y and off <= _FACE_OFF * board.w
    return not (is_face and shown.board_visible)


def _distance(control: Control, shown: ShownWindow) -> int:
    """Return the pixels between a control and the board; 0 inside it."""
    rect, board = control.rect, shown.board
    if rect is None or board is None or control.kind is ControlKind.MENU:
        return 0
    across = max(board.x - rect.right, rect.x - board.right, 0)
    down = max(board.y - rect.bottom, rect.y - board.bottom, 0)
    return across + down
