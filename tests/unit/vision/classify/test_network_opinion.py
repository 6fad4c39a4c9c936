"""The learned reader: repeatable, right on invented looks, not certain where it is wrong."""

from random import Random

import cv2
import numpy as np
import pytest
from looks.drawn import draw_board_image

from autosweep.board import HIDDEN, MINE, SYMBOLS, UNREAD
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.classify import network_opinion
from autosweep.vision.classify.by_shape import read_unknown
from autosweep.vision.classify.cell_network import CellOpinions, opinions_of
from autosweep.vision.classify.labelling_search import Decoded
from autosweep.vision.classify.rule_decoding import NamedCells, name_by_network
from autosweep.vision.classify.rule_faults import Faults, unseen_neighbours
from autosweep.vision.classify.thresholds import UNREADABLE_BELOW
from autosweep.vision.reading import ACT_CONFIDENCE

FAMILIES = ("stones", "outlined", "dashed")
"""Families that the network was not trained on."""


def invented(family: str, seed: int) -> tuple[Pixels, Grid, list[str]]:
    """Return a board of an invented look, where it is and what it shows."""
    done = draw_board_image(Random(f"reader-{family}-{seed}"), family)
    pixels = cv2.imdecode(np.frombuffer(done.encoded, np.uint8), cv2.IMREAD_COLOR)
    board = done.boards[0]
    return np.asarray(pixels, np.uint8), Grid(board.row_edges, board.col_edges), list(board.cells)


def edges(grid: Grid) -> tuple[np.ndarray, np.ndarray]:
    return np.array(grid.row_edges), np.array(grid.col_edges)


def test_the_same_pixels_give_the_same_numbers() -> None:
    pixels, grid, _ = invented("stones", 1)
    first, again = (opinions_of(pixels, *edges(grid)) for _ in range(2))
    assert first.logits.tobytes() == again.logits.tobytes()


@pytest.mark.parametrize("family", FAMILIES)
def test_invented_looks_are_read(family: str) -> None:
    """Most cells of looks it was not trained on are right, and hardly any is certain and wrong."""
    right = total = wrong = 0
    for seed in range(6):
        pixels, grid, cells = invented(family, seed)
        found = read_unknown(pixels, grid, is_board=True)
        assert found is not None
        for r, row in enumerate(cells):
            for c, symbol in enumerate(row):
                if symbol == "!":
                    continue
                got = SYMBOLS[found.codes[r, c]]
                total += 1
                right += got == symbol
                certain = found.confidence[r, c] >= ACT_CONFIDENCE
                wrong += bool(certain and found.codes[r, c] != UNREAD and got != symbol)
    assert right >= 0.9 * total
    assert wrong <= 0.005 * total


def test_the_rules_overrule_the_network_where_it_is_unsure() -> None:
    """A number that cannot be true is named otherwise, and that is told."""
    logits = np.full((3, 3, len(SYMBOLS)), -6.0, np.float32)
    logits[..., 1] = 6.0  # empty, in the order of the network
    logits[1, 1, 1], logits[1, 1, 3], logits[0, 0, 1] = 1.0, 1.5, 6.0
    opinions = CellOpinions(logits, np.eye(9, dtype=np.float32).reshape(3, 3, 9), np.zeros((3, 3)))
    named = name_by_network(opinions)
    assert not named.faults.numbers.any()


@pytest.mark.parametrize("seed", range(4))
def test_the_faults_of_every_change_are_those_of_the_changed_board(seed: int) -> None:
    """What one change adds, counted at once for all changes, is what counting again gives."""
    rng = np.random.default_rng(seed)
    codes = rng.choice([0, 1, 2, 3, 8, HIDDEN, 10, 12, 14, UNREAD], (5, 6)).astype(np.uint8)
    unseen = np.zeros((5, 6), np.int32)
    before = Faults.of(codes, unseen)
    numbers, zeros = before.changes()
    for r, c in np.ndindex(codes.shape):
        for code in range(16):
            changed = codes.copy()
            changed[r, c] = code
            after = Faults.of(changed, unseen)
            assert numbers[r, c, code] == after.numbers.sum() - before.numbers.sum()
            assert zeros[r, c, code] == after.zeros.sum() - before.zeros.sum()


def put_together(  # noqa: PLR0913 - each is named at the call
    monkeypatch: pytest.MonkeyPatch,
    shape: list[str],
    network: list[str],
    *,
    score: float,
    strangeness: float = -8.0,
    shape_confidence: float = 0.99,
) -> tuple[list[str], np.ndarray]:
    """Return what comes of two readings of a board, and which cells are certain.

    Cells that shape names alike are of one look.
    """
    mine, theirs = (
        np.array([[SYMBOLS.index(s) for s in row] for row in rows], np.uint8)
        for rows in (shape, network)
    )
    size = mine.shape
    faults = Faults.of(theirs, unseen_neighbours(size, (False,) * 4))
    gap = np.full(size, 5.0)
    nothing = np.zeros(size, bool)
    named = NamedCells(theirs, theirs, gap, gap, faults, bool(faults.zeros.sum() > 5), nothing)
    logits = np.full((*size, 16), -8.0, np.float32)
    logits[..., 0], logits[..., -1] = 0, strangeness
    opinions = CellOpinions(logits, np.zeros((*size, 4), np.float32), np.zeros(size, np.intp))
    monkeypatch.setattr(network_opinion, "opinions_of", lambda *_: opinions)
    monkeypatch.setattr(network_opinion, "name_by_network", lambda *_: named)
    monkeypatch.setattr(network_opinion, "scores_of", lambda *_: np.full(size, score))
    sure = np.where(mine == UNREAD, 0, shape_confidence).astype(np.float32)
    decoded = Decoded(mine, sure, mine, 0.0, 0, nothing)
    edges = tuple(20.0 * k for k in range(max(size) + 1))
    grid = Grid(edges[: size[0] + 1], edges[: size[1] + 1])
    pixels = np.full((20 * size[0], 20 * size[1], 3), 128, np.uint8)
    found = network_opinion.with_network(pixels, grid, decoded, mine.astype(np.intp))
    readable = found.confidence >= UNREADABLE_BELOW
    text = [
        "".join(SYMBOLS[code] for code in row) for row in np.where(readable, found.codes, UNREAD)
    ]
    return text, found.confidence >= ACT_CONFIDENCE


