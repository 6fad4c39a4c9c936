"""The strategies by name."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from autosweep.engine import core
from autosweep.errors import SettingsError
from autosweep.solver.strategy.base import Strategy
from autosweep.solver.strategy.expert import Expert
from autosweep.solver.strategy.linear import Linear
from autosweep.solver.strategy.probabilistic import Probabilistic
from autosweep.solver.strategy.random import RandomGuess

STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {strategy.name: strategy for strategy in (Linear(), RandomGuess(), Probabilistic(), Expert())}
)
"""Every strategy, by the name used on the command line."""


def find_strategy(name: str) -> Strategy:
    """Return the strategy of that name; raises SettingsError that names the nearest one.

    Without the engine that is `probabilistic` for `expert`, whose search only the engine does.
    """
    if name not in STRATEGIES:
        near = get_close_matches(name.lower(), STRATEGIES, n=1, cutoff=0.0)
        msg = f"There is no strategy {name!r}; the nearest is {near[0]!r}."
        raise SettingsError(msg, remedy=f"Choose one of {', '.join(sorted(STRATEGIES))}.")
    found = STRATEGIES[name]
    if isinstance(found, Expert) and core() is None:
        return STRATEGIES[Probabilistic.name]
    return found
