"""Labels for groups of cells that are jointly likely and obey the rules of the game.

Whether a plain tile is hidden or empty is decided by the rules alone: an opened zero never touches
a hidden cell, and a number needs enough hidden cells round it. Every labelling has a cost; the
search tries all labels of the plain groups, then improves one group at a time. A group whose second
best label costs little more stays uncertain.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from autosweep.board import EXPLODED, FLAG, HIDDEN, MINE, QUESTION, UNREAD
from autosweep.vision.arrays import Bools, Codes, Floats, Ints, Ints32, Samples
from autosweep.vision.classify.clusters import Clusters
from autosweep.vision.classify.coloured_mines import ColouredCells
from autosweep.vision.classify.labelling_cost import AT, LABELS, Anchors, Labelling
from autosweep.vision.classify.thresholds import (
    ALTERNATES,
    BOARD_COST_SCALE,
    BROKEN_FACTOR,
    CLEAR_GAP,
    DIFFERENT_TILE,
    EXCESS_SCALE,
    EXPLODED_GROUND,
    EXPLODED_TINT,
    GAP_SCALE,
    MAX_BOARD_COST,
    MAX_EXCESS,
    MAX_EXPLODED,
    MAX_FAMILIES,
    MAX_FLIPPED,
    MAX_GLYPH_CELLS,
    MAX_LABELLINGS,
    MAX_ROUNDS,
    MAX_UNCERTAIN_CONFIDENCE,
    MAX_UNEXPLAINED,
    NEAR_BROKEN_FACTOR,
    PATTERNED_FACTOR,
    RED_FACTOR,
    RED_LEVEL,
    SAME_MAKE,
    STARTS,
    TWIN_FACTOR,
    TWIN_SHARE,
    TWIN_TINT,
    UNEXPLAINED_FACTOR,
    UNLIKE_COST,
    UNLIKE_SCALE,
    USUAL_COST,
    USUAL_WEIGHT,
)
from autosweep.vision.cut_sides import NONE, Sides
from autosweep.vision.rules import around


@dataclass(frozen=True, slots=True, eq=False)
class Decoded:
    """Cells with labels."""

    codes: Codes
    confidence: Samples
    second: Codes
    """The next best label of each cell."""
    cost: float
    """What the labels cost beyond what each group would choose alone, rules included."""
    broken: int
    """Cells that break a rule."""
    written: Bools
    """Empty cells with a sign, a written zero for instance."""
    cut: Sides = NONE
    """Sides on which the board goes on unseen."""
    clear: bool = True
    """False if too many cells look like nothing known for the others to be believed."""
    coloured: ColouredCells | None = None
    """Cells with a ground of their own; None if nobody looked for them."""
    strange: float | None = None
    """How strange the board is to the network (`CellOpinions.strangeness`); None if not asked."""


def decode(clusters: Clusters, cut: Sides = NONE, anchors: Anchors | None = None) -> Decoded:
    """Return the best joint labelling of all cells of a board.

    `cut` are sides that are cut off, `anchors` what is known by an earlier frame.
    """
    return _LabellingSearch(clusters, cut, anchors).run()


class _LabellingSearch(Labelling):
    """The search for the labels that cost least."""

    def run(self) -> Decoded:
        found = sorted((self._improve(start) for start in self._starts()), key=lambda one: one[1])
        best, cost = found[0]
        codes = np.array(LABELS, np.uint8)[best][self.group_of]
        coloured = ColouredCells.of(self.clusters, codes)
        if coloured.mines.any():
            # The other labels were chosen beside wrong names: they are improved once more.
            self.take_for_mines(coloured.mine_groups(self.clusters))
            moved = [np.where(self.mines, AT[MINE], labels) for labels, _ in found]
            best, cost = self._improve(moved[0])
            found = [(best, cost), *((labels, self.cost(labels)) for labels in moved[1:])]
        return replace(self._result(best, cost, found[1:]), coloured=coloured)

    def _starts(self) -> list[Ints]:
        """Return the best few labellings of the plain groups, alike ones joined."""
        likeliest = np.argmin(self.unary, axis=1)
        families = self._families(likeliest)
        # Glyphs that are not clear are left out at first, or a flag read as 1 would decide what
        # the plain tiles are.
        cautious = likeliest.copy()
        ranked = np.sort(self.unary, axis=1)
        ambiguous = (ranked[:, 1] - ranked[:, 0] < CLEAR_GAP) & ~self.clusters.plain
        cautious[ambiguous] = AT[UNREAD]
        starts = []
        for base in (cautious, likeliest):
            trials = []
            for choice in product((AT[HIDDEN], AT[0]), repeat=len(families)):
                labels = base.copy()
                for family, label in zip(families, choice, strict=True):
                    labels[family] = label
                trials.append((self.cost(labels), labels))
            trials.sort(key=lambda trial: trial[0])
            starts += [labels for _, labels in trials[:STARTS]]
            if families:
                # Whether the commonest tile is hidden or empty decides most: both are followed up.
                main = max((k for family in families for k in family), key=self._count)
                other = [labels for _, labels in trials if labels[main] != trials[0][1][main]]
                starts += other[:1]
            if not ambiguous.any():
                break
        return starts

    @property
    def _spent(self) -> bool:
        """Return True if no more labellings may be tried."""
        return self.tried >= MAX_LABELLINGS

    def _count(self, group: np.intp) -> int:
        return int(self.clusters.counts[group])

    def _families(self, base: Ints) -> list[Ints]:
        """Return the plain groups joined by likeness until few enough are left."""
        c = self.clusters
        plain = np.flatnonzero((c.plain | (base == AT[0]) | (base == AT[HIDDEN])) & ~self.mines)
        if not len(plain):
            return []
        gap = self.gaps[np.ix_(plain, plain)]
        np.fill_diagonal(gap, np.inf)
        members = [plain[[k]] for k in range(len(plain))]
        while len(members) > MAX_FAMILIES:
            # Complete linkage: the two families whose farthest members are nearest become one.
            i, j = sorted(divmod(int(np.argmin(gap)), len(members)))
            members[i] = np.concatenate([members[i], members[j]])
            gap[i] = np.maximum(gap[i], gap[j])
            gap[:, i] = gap[i]
            gap[i, i] = np.inf
            gap = np.delete(np.delete(gap, j, axis=0), j, axis=1)
            del members[j]
        return members

    def _flip_neighbours(self, labels: Ints, cost: float) -> float:
        """Give a plain group and those most like it one label together, where that is better.

        Changing one group alone is always worse where several touch each other.
        """
        kinds = (labels == AT[HIDDEN]) | (labels == AT[0])
        plain = np.flatnonzero((self.clusters.plain | kinds) & ~self.mines)[:MAX_FLIPPED]
        for pivot in plain:
            if self._spent:
                break
            nearest = plain[np.argsort(self.gaps[pivot, plain], kind="stable")]
            for count in range(1, len(plain) + 1):
                for label in (AT[0], AT[HIDDEN]):
                    old = labels[nearest[:count]].copy()
                    labels[nearest[:count]] = label
                    trial = self.cost(labels)
                    if trial < cost - 1e-9:
                        cost = trial
                    else:
                        labels[nearest[:count]] = old
        return cost

    def _improve(self, labels: Ints) -> tuple[Ints, float]:
        """Change one group at a time for the better until nothing gets better."""
        labels = labels.copy()
        cost = self.cost(labels)
        cost = self._flip_neighbours(labels, cost)
        for _ in range(MAX_ROUNDS):
            before = cost
            options = self.options
            for k, choices in enumerate(options):
                if self._spent:
                    return labels, cost
                for label in choices:
                    if label == labels[k]:
                        continue
                    old = labels[k]
                    labels[k] = label
                    trial = self.cost(labels)
                    if trial < cost - 1e-9:
                        cost = trial
                    else:
                        labels[k] = old
            if cost >= before - 1e-9:
                break
        return labels, cost

    def _result(
        self,
        labels: Ints,
        cost: float,
        others: list[tuple[Ints, float]],
    ) -> Decoded:
        """Return a labelling with its confidence: what changed groups and other labellings cost."""
        n = len(labels)
        sure = np.zeros(n)
        second = labels.copy()
        for k in range(n):
            gap = np.inf
            for label in self.options[k]:
                if label == labels[k]:
                    continue
                trial = labels.copy()
                trial[k] = label
                here = self.cost(trial) - cost
                if here < gap:
                    gap, second[k] = here, label
            for other, its_cost in others:
                if other[k] != labels[k] and its_cost - cost < gap:
                    gap, second[k] = its_cost - cost, other[k]
            sure[k] = 1 / (1 + np.exp(-np.clip(gap, -30, 30) / GAP_SCALE))
        sure[labels == AT[UNREAD]] = 0.0
        if n > 1:
            # Cells that all look alike can be nothing but hidden, whatever is drawn on them.
            sure[self.clusters.patterned] *= PATTERNED_FACTOR
        chosen = self.unary[np.arange(n), labels]
        # Rules may choose among labels, but a glyph that resembles none of them stays uncertain.
        sure *= 1 / (1 + np.exp(np.clip((chosen - UNLIKE_COST) / UNLIKE_SCALE, -30, 30)))
        # Plain tiles have no choice of their own: what they cost alone tells nothing.
        own = np.where(self.clusters.plain, chosen, self.unary.min(axis=1))
        excess = cost - float((own * self.weights).sum())
        sure *= self._trust(chosen, labels, excess)
        if self._spent:
            # A search that was cut short has not seen what else the board may be.
            sure = np.minimum(sure, MAX_UNCERTAIN_CONFIDENCE)
        kinds = np.array(LABELS, np.uint8)[labels]
        self._mark_exploded(kinds)
        self._doubt_twins(kinds, sure)
        self._doubt_tiles(kinds, sure)
        sure[self.mines] = np.minimum(sure[self.mines], MAX_UNCERTAIN_CONFIDENCE)
        codes = kinds[self.group_of]
        confidence = sure[self.group_of].astype(np.float32)
        written = (codes == 0) & ~self.bare
        broken = _broken(codes, written, self.unseen)
        confidence[broken] *= BROKEN_FACTOR
        near = around(broken.astype(np.int32)) > 0
        confidence[near & ~broken] *= NEAR_BROKEN_FACTOR
        if self.anchors is not None:
            codes[self.anchors.unchanged] = HIDDEN
            confidence[self.anchors.unchanged] = 1.0
        seconds = np.array(LABELS, np.uint8)[second][self.group_of]
        return Decoded(codes, confidence, seconds, excess, int(broken.sum()), written, self.cut)

    def _trust(self, chosen: Floats, labels: Ints, excess: float) -> float:
        """Return how far a whole board can be believed.

        Less where glyphs resemble nothing well, or where rules had to overrule much.
        """
        glyph = ~self.clusters.plain & (labels != AT[UNREAD])
        mean = 0.0
        if glyph.any():
            # A few unknown glyphs say little of a board: they alone are uncertain then. Words over
            # a board are many pieces, each in a group of its own.
            weights = np.minimum(self.clusters.counts[glyph], MAX_GLYPH_CELLS).astype(np.float64)
            total = float((chosen[glyph] * weights).sum()) + USUAL_WEIGHT * USUAL_COST
            mean = total / (float(weights.sum()) + USUAL_WEIGHT)
        known = 1 / (1 + np.exp((mean - MAX_BOARD_COST) / BOARD_COST_SCALE))
        free = 1 / (1 + np.exp((excess - MAX_EXCESS) / EXCESS_SCALE))
        return float(known * free)

    def _doubt_twins(self, kinds: Codes, sure: Floats) -> None:
        """Lower the smaller of two groups that look different and have one label on one tile.

        A theme draws a symbol in one way: the second may be a flag with a question mark, an
        exploded mine, or a number misread.
        """
        c = self.clusters
        for k in np.flatnonzero(~c.plain & (kinds != UNREAD)):
            twins = np.flatnonzero(~c.plain & (kinds == kinds[k]) & (c.tile == c.tile[k]))
            largest = twins[np.argmax(c.counts[twins])]
            if k == largest or c.counts[k] * TWIN_SHARE > c.counts[largest]:
                continue
            if np.abs(c.tints[k] - c.tints[largest]).max() > TWIN_TINT or kinds[k] in (FLAG, MINE):
                sure[k] *= TWIN_FACTOR

    def _doubt_tiles(self, kinds: Codes, sure: Floats) -> None:
        """Lower plain tiles that nothing explains.

        A few of a colour of their own among many of another may be flags, mines or opened cells
        without any sign. Where some tiles can be neither hidden nor empty, all lose confidence.
        """
        c = self.clusters
        plain = np.flatnonzero(c.plain)
        unexplained = int(c.counts[plain][kinds[plain] == UNREAD].sum())
        if unexplained > MAX_UNEXPLAINED:
            sure[plain] *= UNEXPLAINED_FACTOR
        numbered = np.unique(c.tile[(kinds >= 1) & (kinds <= 8) & ~c.plain])
        numbered = plain[np.isin(plain, numbered) & (kinds[plain] == HIDDEN)]
        others = plain[~np.isin(plain, numbered) & (kinds[plain] == HIDDEN)]
        if len(numbered) and len(others) and not (kinds[plain] == 0).any():
            # Numbers lie on open ground, which is then never empty: more likely some of it is, or
            # the client writes numbers on hidden tiles and the others are the empty ones.
            doubted = self.gaps[np.ix_(plain, numbered)].min(axis=1) <= DIFFERENT_TILE
            sure[np.union1d(plain[doubted], others)] *= UNEXPLAINED_FACTOR
        for code in (HIDDEN, 0):
            same = plain[kinds[plain] == code]
            if len(same) < 2:
                continue
            colors, counts = c.grounds[same], c.counts[same]
            near = np.abs(colors[:, None] - colors[None]).max(axis=2) <= SAME_MAKE
            alike = (near * counts[None]).sum(axis=1)
            main = near[int(np.argmax(alike))]
            for k in same[~main]:
                if not self._alternates(k, same[main]):
                    sure[k] *= UNEXPLAINED_FACTOR

    def _alternates(self, group: np.intp, others: Ints) -> bool:
        """Return True if a group lies on squares of one colour of a checkerboard, others do not."""
        parity = np.indices(self.group_of.shape).sum(axis=0) % 2
        mine = parity[self.group_of == group].mean()
        theirs = parity[np.isin(self.group_of, others)].mean()
        return bool(abs(mine - theirs) >= ALTERNATES and abs(theirs - 0.5) >= ALTERNATES / 2)

    def _mark_exploded(self, kinds: Codes) -> None:
        """Mark the exploded mine: few of a kind, on a ground of its own or on red."""
        c = self.clusters
        mines = np.flatnonzero(kinds == MINE)
        if not len(mines):
            return
        largest = mines[np.argmax(c.counts[mines])]
        for k in mines:
            grounds = (c.grounds[k], c.borders[k])
            reddish = any(_reddish(color) for color in grounds)
            if k == largest:
                if c.counts[k] == 1 and len(mines) == 1 and reddish:
                    kinds[k] = EXPLODED
                continue
            # Where all mines are red, red tells none of them from the others.
            reddish &= not (_reddish(c.grounds[largest]) or _reddish(c.borders[largest]))
            apart = any(
                float(np.abs(_tint(mine) - _tint(other)).max()) > EXPLODED_GROUND
                for mine, other in zip(
                    grounds, (c.grounds[largest], c.borders[largest]), strict=True
                )
            )
            glyph_apart = float(np.abs(c.tints[k] - c.tints[largest]).max()) > EXPLODED_TINT
            if c.counts[k] <= MAX_EXPLODED and (apart or reddish or glyph_apart):
                kinds[k] = EXPLODED


def _reddish(color: Samples) -> bool:
    blue, green, red = (float(v) for v in color)
    return red > RED_LEVEL and red > RED_FACTOR * max(blue, green)


def _tint(color: Samples) -> Samples:
    """Return a colour less its brightness."""
    return np.asarray(color - color.mean(), np.float32)


def _broken(codes: Codes, written: Bools, unseen: Ints32) -> Bools:
    """Return which cells take part in a broken rule."""
    digits = ((codes >= 1) & (codes <= 8)) | written
    zeros = (codes == 0) & ~written
    mines = (codes == MINE) | (codes == EXPLODED)
    closed = (codes == HIDDEN) | mines
    possible = closed | (codes == FLAG) | (codes == QUESTION) | (codes == UNREAD)
    bad = digits & (
        (codes > around(possible.astype(np.int32)) + unseen)
        | (codes < around(mines.astype(np.int32)))
    )
    bad_zero = zeros & (around(closed.astype(np.int32)) > 0)
    touched = closed & (around(zeros.astype(np.int32)) > 0)
    return np.asarray(bad | bad_zero | touched, bool)
