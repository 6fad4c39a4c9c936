"""Where a lattice fits its pack, and the tile on which a glyph lies."""

import cv2
import numpy as np
import pytest

from autosweep.vision.cells import Bank, name_cells
from autosweep.vision.clusters import cluster_cells
from autosweep.vision.themes import load_themes, shipped_folder


def test_a_mark_on_a_tile_with_page_round_it_belongs_to_that_tile() -> None:
    """Where tiles are apart the border of every cell is page: only the ground tells them apart."""
    pitch, lines = 40, 8
    picture = np.full((lines * pitch, lines * pitch, 3), 250, np.uint8)
    for r in range(lines):
        for c in range(lines):
            ground = (160, 110, 70) if r < 3 else (235, 225, 215)
            corner = c * pitch, r * pitch
            picture[corner[1] + 5 : corner[1] + 35, corner[0] + 5 : corner[0] + 35] = ground
    cv2.putText(picture, "1", (12, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (40, 40, 220), 3)
    edges = np.arange(lines + 1) * float(pitch)
    clusters = cluster_cells(picture, edges, edges)
    tile = clusters.tile[clusters.labels[0, 0]]
    assert tile >= 0
    assert np.abs(clusters.grounds[tile] - (160, 110, 70)).max() < 20


@pytest.mark.parametrize("off", [-0.25, 0.25])
def test_a_lattice_a_quarter_off_is_moved_onto_its_lines(off: float) -> None:
    """Thin lines fit no picture when they are cut a part of a pixel beside where they are."""
    theme = next(theme for theme in load_themes(shipped_folder()) if theme.name == "xbomb")
    picture = np.full((500, 500, 3), 255, np.uint8)
    edges = 40.0 + 50 * np.arange(9)
    named = name_cells(picture, edges + off, edges + off, Bank.of((theme,)))
    assert named is not None
    assert (2 * named.row_edges == np.round(2 * named.row_edges)).all()
    assert (2 * named.col_edges == np.round(2 * named.col_edges)).all()
