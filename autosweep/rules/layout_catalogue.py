"""Every rule about the layout by its id, with what people are told about it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache

from autosweep.rules import connected, local, rows_and_columns
from autosweep.rules.board_shape import BoardShape
from autosweep.rules.clue import Certainty, RuleInfo
from autosweep.rules.layout_rule import LayoutRule, Neighbours, WindowRule

_SURE, _LIKELY, _UNSURE = Certainty.CONFIRMED, Certainty.AGREED, Certainty.UNCERTAIN


@lru_cache(maxsize=1)
def layout_rules() -> Mapping[str, LayoutRule]:
    """Return the layout rules by id, those of the first game first."""
    rules: list[LayoutRule] = [
        WindowRule(
            RuleInfo("Q", "Quad", "Every 2 x 2 window has a mine.", _SURE), local.squares, least=1
        ),
        connected.Connected(
            RuleInfo("C", "Connected", "All mines hang together, corners included.", _SURE)
        ),
        WindowRule(
            RuleInfo("T", "Triplet", "No 3 mines in a straight line, diagonals included.", _SURE),
            local.triples,
            most=2,
        ),
        connected.Outside(
            RuleInfo(
                "O",
                "Outside",
                "Safe cells hang together by edges; so does every mine with the board's edge.",
                _SURE,
            )
        ),
        Neighbours(
            RuleInfo("D", "Dual", "Every mine has exactly one mine at its 4 edges.", _SURE),
            local.orthogonal,
            1,
            1,
            paired=True,
        ),
        connected.Snake(
            RuleInfo("S", "Snake", "The mines form one path that never touches itself.", _SURE)
        ),
        rows_and_columns.Balance(
            RuleInfo("B", "Balance", "All rows have equally many mines, and all columns.", _SURE)
        ),
        local.InTriples(
            RuleInfo("T'", "Triplet'", "Every mine lies in a straight line of 3 mines.", _SURE)
        ),
        local.Ships(
            RuleInfo(
                "D'",
                "Battleship",
                "Mines form straight bars of 1 to 4 that do not touch, even at corners.",
                _SURE,
            )
        ),
        WindowRule(
            RuleInfo("A", "Anti-knight", "No two mines a knight's move apart.", _SURE),
            local.knight_pairs,
            most=1,
        ),
        WindowRule(
            RuleInfo("H", "Horizontal", "No two mines side by side in a row.", _SURE),
            local.level_pairs,
            most=1,
        ),
        WindowRule(
            RuleInfo("U", "Unary", "No two mines share an edge.", _SURE), local.edge_pairs, most=1
        ),
        Neighbours(
            RuleInfo("2H", "Horizontal", "Every mine has a mine left or right of it.", _LIKELY),
            local.sideways,
            1,
            2,
        ),
        connected.ConnectedRectangles(
            RuleInfo("2C", "Connected", "Mines form full rectangles that meet at corners.", _LIKELY)
        ),
        rows_and_columns.OneRun(
            RuleInfo("2S", "Segment", "Every row has exactly one run of mines.", _LIKELY)
        ),
        connected.Groups(
            RuleInfo("2G", "Group", "Mines joined by edges form groups of exactly 4.", _LIKELY), 4
        ),
        connected.Groups(
            RuleInfo("2G'", "Group'", "Mines joined by edges form groups of exactly 3.", _LIKELY), 3
        ),
        Neighbours(
            RuleInfo(
                "2F",
                "Flowers",
                "Every mine on a dark cell has exactly one at its 4 edges.",
                _LIKELY,
            ),
            local.orthogonal,
            1,
            1,
            local.is_dark,
        ),
        rows_and_columns.Bridges(
            RuleInfo(
                "2B",
                "Bridge",
                "Mines form bridges from left to right, each step at most one row up or down.",
                _LIKELY,
            )
        ),
        WindowRule(
            RuleInfo(
                "2T",
                "Triplet",
                "Every 3 cells in a row or column have a mine and a safe cell.",
                _LIKELY,
            ),
            local.straight_triples,
            least=1,
            most=2,
        ),
        rows_and_columns.ZeroSum(
            RuleInfo("2Z", "Zero-sum", "Every row has as many dark mines as plain ones.", _LIKELY)
        ),
        rows_and_columns.DiagonalBridges(
            RuleInfo("2B'", "Bridge'", "Bridges whose every step is one row up or down.", _UNSURE)
        ),
        rows_and_columns.RunsDiffer(
            RuleInfo("2S'", "Segment'", "The runs of mines in a row differ in length.", _UNSURE)
        ),
        rows_and_columns.RowSumsDiffer(
            RuleInfo("2U", "Unequal", "No two rows have equally many mines.", _UNSURE)
        ),
    ]
    return {rule.about.id: rule for rule in rules}


def excluding(shape: BoardShape, names: Collection[str], mines: int) -> list[tuple[str, ...]]:
    """Return rules, alone or together, that exclude a mine total by arithmetic."""
    found: list[tuple[str, ...]] = [
        (name,) for name in names if not layout_rules()[name].allows(shape, mines)
    ]
    if {"O", "Q"} <= set(names) and mines < quad_outside_least(shape):
        found.append(("O", "Q"))
    return found


def quad_outside_least(shape: BoardShape) -> int:
    """Return the fewest mines that Q and O allow together: one for two windows of 2 x 2.

    No window is all safe, so the safe cells form a tree: one edge less than cells. Every part of
    mines touches the border. Counting the edges of the board gives twice the mines as the windows
    or more.
    """
    return ((shape.rows - 1) * (shape.cols - 1) + 1) // 2
