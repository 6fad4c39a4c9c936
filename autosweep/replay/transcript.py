"""A replay as text for people: every move with its reason, then each game summed up. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from autosweep.board import Phase
from autosweep.messages import count_of
from autosweep.replay.clicks import Deed
from autosweep.replay.review import GameReview, Judged, Verdict, name, percent
from autosweep.replay.story import Moment, Story

DEEDS = {
    Deed.OPEN: "opened",
    Deed.CHORD: "opened round",
    Deed.FLAG: "flagged",
    Deed.UNFLAG: "took the flag off",
    Deed.QUESTION: "put a question mark on",
    Deed.CLEAR: "took the question mark off",
}
_QUIET = frozenset({Verdict.SAFE, Verdict.FIRST, Verdict.FLAG_PROVEN, Verdict.MARK})


def transcript(story: Story) -> Iterator[str]:
    """Yield the lines of the whole story."""
    pictures = count_of(len(story.moments), "picture")
    yield f"Replay of {story.source}: {pictures}, {story.seen} with a board."
    reviews = {review.game: review for review in story.reviews}
    game = -1
    for moment in story.moments:
        if moment.game != game:
            if game in reviews:
                yield from review_lines(reviews[game])
            game = moment.game
            yield ""
            yield _title(moment)
        yield from _moment_lines(moment)
    if game in reviews:
        yield from review_lines(reviews[game])


def review_lines(review: GameReview) -> Iterator[str]:
    """Yield a game summed up."""
    mines = "" if review.mines is None else f", {count_of(review.mines, 'mine')}"
    yield f"Game {review.game + 1} is {review.outcome}{mines}: {count_of(review.clicks, 'click')}."
    for sentence in review.sentences:
        yield f"  {sentence}"


def move_text(judged: Judged) -> str:
    """Return a click in words, without its reason."""
    many = " (or another cell of its area)" if len(judged.made.cells) > 1 else ""
    area = len(judged.made.opened)
    cells = f", {count_of(area, 'cell')}" if area > 1 else ""
    return f"{DEEDS[judged.made.deed]} {name(judged.cell)}{many}{cells}"


def verdict_text(judged: Judged) -> str:
    """Return the verdict with the risk."""
    if judged.verdict in (Verdict.SAFE, Verdict.FIRST) or judged.risk is None:
        return judged.verdict.value
    return f"{judged.verdict.value}, {percent(judged.risk)} mine"


def _title(moment: Moment) -> str:
    if moment.reading is None:
        return f"Game {moment.game + 1}"
    board = moment.reading.board
    return f"Game {moment.game + 1}: {board.rows} x {board.cols}, theme {moment.reading.theme}"


def _moment_lines(moment: Moment) -> Iterator[str]:
    time = "" if moment.time is None else f" at {moment.time:.1f} s"
    step = "end" if moment.step < 0 else f"step {moment.step}"
    note = f": {moment.note}" if moment.note else ""
    phase = moment.reading.phase if moment.reading is not None else None
    if phase in (Phase.WON, Phase.LOST) and not note:
        note = f": the game is {phase.value}."
    yield f"{step} ({moment.name}{time}){note}"
    for judged in moment.made:
        yield f"  {move_text(judged)}: {verdict_text(judged)}"
        if judged.reason and (judged.verdict not in _QUIET or judged.verdict is Verdict.SAFE):
            yield f"    {judged.reason}"
    for found in moment.differences:
        yield f"  DIFFERENT: {found.what} was {found.recorded}, is {found.now}"