ISLANDS = ["?????", "?111?", "?101?", "?111?", "?????"]
"""Nine open cells on hidden ones; the other way round it is a hidden cell on open ones."""
HOLE = ["00000", "01110", "01?10", "01110", "00000"]


def test_where_two_explanations_of_a_board_are_possible_they_are_uncertain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text, certain = put_together(monkeypatch, ISLANDS, HOLE, score=5.0)
    assert text == HOLE
    numbers = np.array([[symbol == "1" for symbol in row] for row in HOLE])
    assert (certain == numbers).all()


def test_an_explanation_that_breaks_the_rules_names_no_cell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = ["00000", "01110", "01?10", "0111?", "00000"]
    text, certain = put_together(monkeypatch, ISLANDS, broken, score=5.0)
    assert text == ISLANDS
    assert not certain[0].any()


def test_no_new_board_is_certainly_made_of_mines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shape takes the pictures on hidden tiles for mines; the network sees a new board."""
    mines, hidden = [SYMBOLS[MINE] * 6] * 6, ["?" * 6] * 6
    text, certain = put_together(monkeypatch, mines, hidden, score=5.4)
    assert text == hidden
    assert not certain.any()


@pytest.mark.parametrize(("strangeness", "certain"), [(4.0, False), (-1.0, True)])
def test_a_board_without_numbers_that_looks_like_no_minesweeper_is_uncertain(
    monkeypatch: pytest.MonkeyPatch, *, strangeness: float, certain: bool
) -> None:
    """Numbers in the colour of their ground cannot be seen: open cells may be taken for hidden."""
    shape, network = ["?????!"] * 6, ["??????"] * 6
    _, found = put_together(monkeypatch, shape, network, score=4.0, strangeness=strangeness)
    assert found[:, :5].all() == certain
    assert found.any() == certain


@pytest.mark.parametrize(("doubt", "plain"), [(0.7, False), (0.85, True)])
def test_agreement_of_a_shape_in_doubt_makes_no_plain_cell_certain(
    monkeypatch: pytest.MonkeyPatch, *, doubt: float, plain: bool
) -> None:
    _, certain = put_together(monkeypatch, ISLANDS, ISLANDS, score=5.0, shape_confidence=doubt)
    numbers = np.array([[symbol == "1" for symbol in row] for row in ISLANDS])
    assert certain[numbers].all()
    assert certain[~numbers].all() == plain
    assert certain[~numbers].any() == plain


@pytest.mark.parametrize(("score", "certain"), [(1.5, False), (4.0, True)])
def test_a_look_that_the_network_mostly_names_otherwise_must_be_clear(
    monkeypatch: pytest.MonkeyPatch, *, score: float, certain: bool
) -> None:
    """Pictures on hidden tiles that shape takes for mines, one of them confirmed."""
    shape = ["*11*1", "11211", "*1011", "11011", "*1000"]
    network = ["?11?1", "11211", "?1011", "11011", "*1000"]
    _, found = put_together(monkeypatch, shape, network, score=score)
    assert bool(found[4, 0]) == certain
    assert found[4, 1]
    assert not found[0, 0]


@pytest.mark.parametrize("mark", list("FQ*XW"))
@pytest.mark.parametrize(("score", "certain"), [(1.7, False), (3.5, True)])
def test_a_mark_is_certain_only_if_the_network_is_clear(
    monkeypatch: pytest.MonkeyPatch, mark: str, *, score: float, certain: bool
) -> None:
    """Shape knows few makes of marks: a question mark passed for a flag, a flag for a mine."""
    rows = [f"?1{mark}10", "?2110", "?1000", "11000", "00000"]
    _, found = put_together(monkeypatch, rows, rows, score=score)
    assert bool(found[0, 2]) == certain
    assert found[1, 1]
    assert found[4].all()


@pytest.mark.parametrize("strangeness", [-8.0, -1.0])
def test_what_both_say_is_shown_and_uncertain_where_shape_alone_could_not_read_it(
    monkeypatch: pytest.MonkeyPatch, *, strangeness: float
) -> None:
    hidden = ["??????"] * 6
    text, certain = put_together(
        monkeypatch, hidden, hidden, score=2.0, strangeness=strangeness, shape_confidence=0.2
    )
    assert text == hidden
    assert not certain.any()


@pytest.mark.parametrize(
    ("score", "strangeness", "certain"),
    [(-0.3, -8.0, False), (0.5, -1.0, False), (1.5, -1.0, True)],
)
def test_a_network_that_can_tell_little_confirms_nothing(
    monkeypatch: pytest.MonkeyPatch, *, score: float, strangeness: float, certain: bool
) -> None:
    """Chances on hidden cells, 0 among them, were called empty by both."""
    _, found = put_together(monkeypatch, ISLANDS, ISLANDS, score=score, strangeness=strangeness)
    assert found.all() == certain
    assert found.any() == certain
