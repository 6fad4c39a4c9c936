"""Which test accepted or rejected which grid, with which value: what `read --trace` prints.

A test is a value, so what decides and what is reported are the same number. A trace is an argument
that is None unless somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from autosweep.geometry import Grid


class GridTest(NamedTuple):
    """A value of a grid and what it must be."""

    name: str
    value: float
    relation: Literal[">=", "<=", "<"]
    threshold: float

    @property
    def passed(self) -> bool:
        """True if the value is as it must be."""
        if self.relation == ">=":
            return bool(self.value >= self.threshold)
        if self.relation == "<":
            return bool(self.value < self.threshold)
        return bool(self.value <= self.threshold)

    def __str__(self) -> str:
        return f"{self.name} {self.value:.6g} (needs {self.relation} {self.threshold:.6g})"


@dataclass(frozen=True, slots=True)
class GridAttempt:
    """One attempt to accept a grid: the tests in order, up to the first that failed."""

    stage: str
    """What was tried: `lattice`, `grid`, `overlap`, `theme NAME`, `shape` and so on."""
    grid: Grid
    tests: tuple[GridTest, ...]

    @property
    def accepted(self) -> bool:
        """True if every test passed."""
        return self.tests[-1].passed

    def __str__(self) -> str:
        box = self.grid.bbox
        place = f"{self.grid.rows} x {self.grid.cols} cells at {box.x},{box.y}"
        if self.accepted:
            return f"{place}: {self.stage}: accepted: {', '.join(map(str, self.tests))}"
        return f"{place}: {self.stage}: rejected: {self.tests[-1]}"


@dataclass(slots=True)
class Trace:
    """Collects the attempts of one reading, in order."""

    attempts: list[GridAttempt] = field(default_factory=list)


def fails(tests: Iterable[GridTest], trace: Trace | None, stage: str, grid: Grid | None) -> bool:
    """Return True if a grid fails a test; only then is it traced.

    For tests after which others follow: a grid that passes is not accepted yet.
    """
    failed = next((test for test in tests if not test.passed), None)
    if failed is not None and trace is not None and grid is not None:
        trace.attempts.append(GridAttempt(stage, grid, (failed,)))
    return failed is not None


def passes(tests: Iterable[GridTest], trace: Trace | None, stage: str, grid: Grid | None) -> bool:
    """Return True if a grid passes all tests; the first failure ends them.

    `tests` must hold at least one and may be lazy. `grid` may be None where there is no trace.
    """
    if trace is None or grid is None:
        return all(test.passed for test in tests)
    done: list[GridTest] = []
    for test in tests:
        done.append(test)
        if not test.passed:
            break
    trace.attempts.append(GridAttempt(stage, grid, tuple(done)))
    return done[-1].passed
