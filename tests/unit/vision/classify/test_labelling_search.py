"""The search for a labelling: bounded by a count, and certain of nothing when it is cut short."""

from random import Random

import cv2
import numpy as np
import pytest
from looks.drawn import draw_board_image

from autosweep.vision.classify import labelling_search
from autosweep.vision.classify.clusters import Clusters, cluster_cells, different_cells
from autosweep.vision.classify.labelling_cost import Labelling
from autosweep.vision.cut_sides import NONE
from autosweep.vision.reading import ACT_CONFIDENCE


@pytest.fixture(scope="module")
def clusters() -> Clusters:
    """Return the groups of cells of a board in an invented look."""
    done = draw_board_image(Random("labelling 6"), "stones")
    pixels = np.asarray(
        cv2.imdecode(np.frombuffer(done.encoded, np.uint8), cv2.IMREAD_COLOR), np.uint8
    )
    board = done.boards[0]
    return cluster_cells(
        different_cells(pixels, np.array(board.row_edges), np.array(board.col_edges))
    )


def test_a_labelling_is_weighed_once(monkeypatch: pytest.MonkeyPatch, clusters: Clusters) -> None:
    weighed = []
    cost = Labelling._cost
    monkeypatch.setattr(
        Labelling,
        "_cost",
        lambda self, labels: weighed.append(labels.tobytes()) or cost(self, labels),
    )
    labelling_search.decode(clusters)
    assert len(weighed) == len(set(weighed)) > 0


def test_a_search_that_is_cut_short_is_certain_of_nothing(
    monkeypatch: pytest.MonkeyPatch, clusters: Clusters
) -> None:
    whole = labelling_search.decode(clusters)
    assert (whole.confidence >= ACT_CONFIDENCE).any()
    monkeypatch.setattr(labelling_search, "MAX_LABELLINGS", 10)
    search = labelling_search._LabellingSearch(clusters, NONE, None)
    found = search.run()
    assert not (found.confidence >= ACT_CONFIDENCE).any()
    full = labelling_search._LabellingSearch(clusters, NONE, None)
    monkeypatch.setattr(labelling_search, "MAX_LABELLINGS", 10**9)
    full.run()
    assert search.tried < full.tried
