"""How likely a symbol is right that the network and the rules gave a cell.

Evidence: what the next best symbol would cost more in this cell (faults of the rules included), the
same over all cells that look alike, the mean over the board, and how strange the whole board is to
the network. The weights were fitted on families of looks that the network was not trained on
(`docs/research/reader.md`).
"""

from __future__ import annotations

import numpy as np

from autosweep.vision.arrays import Floats
from autosweep.vision.classify.cell_network import CellOpinions
from autosweep.vision.classify.rule_decoding import NamedCells
from autosweep.vision.classify.thresholds import (
    CONFIDENCE_WEIGHTS,
    MAX_GAP,
    STRANGENESS_RANGE,
)


def evidence_of(opinions: CellOpinions, named: NamedCells) -> Floats:
    """Return what speaks for the label of each cell: rows x columns x values."""
    gap = np.clip(named.gap, 0, MAX_GAP)
    group = np.clip(named.group_gap, 0, MAX_GAP)
    mean = np.full(gap.shape, gap.mean())
    strange = np.full(gap.shape, np.clip(opinions.strangeness, *STRANGENESS_RANGE))
    return np.stack([gap, group, mean, strange, np.ones(gap.shape)], axis=-1)


def scores_of(opinions: CellOpinions, named: NamedCells) -> Floats:
    """Return the logarithm of the odds that each label is right."""
    return np.asarray(evidence_of(opinions, named) @ np.array(CONFIDENCE_WEIGHTS), np.float64)
