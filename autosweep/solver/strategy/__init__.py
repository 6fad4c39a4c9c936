"""Which cell next: linear, random, probabilistic and expert."""

from autosweep.solver.strategy.base import Strategy
from autosweep.solver.strategy.registry import STRATEGIES, find_strategy

__all__ = ["STRATEGIES", "Strategy", "find_strategy"]
