"""Every rule by its id, and rule sets as people write them: `Q,T`, `[Q][M]`, `UW`, `2E+2X`.

Ids of 14 Minesweeper Variants 1 are letters, those of its second part begin with 2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache

from autosweep.errors import RuleError
from autosweep.rules import clue
from autosweep.rules.clue import ClueRule, ShownValues
from autosweep.rules.clue_catalogue import clue_rules, wrapped
from autosweep.rules.layout_catalogue import layout_rules
from autosweep.rules.layout_rule import LayoutRule

NO_RULE = "V"
"""Vanilla: no layout rule, and the ordinary clues."""
TAGS: Mapping[str, tuple[str, ...]] = {
    "#": ("V", "M", "L", "W", "N", "X", "P", "E"),
    "#'": ("V", "M", "L", "W", "N", "X", "P", "E", "X'", "K", "W'", "E'", "LM", "MN", "MX", "NX"),
    "2#": ("V", "2X", "2D", "2P", "2M", "2A"),
}
"""Mixed puzzles: every clue carries the id of its own rule."""
NAMED: Mapping[str, tuple[str, ...]] = {
    "UW": ("U", "W"),
    "CD": ("C", "D"),
    "CQ": ("C", "Q"),
    "CT": ("C", "T"),
    "OQ": ("O", "Q"),
    "OT": ("O", "T"),
    "QT": ("Q", "T"),
}
"""Pairs that the games name."""
_PRIMES = str.maketrans(dict.fromkeys("\u2019\u2032`", "'"))
"""What people type for the prime of a rule's id."""
_WRAPPERS = ("2E", "2E^", "2E'", "2L", "2L'")
"""Clue rules that can be applied to what another shows."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The layout rules of a puzzle and the rule of its clues, by id."""

    layout: tuple[str, ...] = ()
    clues: str = NO_RULE
    """One of the clue rules, a tag such as `#`, or a rule applied to one, such as `2E+2X`."""

    def __str__(self) -> str:
        clues = self.clues.replace("+", "][")
        names = [*self.layout, *([clues] if clues != NO_RULE or not self.layout else [])]
        return "".join(f"[{name}]" for name in names)

    def layout_rules(self) -> list[LayoutRule]:
        """Return the layout rules."""
        return [layout_rules()[name] for name in self.layout]


def clue_rule(name: str) -> ClueRule:
    """Return a clue rule by its id, such as `M` or `2E+2X`; raises RuleError."""
    outer, _, inner = name.partition("+")
    if not inner:
        return clue_rules()[outer]
    rule = clue_rules()[inner]
    if not isinstance(rule, ShownValues) or rule.shown is not clue.as_is:
        msg = f"{outer} cannot be applied to {inner}."
        raise RuleError(msg)
    if rule.form in (clue.ROOT, clue.SIGNED):
        msg = f"{outer} cannot be applied to {inner}."
        raise RuleError(msg)
    if rule.form is clue.NUMBERS or (outer == "2E'" and rule.form is not clue.NUMBER):
        msg = f"{outer} cannot be applied to {inner}, which shows several numbers."
        raise RuleError(msg)
    return wrapped(outer, rule)


def label_rule(label: str | None, declared: str) -> str:
    """Return the clue rule of one clue by its label, if any, and the puzzle's; raises RuleError."""
    outer, _, tag = declared.partition("+")
    if label is None:
        if TAGS.keys() & {declared, tag}:
            msg = f"In {tag or declared} puzzles every clue is written RULE:VALUE."
            raise RuleError(msg)
        return declared
    named = parse_rules([], label)
    name = named.clues
    if named.layout or TAGS.keys() & set(name.split("+")):
        msg = f"{label} is not the rule of a single clue."
        raise RuleError(msg)
    if tag in TAGS:
        return outer if name in (NO_RULE, outer) else f"{outer}+{name}"
    return name


def parse_rules(names: Iterable[str], clues: str | None = None) -> RuleSet:
    """Read rule names: ids in any of the usual ways, or full names; raises RuleError.

    `clues`, where given, names the clue rule; otherwise it is found among the names.
    """
    layout: list[str] = []
    shown: list[str] = []
    for name in (known for text in names for known in _known(text)):
        if name in layout_rules():
            if name not in layout:
                layout.append(name)
        elif name != NO_RULE and name not in shown:
            shown.append(name)
    if clues is not None:
        named = clues.strip().upper() in NAMED
        for name in _known(clues):
            if name in layout_rules() and named:
                layout.append(name)
                continue
            if name in layout_rules():
                msg = f"{name} is a rule about the layout, not one for clues."
                raise RuleError(msg)
            if name != NO_RULE and name not in shown:
                shown.append(name)
    return RuleSet(tuple(layout), _combine(shown))


def _known(text: str) -> Iterable[str]:
    """Yield the ids that a text names."""
    plain = text.partition("!")[0].translate(_PRIMES)
    for word in re.split(r"[\s,+&\[\]()]+", plain):
        if not word:
            continue
        if word.upper() in _all_names():
            yield from NAMED.get(word.upper(), (word.upper(),))
            continue
        by_name = [id_ for id_, name in _all_names().items() if name.lower() == word.lower()]
        if len(by_name) != 1:
            raise _unknown(word, by_name)
        yield by_name[0]


@lru_cache(maxsize=1)
def _all_names() -> Mapping[str, str]:
    """Return the names of all rules, combinations and tags by id."""
    names = {id_: rule.about.name for id_, rule in clue_rules().items()}
    names |= {id_: rule.about.name for id_, rule in layout_rules().items()}
    return names | {id_: id_ for id_ in (*NAMED, *TAGS)}


def _unknown(word: str, candidates: list[str]) -> RuleError:
    names = _all_names()
    if not candidates:
        pool = {key.lower(): id_ for id_, name in names.items() for key in (id_, name)}
        close = get_close_matches(word.lower(), pool, n=3, cutoff=0.5)
        close = close or [key for key in pool if key[:1] == word[:1].lower()][:3]
        candidates = list(dict.fromkeys(pool[key] for key in close))
    told = [f"{id_} ({names[id_]})" if names[id_] != id_ else id_ for id_ in candidates]
    verb = "is" if len(told) == 1 else "are"
    near = f" The nearest {verb} {', '.join(told)}." if told else ""
    msg = f"There is no rule {word!r}.{near}"
    return RuleError(msg)


def _combine(shown: list[str]) -> str:
    """Return the clue rule that some names mean together; raises RuleError."""
    if not shown:
        return NO_RULE
    if len(shown) == 1:
        return shown[0]
    outer = [name for name in shown if name in _WRAPPERS]
    inner = [name for name in shown if name not in _WRAPPERS]
    if len(outer) != 1 or len(inner) != 1:
        msg = f"Clues follow one rule, not {' and '.join(shown)}."
        remedy = "For clues of several rules use the rule # and write each clue as RULE:VALUE."
        raise RuleError(msg, remedy=remedy)
    if inner[0] not in TAGS:
        clue_rule(f"{outer[0]}+{inner[0]}")
    return f"{outer[0]}+{inner[0]}"
