"""A replay as text: every click with its reason, then a summary of each game. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from autosweep.board import Phase
from autosweep.messages import count_of
from autosweep.replay.inferred_clicks import ClickKind
from autosweep.replay.review import ClickVerdict, GameReview, JudgedClick, name, percent
from autosweep.replay.timeline import Timeline, TimelineStep

CLICK_VERBS = {
    ClickKind.OPEN: "opened",
    ClickKind.CHORD: "opened round",
    ClickKind.FLAG: "flagged",
    ClickKind.UNFLAG: "took the flag off",
    ClickKind.QUESTION: "put a question mark on",
    ClickKind.CLEAR: "took the question mark off",
}
_WITHOUT_REASON = frozenset({ClickVerdict.FIRST, ClickVerdict.FLAG_PROVEN, ClickVerdict.MARK})


def transcript(timeline: Timeline) -> Iterator[str]:
    """Yield the lines of the whole replay."""
    images = count_of(len(timeline.steps), "image")
    yield f"Replay of {timeline.source}: {images}, {timeline.readable} with a board."
    reviews = {review.game: review for review in timeline.reviews}
    game = -1
    for step in timeline.steps:
        if step.game != game:
            if game in reviews:
                yield from review_lines(reviews[game])
            game = step.game
            yield ""
            yield _title(step)
        yield from _step_lines(step)
    if game in reviews:
        yield from review_lines(reviews[game])


def review_lines(review: GameReview) -> Iterator[str]:
    """Yield the summary of a game."""
    mines = "" if review.mines is None else f", {count_of(review.mines, 'mine')}"
    yield f"Game {review.game + 1} is {review.outcome}{mines}: {count_of(review.clicks, 'click')}."
    for sentence in review.sentences:
        yield f"  {sentence}"


def move_text(judged: JudgedClick) -> str:
    """Return a click in words, without its reason."""
    many = " (or another cell of its area)" if len(judged.click.cells) > 1 else ""
    area = len(judged.click.opened)
    cells = f", {count_of(area, 'cell')}" if area > 1 else ""
    return f"{CLICK_VERBS[judged.click.kind]} {name(judged.cell)}{many}{cells}"


def verdict_text(judged: JudgedClick) -> str:
    """Return the verdict with the risk."""
    if judged.verdict in (ClickVerdict.SAFE, ClickVerdict.FIRST) or judged.risk is None:
        return judged.verdict.value
    return f"{judged.verdict.value}, {percent(judged.risk)} mine"


def _title(step: TimelineStep) -> str:
    if step.reading is None:
        return f"Game {step.game + 1}"
    board = step.reading.board
    return f"Game {step.game + 1}: {board.rows} x {board.cols}, theme {step.reading.theme}"


def _step_lines(step: TimelineStep) -> Iterator[str]:
    time = "" if step.time is None else f" at {step.time:.1f} s"
    at = "end" if step.step < 0 else f"step {step.step}"
    note = f": {step.note}" if step.note else ""
    phase = step.reading.phase if step.reading is not None else None
    if phase in (Phase.WON, Phase.LOST) and not note:
        note = f": the game is {phase.value}."
    yield f"{at} ({step.name}{time}){note}"
    for judged in step.clicks:
        yield f"  {move_text(judged)}: {verdict_text(judged)}"
        if judged.reason and judged.verdict not in _WITHOUT_REASON:
            yield f"    {judged.reason}"
    for found in step.differences:
        yield f"  DIFFERENT: {found.what} was {found.recorded}, is {found.now}"
