"""What a labelling of groups of cells costs: each group by itself, their tiles, and the rules.

A group that looks like nothing costs much under every label; tiles of one make should have one
label; every broken rule of the game costs. `decode` searches for the labels that cost least.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from autosweep.board import FLAG, HIDDEN, MINE, QUESTION, UNREAD, WRONG_FLAG
from autosweep.vision.classify.clusters import Clusters, softmax
from autosweep.vision.classify.glyph_network import (
    FLAG_CLASS,
    MINE_CLASS,
    OTHER,
    PLAIN,
    QUESTION_CLASS,
    WRONG_CLASS,
    ZERO,
)
from autosweep.vision.cut_sides import Sides
from autosweep.vision.rules import around

Codes = npt.NDArray[np.uint8]
Floats64 = npt.NDArray[np.float64]
LABELS = (0, 1, 2, 3, 4, 5, 6, 7, 8, HIDDEN, FLAG, QUESTION, MINE, WRONG_FLAG, UNREAD)
"""What a group can be; an exploded mine is told from the others afterwards."""
AT = {code: k for k, code in enumerate(LABELS)}
TEMPERATURE = 1.25
MAX_COST = 7.0
NEVER = 60.0
RULE = 2.5
FEW_PLAIN = 4
"""Groups of plain tiles that count in full."""
CLEAR = 2.6
"""A glyph is clear when its second label costs this much more."""
LEAST_MINES = 0.08
"""Hardly any game has fewer cells than this share that may be mines, shown ones included."""
CULPRIT = 2
"""Broken rules that a covered cell counts for at most, whatever number of zeros it touches."""
DIGIT_ON_HIDDEN = 1.2
MARK_ON_EMPTY = 1.2
"""Cost of a number on the tile of hidden cells, and of a flag on that of empty ones."""
MOST_ON_HIDDEN = 3.5
"""Most that numbers on hidden tiles cost together: a look that keeps the tile does so for all."""
APART = 4.0
LEAST_APART = 5
"""Cost of one label for two makes of tile that never touch, each of so many cells."""
DIFFERENT = 10.0
SAME_SHARE = 0.35
"""Tiles of two makes differ by more than so much, and than this share of the largest difference."""
SPLIT = (40.0, 80.0)
"""Difference in colour between a glyph's halves from which it begins to tell, and tells all."""
SPLIT_WEIGHT = 4.0
OPTIONS = 7
CLEAR_OPTIONS = 3
"""Labels tried for each group: the likeliest ones."""
_VALUES = np.array(LABELS, np.int32)
_PACKED = np.array(
    [
        (code in (HIDDEN, FLAG, QUESTION, MINE, UNREAD))
        + ((code == MINE) << 4)
        + ((code == FLAG) << 8)
        + ((code in (HIDDEN, MINE)) << 12)
        + ((code == 0) << 16)
        for code in LABELS
    ],
    np.int32,
)
"""For each label: may be a mine, is one, is a flag, touches no zero, is a zero; four bits each."""
_EDGES = (np.s_[:3, :], np.s_[-3:, :], np.s_[:, :3], np.s_[:, -3:])
"""The four borders of a look, where a bevel shows."""


