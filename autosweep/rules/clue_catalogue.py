"""Every clue rule by its id, with what people are told about it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from autosweep.rules import clue, letters, measure, secret, sight
from autosweep.rules.area import Area
from autosweep.rules.clue import Certainty, ClueRule, RuleInfo, ShownValues

_SURE, _LIKELY, _UNSURE = Certainty.CONFIRMED, Certainty.AGREED, Certainty.UNCERTAIN


@lru_cache(maxsize=1)
def clue_rules() -> Mapping[str, ClueRule]:
    """Return the clue rules by id, those of the first game first."""
    rules: list[ClueRule] = [
        ShownValues(
            RuleInfo("V", "Vanilla", "Mines among the 8 neighbours.", _SURE), measure.VANILLA
        ),
        ShownValues(
            RuleInfo(
                "M", "Multiple", "Mines among the 8 neighbours, those on dark cells twice.", _SURE
            ),
            measure.MULTIPLE,
        ),
        ShownValues(
            RuleInfo(
                "L", "Liar", "One more or one less than the mines among the 8 neighbours.", _SURE
            ),
            measure.VANILLA,
            shown=clue.lies,
        ),
        ShownValues(
            RuleInfo(
                "W", "Wall", "Lengths of the runs of mines in the ring of 8 neighbours.", _SURE
            ),
            measure.WALL,
            clue.NUMBERS,
        ),
        ShownValues(
            RuleInfo(
                "N",
                "Negation",
                "Difference between dark and plain mines among the 8 neighbours.",
                _SURE,
            ),
            measure.NEGATION,
        ),
        ShownValues(
            RuleInfo("X", "Cross", "Mines up to 2 cells away in row and column.", _SURE),
            measure.CROSSED,
        ),
        ShownValues(
            RuleInfo(
                "P", "Partition", "Number of runs of mines in the ring of 8 neighbours.", _SURE
            ),
            measure.PARTITION,
        ),
        ShownValues(
            RuleInfo(
                "E",
                "Eyesight",
                "Safe cells seen up, right, down and left, the cell itself included.",
                _SURE,
            ),
            sight.Eyesight(),
        ),
        ShownValues(
            RuleInfo("X'", "Mini Cross", "Mines among the 4 edge neighbours.", _SURE),
            measure.MINI_CROSS,
        ),
        ShownValues(
            RuleInfo("K", "Knight", "Mines a chess knight's move away.", _SURE), measure.KNIGHTS
        ),
        ShownValues(
            RuleInfo(
                "W'", "Longest Wall", "Length of the longest run of mines in the ring.", _SURE
            ),
            measure.LONGEST_WALL,
        ),
        ShownValues(
            RuleInfo(
                "E'",
                "Eyesight'",
                "Safe cells seen up and down, less those seen left and right.",
                _LIKELY,
            ),
            sight.EyesightDifference(),
            clue.SIGNED,
        ),
        ShownValues(
            RuleInfo("LM", "Liar and Multiple", "One more or one less than the value of M.", _SURE),
            measure.MULTIPLE,
            shown=clue.lies,
        ),
        ShownValues(
            RuleInfo(
                "MX",
                "Multiple and Cross",
                "Mines up to 2 cells away in row and column, those on dark cells twice.",
                _SURE,
            ),
            measure.MULTIPLE_CROSS,
        ),
        ShownValues(
            RuleInfo(
                "MN",
                "Multiple and Negation",
                "Difference between twice the dark and once the plain mines among 8 neighbours.",
                _LIKELY,
            ),
            measure.MULTIPLE_NEGATION,
        ),
        ShownValues(
            RuleInfo(
                "NX",
                "Negation and Cross",
                "Difference between dark and plain mines up to 2 cells away in row and column.",
                _LIKELY,
            ),
            measure.NEGATION_CROSS,
        ),
        ShownValues(
            RuleInfo(
                "2X", "Cross", "Dark and plain mines among the 8 neighbours, in any order.", _LIKELY
            ),
            measure.PAIR,
            clue.PAIR,
        ),
        ShownValues(
            RuleInfo(
                "2X'",
                "Cross'",
                "Either the dark or the plain mines among the 8 neighbours.",
                _LIKELY,
            ),
            measure.PAIR,
            shown=clue.either,
        ),
        ShownValues(
            RuleInfo("2D", "Deviation", "Mines in the 3 x 3 block round the cell above.", _LIKELY),
            measure.DEVIATION,
        ),
        ShownValues(
            RuleInfo(
                "2P",
                "Product",
                "Squared product of the distances to the two nearest mines.",
                _LIKELY,
            ),
            sight.NearestTwo(),
            clue.ROOT,
        ),
        ShownValues(
            RuleInfo(
                "2M", "Modulo", "Remainder by 3 of the mines among the 8 neighbours.", _LIKELY
            ),
            measure.MODULO,
        ),
        ShownValues(
            RuleInfo(
                "2A", "Area", "Mines of all groups, joined by edges, that touch the cell.", _LIKELY
            ),
            Area(),
        ),
        wrapped("2E", None),
        wrapped("2L", None),
        secret.Incomplete(
            RuleInfo(
                "2I",
                "Incompleteness",
                "Mines among 7 of the 8 neighbours; the direction left out is the same everywhere.",
                _LIKELY,
            ),
            clue.NUMBER,
        ),
        wrapped("2E^", None),
        wrapped("2E'", None),
        wrapped("2L'", None),
        ShownValues(
            RuleInfo(
                "2D'",
                "Deviation'",
                "Mines in the block of 2 x 3 above and beside the cell.",
                _UNSURE,
            ),
            measure.UPPER_BLOCK,
        ),
        ShownValues(
            RuleInfo(
                "2Q",
                "Queen",
                "Of the 8 queen's directions, those in which there is a mine.",
                _UNSURE,
            ),
            sight.QueenDirections(),
        ),
        ShownValues(
            RuleInfo(
                "2K", "Gold General", "Mines at the 4 edges and the 2 upper corners.", _UNSURE
            ),
            measure.GOLD_GENERAL,
        ),
    ]
    return {rule.about.id: rule for rule in rules}


_WRAPPED = {
    "2E": (
        "Encrypted",
        "A letter for {}; each letter stands for one value below the side.",
        _LIKELY,
    ),
    "2E^": ("Encrypted^", "A letter for {}; each letter stands for two values.", _UNSURE),
    "2E'": (
        "Self-Referential",
        "The letter of a column in which the row numbered by {} has a mine.",
        _UNSURE,
    ),
    "2L": (
        "Liar",
        "{}, wrong by one where the cell is marked: one safe cell in each row and column is.",
        _LIKELY,
    ),
    "2L'": (
        "Liar'",
        "{}, wrong by one unless the cell is marked: one safe cell in each row and column is.",
        _UNSURE,
    ),
}


def wrapped(outer: str, inner: ShownValues | None) -> ClueRule:
    """Return a rule that encodes, or falsifies, what another shows: V where none is named."""
    name, meaning, certainty = _WRAPPED[outer]
    of = "the mines among the 8 neighbours" if inner is None else f"the value of {inner.about.id}"
    told = meaning.format(of)
    id_ = outer if inner is None else f"{outer}+{inner.about.id}"
    about = RuleInfo(id_, name, told[0].upper() + told[1:], certainty)
    measured = measure.VANILLA if inner is None else inner.measure
    form = clue.NUMBER if inner is None else inner.form
    numbers = 2 if form is clue.PAIR else 1
    if outer in ("2E", "2E^"):
        return secret.Coded(about, measured, per=2 if outer == "2E^" else 1, numbers=numbers)
    if outer == "2E'":
        return letters.SelfReferential(about, measured)
    return secret.MarkedLiars(about, measured, form, marked_lie=outer == "2L")
