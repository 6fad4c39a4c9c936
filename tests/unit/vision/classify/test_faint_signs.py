"""Faint signs on hidden cells of unknown clients: never certain that such a cell is hidden."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from autosweep.board import FLAG, HIDDEN
from autosweep.geometry import Grid
from autosweep.vision.classify import network_opinion
from autosweep.vision.classify.cell_network import opinions_of
from autosweep.vision.classify.clusters import cluster_cells, different_cells
from autosweep.vision.classify.labelling_search import decode
from autosweep.vision.classify.rule_decoding import name_by_network
from autosweep.vision.classify.unknown_signs import patterns
from autosweep.vision.reading import ACT_CONFIDENCE

PX = 30
EDGES = tuple(float(k * PX) for k in range(4))


def test_a_flat_cell_and_one_with_an_even_slope_have_no_pattern() -> None:
    pixels = np.full((3 * PX, 3 * PX, 3), 120, np.uint8)
    pixels[:PX, :PX] = np.linspace(100, 160, PX).astype(np.uint8)[:, None, None]
    found = patterns(pixels, Grid(EDGES, EDGES))
    assert found.shape == (3, 3)
    assert float(found.max()) < 1.0


def test_a_bevel_is_no_pattern_and_a_faint_sign_is_one() -> None:
    pixels = np.full((3 * PX, 3 * PX, 3), 120, np.uint8)
    for k in range(3):
        pixels[k * PX : k * PX + 2] = 200
        pixels[:, k * PX : k * PX + 2] = 200
    pixels[PX + 8 : PX + 22, PX + 14 : PX + 17] = 100
    found = patterns(pixels, Grid(EDGES, EDGES))
    assert float(found[1, 1]) > 2.0
    found[1, 1] = 0
    assert float(found.max()) <= 2.0


def won_board(sign: int) -> tuple[np.ndarray, Grid, list[tuple[int, int]]]:
    """Return a won board whose flags are faint signs, as far off the tile as `sign` levels."""
    mines = [(0, 3), (2, 1), (2, 6), (4, 4), (5, 0), (6, 7), (8, 2), (8, 5)]
    pixels = np.full((9 * PX, 9 * PX, 3), 215, np.uint8)
    for r in range(9):
        for c in range(9):
            part = pixels[r * PX : (r + 1) * PX, c * PX : (c + 1) * PX]
            count = sum(max(abs(r - y), abs(c - x)) == 1 for y, x in mines)
            if (r, c) in mines:
                part[:] = 90
                corners = np.array([[9, 21], [15, 8], [21, 21]], np.int32)
                cv2.polylines(part, [corners], isClosed=True, color=(90 - sign,) * 3, thickness=2)
            elif count:
                ink = ((200, 60, 20), (20, 120, 20), (20, 20, 200))[count - 1]
                cv2.putText(part, str(count), (8, 23), cv2.FONT_HERSHEY_SIMPLEX, 0.7, ink, 2)
            part[-1], part[:, -1] = 150, 150
    edges = tuple(float(k * PX) for k in range(10))
    return pixels, Grid(edges, edges), mines


@pytest.mark.parametrize(
    ("sign", "score", "certain"), [(0, 1.5, True), (16, 1.5, False), (16, 4.0, True)]
)
def test_a_hidden_cell_that_is_not_flat_needs_a_clear_network(
    monkeypatch: pytest.MonkeyPatch, *, sign: int, score: float, certain: bool
) -> None:
    """Shape is certain of the whole board, and the network says the same, more or less clearly."""
    pixels, grid, mines = won_board(sign)
    clusters = cluster_cells(
        different_cells(pixels, np.array(grid.row_edges), np.array(grid.col_edges))
    )
    shaped = decode(clusters)
    codes = shaped.codes.copy()
    for cell in mines:
        codes[cell] = HIDDEN
    shaped = replace(shaped, codes=codes, confidence=np.ones_like(shaped.confidence), broken=0)
    scores = np.where(codes == HIDDEN, score, 6.0)
    named = name_by_network(opinions_of(pixels, np.array(grid.row_edges), np.array(grid.col_edges)))
    agreeing = replace(named, codes=codes)
    monkeypatch.setattr(network_opinion, "name_by_network", lambda *_: agreeing)
    monkeypatch.setattr(network_opinion, "scores_of", lambda *_: scores)
    found = network_opinion.with_network(pixels, grid, shaped, clusters.labels)
    for cell in mines:
        assert (found.confidence[cell] >= ACT_CONFIDENCE) == certain
    assert (found.confidence[codes != HIDDEN] >= ACT_CONFIDENCE).all()


def test_a_cell_that_the_network_names_otherwise_is_uncertain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pixels, grid, mines = won_board(0)
    clusters = cluster_cells(
        different_cells(pixels, np.array(grid.row_edges), np.array(grid.col_edges))
    )
    shaped = decode(clusters)
    shaped = replace(shaped, confidence=np.ones_like(shaped.confidence), broken=0)
    codes = shaped.codes.copy()
    codes[mines[0]] = FLAG
    named = name_by_network(opinions_of(pixels, np.array(grid.row_edges), np.array(grid.col_edges)))
    named = replace(named, codes=codes)
    monkeypatch.setattr(network_opinion, "name_by_network", lambda *_: named)
    monkeypatch.setattr(network_opinion, "scores_of", lambda *_: np.where(codes == FLAG, 0.5, 6.0))
    found = network_opinion.with_network(pixels, grid, shaped, clusters.labels)
    assert found.confidence[mines[0]] < ACT_CONFIDENCE
    assert found.confidence[mines[1]] >= ACT_CONFIDENCE