class Labelling:
    """The groups of one board, and the cost of what they may be called."""

    def __init__(self, clusters: Clusters, clipped: Sides) -> None:
        self.clusters = clusters
        self.clipped = clipped
        self.unseen = _unseen(clusters.labels.shape, clipped)
        self.weights = np.minimum(clusters.counts, 3).astype(np.float64)
        # Scaling splits one make of tile into many groups: together they count as a few.
        plain = int(clusters.plain.sum())
        self.weights[clusters.plain] *= min(1.0, FEW_PLAIN / max(1, plain))
        self.unary = self._unary()
        self.group_of = clusters.labels
        self.bare = clusters.plain[clusters.labels]
        self.gaps = self._gaps()
        self.alike = self._alike()
        self.apart = self._apart()
        always = [AT[code] for code in (0, HIDDEN, FLAG, MINE)]
        self.options = []
        for row in self.unary:
            order = np.argsort(row)
            # Few labels are worth trying for a glyph that is clear: this is most of the time.
            count = OPTIONS if row[order[1]] - row[order[0]] < CLEAR else CLEAR_OPTIONS
            tried = np.unique([*order[:count], *always])
            self.options.append([int(k) for k in tried if row[k] < NEVER])

    def _unary(self) -> Floats64:
        """Return the cost of each label for each group, before any rule."""
        c = self.clusters
        total = c.labels.size
        cost = np.full((len(c.counts), len(LABELS)), NEVER)
        odds = softmax((c.logits - self._two_colours()) / TEMPERATURE)
        logs = np.minimum(-np.log(np.maximum(odds, 1e-6)), MAX_COST)
        for k, count in enumerate(c.counts):
            share = count / total
            if c.plain[k]:
                cost[k, AT[HIDDEN]] = 0.0
                cost[k, AT[0]] = -0.7
                cost[k, AT[UNREAD]] = 4.5 + 0.15 * min(count, 40)
                raised = _raised(c.looks[k])
                cost[k, AT[0]] += 0.5 * raised
                if c.pictured[k]:
                    cost[k] += 1.0
                continue
            for digit in range(1, 9):
                cost[k, AT[digit]] = logs[k, digit]
            rare = 0.0 if share < 0.06 else 3.0
            cost[k, AT[FLAG]] = logs[k, FLAG_CLASS] + (0.0 if share < 0.3 else 2.0)
            cost[k, AT[QUESTION]] = logs[k, QUESTION_CLASS] + 0.5 + rare
            cost[k, AT[MINE]] = logs[k, MINE_CLASS] + (0.0 if share < 0.3 else 2.0)
            cost[k, AT[WRONG_FLAG]] = logs[k, WRONG_CLASS] + 0.3 + rare
            plain = logs[k, PLAIN] + 0.5
            cost[k, AT[HIDDEN]] = plain
            cost[k, AT[0]] = min(plain, logs[k, ZERO])
            cost[k, AT[UNREAD]] = min(4.5, logs[k, OTHER] + 1.0) + 0.3 * min(count, 10)
            if c.centred[k] > 0.2:
                cost[k, 1:9] += 2.0
        return cost

    def _two_colours(self) -> npt.NDArray[np.float32]:
        """Return what speaks against each class where a glyph has one colour above another.

        A pennant over its pole has; numbers, mines and question marks are of one colour.
        """
        c = self.clusters
        low, high = SPLIT
        much = np.clip((c.splits - low) / (high - low), 0, 1)
        against = np.zeros_like(c.logits)
        against[:, [*range(1, 9), QUESTION_CLASS, MINE_CLASS]] = SPLIT_WEIGHT * much[:, None]
        return against

    def _alike(self) -> Floats64:
        """Return how much plain groups that look alike want the same label."""
        c = self.clusters
        plain = np.flatnonzero(c.plain)
        strength = np.zeros((len(c.counts), len(c.counts)))
        for i in plain:
            for j in plain:
                if i < j:
                    strength[i, j] = 2.0 * np.exp(-self.gaps[i, j] / 5)
        return strength

    def _makes(self) -> list[npt.NDArray[np.intp]]:
        """Return the plain groups put together by likeness: the makes of tile of this board."""
        plain = np.flatnonzero(self.clusters.plain)
        if not len(plain):
            return []
        gap = self.gaps[np.ix_(plain, plain)]
        near = gap <= max(DIFFERENT, SAME_SHARE * float(gap.max()))
        for _ in range(len(plain)):
            wider = near @ near
            if np.array_equal(wider, near):
                break
            near = wider
        return [plain[row] for row in np.unique(near, axis=0)]

    def _apart(self) -> list[tuple[np.intp, np.intp]]:
        """Return makes of tile that look different and never touch, by their largest groups.

        Numbers always lie between hidden cells and empty ones; two makes of hidden tile have
        nothing between them.
        """
        counts = self.clusters.counts
        makes = [make for make in self._makes() if counts[make].sum() >= LEAST_APART]
        masks = [np.isin(self.group_of, make) for make in makes]
        found = []
        for i, mask in enumerate(masks):
            beside = around(mask) > 0
            for j in range(i + 1, len(makes)):
                if not (beside & masks[j]).any():
                    leads = [make[np.argmax(counts[make])] for make in (makes[i], makes[j])]
                    found.append((leads[0], leads[1]))
        return found

    def cost(self, labels: npt.NDArray[np.intp]) -> float:
        """Return the cost of a labelling."""
        apart = APART * any(labels[i] == labels[j] < AT[UNREAD] for i, j in self.apart)
        chosen = self.unary[np.arange(len(labels)), labels]
        plain_pairs = self.alike * (labels[:, None] != labels[None])
        under = labels[self.clusters.tile]
        glyph = ~self.clusters.plain & (self.clusters.tile >= 0)
        digit = (labels >= AT[1]) & (labels <= AT[8])
        mark = (labels == AT[FLAG]) | (labels == AT[QUESTION])
        on_hidden = (digit & (under == AT[HIDDEN])) * DIGIT_ON_HIDDEN
        on_empty = (mark & (under == AT[0])) * MARK_ON_EMPTY
        grounds = min(float((on_hidden * self.weights)[glyph].sum()), MOST_ON_HIDDEN)
        grounds += float((on_empty * self.weights)[glyph].sum())
        return float(
            (chosen * self.weights).sum()
            + plain_pairs.sum()
            + grounds
            + apart
            + self._rule_cost(labels)
        )

    def _rule_cost(self, labels: npt.NDArray[np.intp]) -> float:
        """Return what a labelling costs by the rules of the game."""
        values = _VALUES[labels][self.group_of]
        # Five counts of neighbours in one sum: none exceeds eight, so each fits into four bits.
        packed = np.where(self.clusters.plain, _PACKED[labels], _PACKED[labels] & 0xFFFF)
        near_by = around(packed[self.group_of])
        digits = (values >= 1) & (values <= 8)
        possible_mines = (near_by & 15) + self.unseen
        broken = digits & ((values > possible_mines) | (values < (near_by >> 4 & 15)))
        # An empty cell that says so may lie beside hidden ones where the client opens no others.
        broken |= (values == 0) & ~self.bare & (near_by >> 4 & 15 > 0)
        zeros = np.count_nonzero((values == 0) & self.bare & (near_by >> 12 & 15 > 0))
        closed = np.count_nonzero((packed >> 12 & 15)[self.group_of] & (near_by >> 16 > 0))
        marked = (near_by >> 8 & 15) + (near_by >> 4 & 15)
        # One covered tile among empty ones is one fault, however many of them it touches.
        cost = RULE * float(np.count_nonzero(broken) + min(zeros, CULPRIT * closed))
        cost += 0.4 * float(np.count_nonzero(digits & (values < marked)))
        counts = self.clusters.counts
        possible = float(counts[_PACKED[labels] & 1 > 0].sum()) / self.group_of.size
        if (labels[self.clusters.plain] == AT[0]).any() and not (
            (labels >= AT[1]) & (labels <= AT[8])
        ).any():
            cost += 30.0
        if possible == 0:
            cost += 30.0
        elif possible < LEAST_MINES:
            cost += 6.0 + 12.0 * (1 - possible / LEAST_MINES)
        if (labels == AT[WRONG_FLAG]).any() and not (labels == AT[MINE]).any():
            cost += 5.0
        return cost

    def _gaps(self) -> Floats64:
        """Return how different the looks of groups are, borders counted twice."""
        looks = self.clusters.looks
        gap = np.zeros((len(looks), len(looks)))
        for i in range(len(looks)):
            difference = np.abs(looks - looks[i])
            edges = np.stack([difference[:, s[0], s[1]].mean(axis=(1, 2, 3)) for s in _EDGES])
            gap[i] = edges.max(axis=0) + difference.mean(axis=(1, 2, 3))
        return gap


def _raised(look: npt.NDArray[np.float32]) -> float:
    """Return 1 where a tile has a light upper left and a dark lower right edge, else 0."""
    grey = look.mean(axis=2)
    face = float(np.median(grey[8:-8, 8:-8]))
    upper = max(float(grey[:3, 3:-3].mean()), float(grey[3:-3, :3].mean())) - face
    lower = face - min(float(grey[-3:, 3:-3].mean()), float(grey[3:-3, -3:].mean()))
    return 1.0 if upper > 6 and lower > 6 else 0.0


def _unseen(shape: tuple[int, ...], clipped: Sides) -> npt.NDArray[np.int32]:
    """Return how many neighbours of each cell lie where nothing is seen of the board."""
    above, below, left, right = clipped
    beyond = np.zeros((shape[0] + 2, shape[1] + 2), np.int32)
    beyond[0] |= above
    beyond[-1] |= below
    beyond[:, 0] |= left
    beyond[:, -1] |= right
    return around(beyond)[1:-1, 1:-1]
