"""What a labelling of groups of cells costs: each group by itself, their tiles, and the rules.

A group that looks like nothing costs much under every label; tiles of one make should have one
label; every broken rule of the game costs. `labelling_search` finds the labels that cost least.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from autosweep.board import FLAG, HIDDEN, MINE, QUESTION, UNREAD, WRONG_FLAG
from autosweep.vision.arrays import Bools, Floats, Ints, Samples
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
from autosweep.vision.classify.rule_faults import unseen_neighbours
from autosweep.vision.classify.thresholds import (
    ALIKE_COST,
    ALIKE_SCALE,
    APART_COST,
    CHANGED_COST,
    CLEAR_GAP,
    CLEAR_OPTIONS,
    COLOURED_HIDDEN_COST,
    COLOURED_MARK_COST,
    DIFFERENT_SHARE,
    DIFFERENT_TILE,
    DIGIT_ON_HIDDEN,
    EMPTY_BONUS,
    FEW_MINES_COST,
    FEW_MINES_SLOPE,
    FEW_PLAIN,
    GLYPH_UNREAD,
    GLYPH_UNREAD_CELL,
    IMPOSSIBLE_COST,
    KNOWN_NOT,
    LONE_WRONG_FLAG,
    MANY_FLAGS_COST,
    MARK_COST,
    MARK_ON_EMPTY,
    MARK_SHARE,
    MAX_CLASS_COST,
    MAX_GROUP_WEIGHT,
    MAX_ON_HIDDEN,
    MAX_RULES_A_TILE,
    MAX_UNREAD_GLYPH,
    MAX_UNREAD_PLAIN,
    MIN_APART,
    MIN_MINES,
    NEVER,
    OFF_CENTRE,
    OFF_CENTRE_COST,
    OPTIONS,
    OTHER_UNREAD,
    PATTERNED_COST,
    PLAIN_GLYPH_COST,
    PLAIN_UNREAD,
    PLAIN_UNREAD_CELL,
    QUESTION_COST,
    RAISED_COST,
    RAISED_LEVELS,
    RARE_COST,
    RARE_SHARE,
    RULE_COST,
    SPLIT_COST,
    SPLIT_LEVELS,
    TEMPERATURE,
    WRONG_COST,
)
from autosweep.vision.cut_sides import Sides
from autosweep.vision.rules import around

LABELS = (0, 1, 2, 3, 4, 5, 6, 7, 8, HIDDEN, FLAG, QUESTION, MINE, WRONG_FLAG, UNREAD)
"""What a group can be; an exploded mine is told from the others afterwards."""
AT = {code: k for k, code in enumerate(LABELS)}
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
"""The four borders of a cell, where a bevel shows."""


@dataclass(frozen=True, slots=True, eq=False)
class Anchors:
    """What is known of cells by an earlier frame, on which all of them were hidden."""

    unchanged: Bools
    """Cells with the very same pixels: they are hidden still."""
    changed: Bools
    """Cells whose inside has changed: they are no plain hidden tiles any more."""


class Labelling:
    """The groups of one board, and the cost of the labels they may have."""

    def __init__(self, clusters: Clusters, cut: Sides, anchors: Anchors | None = None) -> None:
        self.anchors = anchors
        self.mines = np.zeros(len(clusters.counts), bool)
        """Groups that are mines by what their class tells (`ColouredCells`)."""
        self.clusters = clusters
        self.cut = cut
        self.unseen = unseen_neighbours(clusters.labels.shape, cut)
        self.weights = np.minimum(clusters.counts, MAX_GROUP_WEIGHT).astype(np.float64)
        # Scaling splits one make of tile into many groups: together they count as a few.
        plain = int(clusters.plain.sum())
        self.weights[clusters.plain] *= min(1.0, FEW_PLAIN / max(1, plain))
        self.unary = self._unary()
        self.group_of = clusters.labels
        self.bare = clusters.plain[clusters.labels]
        self.gaps = self._gaps()
        self.alike = self._alike()
        self._plain = np.flatnonzero(clusters.plain)
        self._known: dict[bytes, float] = {}
        self.apart = self._apart()
        self.options = self._options()

    def take_for_mines(self, groups: Bools) -> None:
        """Take groups for mines: what they may be costs anew, and all labellings may be tried."""
        self.mines = groups
        self.unary = self._unary()
        self.options = self._options()
        self._known = {}

    def _options(self) -> list[list[int]]:
        """Return the labels to be tried for each group."""
        always = [AT[code] for code in (0, HIDDEN, FLAG, MINE)]
        options = []
        for row in self.unary:
            order = np.argsort(row)
            # Few labels are tried for a glyph that is clear: trying them takes most of the time.
            count = OPTIONS if row[order[1]] - row[order[0]] < CLEAR_GAP else CLEAR_OPTIONS
            tried = np.unique([*order[:count], *always])
            options.append([int(k) for k in tried if row[k] < NEVER])
        return options

    def _unary(self) -> Floats:
        """Return the cost of each label for each group, before any rule."""
        c = self.clusters
        total = c.labels.size
        cost = np.full((len(c.counts), len(LABELS)), NEVER)
        odds = softmax((c.logits - self._two_colours()) / TEMPERATURE)
        logs = np.minimum(-np.log(np.maximum(odds, 1e-6)), MAX_CLASS_COST)
        for k, count in enumerate(c.counts):
            share = count / total
            if c.plain[k]:
                cost[k, AT[HIDDEN]] = 0.0
                cost[k, AT[0]] = -EMPTY_BONUS
                unread = PLAIN_UNREAD_CELL * min(count, MAX_UNREAD_PLAIN)
                cost[k, AT[UNREAD]] = PLAIN_UNREAD + unread
                cost[k, AT[0]] += RAISED_COST * _raised(c.cells[k])
                if c.patterned[k]:
                    cost[k] += PATTERNED_COST
                continue
            for digit in range(1, 9):
                cost[k, AT[digit]] = logs[k, digit]
            rare = 0.0 if share < RARE_SHARE else RARE_COST
            mark = 0.0 if share < MARK_SHARE else MARK_COST
            cost[k, AT[FLAG]] = logs[k, FLAG_CLASS] + mark
            cost[k, AT[QUESTION]] = logs[k, QUESTION_CLASS] + QUESTION_COST + rare
            cost[k, AT[MINE]] = logs[k, MINE_CLASS] + mark
            cost[k, AT[WRONG_FLAG]] = logs[k, WRONG_CLASS] + WRONG_COST + rare
            plain = logs[k, PLAIN] + PLAIN_GLYPH_COST
            cost[k, AT[HIDDEN]] = plain
            cost[k, AT[0]] = min(plain, logs[k, ZERO])
            unread = min(GLYPH_UNREAD, logs[k, OTHER] + OTHER_UNREAD)
            cost[k, AT[UNREAD]] = unread + GLYPH_UNREAD_CELL * min(count, MAX_UNREAD_GLYPH)
            if c.centred[k] > OFF_CENTRE:
                cost[k, 1:9] += OFF_CENTRE_COST
        cost[self.mines, AT[MINE]] = 0.0
        for label, least in ((FLAG, COLOURED_MARK_COST), (HIDDEN, COLOURED_HIDDEN_COST)):
            cost[self.mines, AT[label]] = np.maximum(cost[self.mines, AT[label]], least)
        if self.anchors is not None:
            self._anchor(cost, self.anchors)
        return cost

    def _anchor(self, cost: Floats, anchors: Anchors) -> None:
        """Forbid labels that contradict what is known of the cells of a group."""
        c = self.clusters
        hidden = np.bincount(c.labels[anchors.unchanged], minlength=len(c.counts))
        opened = np.bincount(c.labels[anchors.changed], minlength=len(c.counts))
        for k, count in enumerate(c.counts):
            if hidden[k]:
                others = np.arange(len(LABELS)) != AT[HIDDEN]
                cost[k, others] = KNOWN_NOT
                cost[k, AT[HIDDEN]] = min(cost[k, AT[HIDDEN]], 0.0)
            elif 2 * opened[k] > count:
                cost[k, AT[HIDDEN]] = KNOWN_NOT
            elif c.plain[k]:
                cost[k, AT[HIDDEN]] += CHANGED_COST

    def _two_colours(self) -> Samples:
        """Return the evidence against each class where a glyph has one colour above another.

        A flag over its pole has; numbers, mines and question marks are of one colour.
        """
        c = self.clusters
        low, high = SPLIT_LEVELS
        much = np.clip((c.splits - low) / (high - low), 0, 1)
        against = np.zeros_like(c.logits)
        against[:, [*range(1, 9), QUESTION_CLASS, MINE_CLASS]] = SPLIT_COST * much[:, None]
        return against

    def _alike(self) -> Floats:
        """Return the cost of different labels for two plain groups, higher if they look alike."""
        plain = np.flatnonzero(self.clusters.plain)
        gaps = self.gaps[np.ix_(plain, plain)]
        return np.asarray(np.triu(ALIKE_COST * np.exp(-gaps / ALIKE_SCALE), 1), np.float64)

    def _makes(self) -> list[Ints]:
        """Return the plain groups joined by likeness: the makes of tile of this board."""
        plain = np.flatnonzero(self.clusters.plain)
        if not len(plain):
            return []
        gap = self.gaps[np.ix_(plain, plain)]
        near = gap <= max(DIFFERENT_TILE, DIFFERENT_SHARE * float(gap.max()))
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
        makes = [make for make in self._makes() if counts[make].sum() >= MIN_APART]
        masks = [np.isin(self.group_of, make) for make in makes]
        found = []
        for i, mask in enumerate(masks):
            beside = around(mask) > 0
            for j in range(i + 1, len(makes)):
                if not (beside & masks[j]).any():
                    leads = [make[np.argmax(counts[make])] for make in (makes[i], makes[j])]
                    found.append((leads[0], leads[1]))
        return found

    @property
    def tried(self) -> int:
        """How many different labellings the cost was asked of: what the time goes with."""
        return len(self._known)

    def cost(self, labels: Ints) -> float:
        """Return the cost of a labelling; one that was asked before is not counted again."""
        key = labels.tobytes()
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._cost(labels)
        return found

    def _cost(self, labels: Ints) -> float:
        apart = APART_COST * any(labels[i] == labels[j] < AT[UNREAD] for i, j in self.apart)
        chosen = self.unary[np.arange(len(labels)), labels]
        plain = labels[self._plain]
        plain_pairs = self.alike * (plain[:, None] != plain[None])
        under = labels[self.clusters.tile]
        glyph = ~self.clusters.plain & (self.clusters.tile >= 0)
        digit = (labels >= AT[1]) & (labels <= AT[8])
        mark = (labels == AT[FLAG]) | (labels == AT[QUESTION])
        on_hidden = (digit & (under == AT[HIDDEN])) * DIGIT_ON_HIDDEN
        on_empty = (mark & (under == AT[0])) * MARK_ON_EMPTY
        grounds = min(float((on_hidden * self.weights)[glyph].sum()), MAX_ON_HIDDEN)
        grounds += float((on_empty * self.weights)[glyph].sum())
        return float(
            (chosen * self.weights).sum()
            + plain_pairs.sum()
            + grounds
            + apart
            + self._rule_cost(labels)
        )

    def _rule_cost(self, labels: Ints) -> float:
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
        beside_hidden = (values == 0) & self.bare & (near_by >> 12 & 15 > 0)
        if self.anchors is not None:
            # These were opened: it is the client that leaves hidden cells beside them.
            beside_hidden &= ~self.anchors.changed
        zeros = np.count_nonzero(beside_hidden)
        closed = np.count_nonzero((packed >> 12 & 15)[self.group_of] & (near_by >> 16 > 0))
        marked = (near_by >> 8 & 15) + (near_by >> 4 & 15)
        # One hidden tile among empty ones is one fault, however many of them it touches.
        faults = np.count_nonzero(broken) + min(zeros, MAX_RULES_A_TILE * closed)
        cost = RULE_COST * float(faults)
        cost += MANY_FLAGS_COST * float(np.count_nonzero(digits & (values < marked)))
        counts = self.clusters.counts
        possible = float(counts[_PACKED[labels] & 1 > 0].sum()) / self.group_of.size
        numbers = (labels >= AT[1]) & (labels <= AT[8])
        empty = (labels[self.clusters.plain] == AT[0]).any()
        if empty and not numbers.any() and self.anchors is None:
            cost += IMPOSSIBLE_COST
        if possible == 0:
            cost += IMPOSSIBLE_COST
        elif possible < MIN_MINES and self.anchors is None:
            cost += FEW_MINES_COST + FEW_MINES_SLOPE * (1 - possible / MIN_MINES)
        if (labels == AT[WRONG_FLAG]).any() and not (labels == AT[MINE]).any():
            cost += LONE_WRONG_FLAG
        return cost

    def _gaps(self) -> Floats:
        """Return how different groups look, in levels, borders counted twice."""
        cells = self.clusters.cells
        gap = np.zeros((len(cells), len(cells)))
        for i in range(len(cells)):
            difference = np.abs(cells - cells[i])
            edges = np.stack([difference[:, s[0], s[1]].mean(axis=(1, 2, 3)) for s in _EDGES])
            gap[i] = edges.max(axis=0) + difference.mean(axis=(1, 2, 3))
        return gap


def _raised(cell: Samples) -> float:
    """Return 1 where a tile has a light upper left and a dark lower right edge, else 0."""
    grey = cell.mean(axis=2)
    face = float(np.median(grey[8:-8, 8:-8]))
    upper = max(float(grey[:3, 3:-3].mean()), float(grey[3:-3, :3].mean())) - face
    lower = face - min(float(grey[-3:, 3:-3].mean()), float(grey[3:-3, -3:].mean()))
    return 1.0 if upper > RAISED_LEVELS and lower > RAISED_LEVELS else 0.0
