"""Going through a recording or screenshots again: what was seen, known, done, and how good it was.

`retell_recording` and `retell_pictures` read every picture with today's program, sort the moments
into games, infer what was clicked between them and judge it. Everything that is shown of a replay
(text, JSON, page, film) is made from the Story that comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from autosweep.board import UNREAD, Board, Phase
from autosweep.errors import BadInput, ImageError
from autosweep.geometry import Cell, Grid, ScreenMap, ScreenPoint
from autosweep.play.decide import decide
from autosweep.play.decision import Decision
from autosweep.play.profile import client_named
from autosweep.replay.clicks import infer, same_game
from autosweep.replay.compare import Difference, decisions_differ, difference
from autosweep.replay.follow import Follower
from autosweep.replay.knowledge import Knowledge, clear_board, know, total_of
from autosweep.replay.loading import RecordedStep, Recording
from autosweep.replay.order import BY_NAME, best_order, natural_key
from autosweep.replay.reread import reread
from autosweep.replay.review import GameReview, Judged, judge, review
from autosweep.settings import PlaySettings
from autosweep.vision.image import load_file
from autosweep.vision.reading import Reading

PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".webp")
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Moment:
    """One picture with everything that is known about it."""

    name: str
    picture: Path
    game: int = 0
    step: int = 0
    """Number inside the game; -1 for the picture at its end."""
    time: float | None = None
    """Seconds since the beginning."""
    reading: Reading | None = None
    """None where there is no board in the picture."""
    note: str = ""
    """What is special about the picture itself."""
    known: Knowledge | None = None
    decision: Decision | None = None
    """What today's program would do here."""
    made: tuple[Judged, ...] = ()
    """What was done from here to the next picture."""
    differences: tuple[Difference, ...] = ()
    recorded: RecordedStep | None = None

    @property
    def risk(self) -> float | None:
        """Chance that what was done here hit a mine; None where nothing is known of it."""
        risks = [judged.risk for judged in self.made if judged.risk is not None]
        if not risks:
            return None
        survived = 1.0
        for risk in risks:
            survived *= 1 - risk
        return 1 - survived


@dataclass(frozen=True, slots=True)
class Story:
    """A whole replay."""

    source: str
    moments: tuple[Moment, ...]
    reviews: tuple[GameReview, ...]
    order: str = BY_NAME
    """What the order of screenshots goes by."""
    recording: Recording | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the header of a recording says."""

    @property
    def differences(self) -> list[Difference]:
        """Everything that is not as it was recorded."""
        return [found for moment in self.moments for found in moment.differences]

    @property
    def seen(self) -> int:
        """Number of pictures with a board."""
        return sum(moment.reading is not None for moment in self.moments)


def ignore(number: int, total: int) -> None:
    """Report progress to nobody."""
    del number, total


def retell_recording(
    recording: Recording, *, mines: int | None = None, progress: Progress = ignore
) -> Story:
    """Go through a recording again."""
    # Where what is recorded was read from scratch, `_reread` does so too.
    follower = Follower(careful=False, may_be_cut=False)
    moments: list[Moment] = []
    for number, step in enumerate(recording.steps):
        progress(number, len(recording.steps))
        moments.append(_reread(recording, step, follower, _before(moments, step)))
    settings = recording.settings
    if mines is not None:
        settings = replace(settings, mines=mines)
    told, reviews = _retell(moments, settings, compare=mines is None)
    return Story(
        str(recording.folder),
        told,
        reviews,
        order="recording",
        recording=recording,
        facts=recording.header,
    )


def retell_pictures(
    paths: Sequence[Path], *, mines: int | None = None, progress: Progress = ignore
) -> Story:
    """Go through screenshots, in the order that makes most sense of them."""
    sorted_paths = sorted(dict.fromkeys(paths), key=natural_key)
    follower = Follower()
    moments = []
    for number, path in enumerate(sorted_paths):
        progress(number, len(sorted_paths))
        moments.append(_first_look(path, follower))
    boards = [None if m.reading is None else m.reading.board for m in moments]
    order, by = best_order(boards, [_time_of(m.picture) for m in moments])
    told, reviews = _retell([moments[i] for i in order], PlaySettings(mines=mines), compare=False)
    folder = sorted_paths[0].parent if sorted_paths else Path()
    return Story(str(folder), told, reviews, order=by)


def find_pictures(paths: Sequence[Path]) -> list[Path]:
    """Return the pictures that files and folders hold; raises BadInput where there are none."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += [p for p in path.iterdir() if p.suffix.lower() in PICTURES and p.is_file()]
        elif path.exists():
            found.append(path)
        else:
            msg = f"{path} cannot be read: there is no such file."
            raise BadInput(msg, remedy="Give a recording's folder or screenshots.")
    if not found:
        msg = f"{paths[0]} holds neither a recording nor pictures."
        raise BadInput(msg, remedy="Give a recording's folder or screenshots.")
    return found


