"""Where a lattice fits its pack, and the tile on which a glyph lies."""

import cv2
import numpy as np
import pytest

from autosweep.vision.classify.by_theme import Bank, name_cells
from autosweep.vision.classify.clusters import cluster_cells, different_cells
from autosweep.vision.locating.grid_edges import lattice_edges
from autosweep.vision.locating.lattice import find_lattices
from autosweep.vision.locating.patches import Patches
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
    clusters = cluster_cells(different_cells(picture, edges, edges))
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


@pytest.mark.parametrize("pitch", [24.0, 72.0, 144.0])
def test_opened_and_hidden_cells_share_the_edges_of_their_lines(pitch: float) -> None:
    """Faces of opened cells lie lower by half a bevel, which grows with the cell."""
    lines = 8
    rows, cols = (a.ravel() for a in np.mgrid[:lines, :lines])
    opened = (rows == 0) & (cols < 6)
    bevel = 0.06 * pitch
    middle = np.where(opened, 0.5, 0.0) * bevel + 100 + pitch / 2
    size = np.where(opened, pitch - 2, pitch - 2 - 3 * bevel)
    patches = Patches(cols * pitch + middle, rows * pitch + middle, size, size)
    lattice = max(find_lattices(patches), key=lambda found: len(found.members))
    row_edges, col_edges = lattice_edges(patches, lattice)
    wanted = 100 + pitch * np.arange(lines + 1)
    assert np.abs(row_edges - wanted).max() < 0.6
    assert np.abs(col_edges - wanted).max() < 0.6


def test_a_pennant_over_its_pole_has_two_colours_and_a_number_one() -> None:
    pitch, lines = 36, 8
    picture = np.full((lines * pitch, lines * pitch, 3), 190, np.uint8)
    picture[::pitch] = picture[:, ::pitch] = 120
    cv2.rectangle(picture, (14, 10), (19, 16), (0, 0, 230), -1)
    cv2.rectangle(picture, (18, 17), (20, 25), (0, 0, 0), -1)
    cv2.rectangle(picture, (13, 24), (24, 27), (0, 0, 0), -1)
    cv2.putText(picture, "1", (pitch + 10, 28), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (220, 0, 0), 3)
    edges = np.arange(lines + 1) * float(pitch)
    clusters = cluster_cells(different_cells(picture, edges, edges))
    flag, number = clusters.splits[clusters.labels[0, :2]]
    assert flag > 80
    assert number < 25
