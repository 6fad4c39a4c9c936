"""In which order the groups of a component are counted: it decides how many states there are.

Rules are completed one after the other. The next one is always that which keeps the estimated
number of states lowest; where the estimate is large, every rule is tried as the first.
"""

from __future__ import annotations

from math import log2

from autosweep.solver.constraints import Component, GroupRule

_LARGE = 9.0
"""Estimated states (as a power of two) above which other starts are tried."""


def elimination_order(component: Component) -> list[int]:
    """Return the groups in the order in which to count them."""
    estimate, order = _order_from(component, _cheapest_start(component))
    if estimate > _LARGE:
        for start in range(len(component.rules)):
            estimate, order = min((estimate, order), _order_from(component, start))
    return order


def _cheapest_start(component: Component) -> int:
    """Return the rule with the fewest other rules beside it."""

    def beside(r: int) -> int:
        groups = component.rules[r].groups
        return len({other for g in groups for other in component.groups[g].rules})

    return min(range(len(component.rules)), key=beside)


def _order_from(component: Component, start: int) -> tuple[float, list[int]]:
    """Return the estimated peak number of states (as a power of two) and the greedy order."""
    groups, rules = component.groups, component.rules
    used = [0] * len(rules)
    left = [sum(len(groups[g].cells) for g in rule.groups) for rule in rules]
    placed = [False] * len(groups)
    open_rules = {start}
    waiting = set(range(len(rules)))
    bits = [0.0] * len(rules)
    order: list[int] = []
    peak = total = 0.0

    def after(r: int) -> float:
        """Estimate how the states change when rule r is completed."""
        added: dict[int, int] = {}
        for g in rules[r].groups:
            if not placed[g]:
                for other in groups[g].rules:
                    added[other] = added.get(other, 0) + len(groups[g].cells)
        return (
            sum(
                _bits(rules[other], used[other] + cells, left[other] - cells) - bits[other]
                for other, cells in added.items()
                if other != r
            )
            - bits[r]
        )

    while waiting:
        chosen = min(open_rules or waiting, key=lambda r: (after(r), r))
        fresh = [g for g in rules[chosen].groups if not placed[g]]
        for g in sorted(fresh, key=lambda g: (len(groups[g].rules), g)):
            placed[g] = True
            order.append(g)
            for r in groups[g].rules:
                used[r] += len(groups[g].cells)
                left[r] -= len(groups[g].cells)
                total -= bits[r]
                bits[r] = _bits(rules[r], used[r], left[r])
                total += bits[r]
                if left[r]:
                    open_rules.add(r)
                else:
                    open_rules.discard(r)
                    waiting.discard(r)
            peak = max(peak, total)
    return peak, order


def _bits(rule: GroupRule, used: int, left: int) -> float:
    """Return how many values a rule's need can have, as a power of two."""
    if left == 0:
        return 0.0
    most = min(rule.high, left + rule.high - rule.low)
    return log2(max(1, most - (rule.high - min(used, rule.high)) + 1))