def _time_of(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _first_look(path: Path, follower: Follower) -> Moment:
    try:
        reading = follower.see(load_file(path))
    except ImageError as error:
        # One bad file among many must not end the work on the others.
        return Moment(path.name, path, note=str(error))
    note = "No board is visible." if reading is None else ""
    return Moment(path.name, path, reading=reading, note=note)


def _before(moments: Sequence[Moment], step: RecordedStep) -> Reading | None:
    """Return what was read where the last moves before a step were made, if no moves follow it.

    The player believes what was open then rather than a message that lies over it.
    """
    if (step.decision or {}).get("moves"):
        return None
    for moment in reversed(moments):
        if moment.recorded is None or moment.recorded.game != step.game:
            return None
        if (moment.recorded.decision or {}).get("moves"):
            return moment.reading
    return None


def _reread(
    recording: Recording, step: RecordedStep, follower: Follower, before: Reading | None
) -> Moment:
    path = recording.picture(step)
    blank = Moment(step.frame, path, step.game, step.step, step.time, recorded=step)
    try:
        pixels = load_file(path)
    except ImageError as error:
        found = (difference(step, "frame", "a picture", str(error)),)
        return replace(blank, note=str(error), differences=found)
    reading, differ = reread(pixels, step, follower, before, recording.screen)
    note = "No board is visible." if reading is None else ""
    return replace(blank, reading=reading, note=note, differences=differ)


def _retell(
    moments: Sequence[Moment], settings: PlaySettings, *, compare: bool
) -> tuple[tuple[Moment, ...], tuple[GameReview, ...]]:
    told: list[Moment] = []
    reviews = []
    for number, game in enumerate(_games(moments)):
        numbered = list(_numbered(game, number))
        readings = [m.reading for m in numbered if m.reading is not None]
        total = settings.mines if settings.mines is not None else total_of(readings)
        done = list(_judged(_understood(numbered, settings, total, compare=compare), total))
        told += done
        if readings:
            judged = [one for moment in done for one in moment.made]
            reviews.append(review(number, _outcome(done), judged, total))
    return tuple(told), tuple(reviews)


def _outcome(moments: Sequence[Moment]) -> str:
    """Return how a game ended: as recorded, as shown, or as logic says where a client is silent."""
    recorded = [m.recorded.ended for m in moments if m.recorded is not None and m.recorded.ended]
    if recorded:
        return recorded[-1]
    phases = [m.decision.phase for m in moments if m.decision is not None]
    over = phases and phases[-1] in (Phase.WON, Phase.LOST)
    return phases[-1].value if over else "unfinished"


def _games(moments: Sequence[Moment]) -> Iterator[list[Moment]]:
    """Cut a row of moments where a new game begins; pictures without a board go with the last."""
    game: list[Moment] = []
    last: Moment | None = None
    for moment in moments:
        if moment.reading is not None:
            if last is not None and not _continues(last, moment):
                yield game
                game = []
            last = moment
        game.append(moment)
    if game:
        yield game


def _continues(last: Moment, moment: Moment) -> bool:
    if last.reading is None or moment.reading is None:
        return True
    if last.recorded is not None and moment.recorded is not None and last.game != moment.game:
        return False
    return same_game(last.reading.board, moment.reading.board)


def _numbered(game: list[Moment], number: int) -> Iterator[Moment]:
    step = 0
    for moment in game:
        if moment.recorded is not None:
            yield replace(moment, game=number)
            continue
        yield replace(moment, game=number, step=step)
        step += moment.reading is not None


def _understood(
    game: Sequence[Moment], settings: PlaySettings, total: int | None, *, compare: bool
) -> Iterator[Moment]:
    """Add what is known and what would be decided."""
    last: Moment | None = None
    opened: set[Cell] = set()
    guessed: set[Cell] = set()
    for moment in game:
        reading = moment.reading
        if reading is None:
            yield moment
            continue
        at = moment.recorded or moment
        told = moment.recorded.decision if moment.recorded is not None else None
        client = str((told or {}).get("client", ""))
        step = max(0, at.step)
        decision = decide(
            reading,
            settings,
            game=at.game,
            step=step,
            free=frozenset(opened - guessed),
            client=client_named(client, reading.theme),
        )
        if (told or {}).get("moves"):
            opened |= _opened_by(told)
            # The player does not take its last guess for free: it may have hit a mine.
            guessed = _opened_by(told) if _is_guess(told) else set()
        found = moment.differences
        if compare and not found and at.decision is not None and moment.recorded is not None:
            found = tuple(decisions_differ(moment.recorded, decision))
        last = replace(
            moment,
            note=moment.note or _note(last, reading),
            known=_known(reading, decision, total),
            decision=decision,
            differences=found,
        )
        yield last


def _opened_by(decision: Mapping[str, Any] | None) -> set[Cell]:
    """Return the cells that a recorded decision opened."""
    moves = (decision or {}).get("moves", [])
    return {(m["cell"][0], m["cell"][1]) for m in moves if m.get("action") == "open"}


def _is_guess(decision: Mapping[str, Any] | None) -> bool:
    return any(not move.get("certain", True) for move in (decision or {}).get("moves", []))


def _note(last: Moment | None, reading: Reading) -> str:
    if last is None or last.reading is None:
        return ""
    return "Nothing changed." if last.reading.board.cells == reading.board.cells else ""


def _known(reading: Reading, decision: Decision, total: int | None) -> Knowledge:
    board = clear_board(reading)
    analysis = decision.analysis
    counted = total is not None and decision.board.mines == total
    if counted and decision.board.cells == board.cells and analysis.consistent:
        return Knowledge(decision.board, analysis, analysis)
    return know(board, total, reading.assumed_mines)


def _judged(moments: Iterator[Moment], total: int | None) -> Iterator[Moment]:
    """Add what was done between each picture and the next one with a board."""
    waiting: list[Moment] = []
    board: Board | None = None
    for moment in moments:
        if moment.reading is None:
            waiting.append(moment)
            continue
        now = _carried(board, moment.reading)
        if waiting and board is not None:
            made = tuple(_between(waiting[0], board, now, total))
            yield replace(waiting[0], made=made)
            yield from waiting[1:]
        else:
            yield from waiting
        waiting, board = [moment], now
    yield from waiting


def _carried(before: Board | None, reading: Reading) -> Board:
    """Return a board on which cells that cannot be read now are still what they were.

    A dialog may cover cells for a while. At the end of a lost game the unreadable cell tells
    something: it may be the mine that went off.
    """
    board = reading.board
    same = before is not None and (before.rows, before.cols) == (board.rows, board.cols)
    if before is None or not same or reading.phase is Phase.LOST:
        return board
    return board.with_cells({cell: before[cell] for cell in board.find({UNREAD})})


def _between(before: Moment, old: Board, new: Board, total: int | None) -> Iterator[Judged]:
    if before.reading is None or before.known is None:
        return
    made = infer(old, new, _clicked(before))
    advised: list[Cell] = []
    if before.decision is not None and before.decision.is_guess:
        advised = [move.cell for move in before.decision.moves]
    yield from judge(
        old,
        made,
        new,
        before.known,
        total=total,
        assumed=before.reading.assumed_mines,
        advised=advised,
        first=before.reading.phase is Phase.READY,
    )


def _clicked(moment: Moment) -> list[Cell]:
    """Return the cells that a recorded player clicked."""
    step = moment.recorded
    if step is None or step.map is None or moment.reading is None:
        return []
    mapping = ScreenMap(*step.map)
    grid: Grid = moment.reading.grid
    points = [a["click"] for a in step.actions if isinstance(a.get("click"), list)]
    cells = [grid.cell_at(mapping.to_frame(ScreenPoint(int(x), int(y)))) for x, y in points]
    return [cell for cell in cells if cell is not None]
