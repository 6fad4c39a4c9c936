"""The numbers by which the expert guesses, and the answer it gives."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Policy:
    """How a guess is searched; the defaults won most games of those measured."""

    band: float = 0.9
    """Cells are looked at whose chance to survive is at least this share of the best."""
    far_cells: int = 4
    """How many unconstrained cells are looked at: there are many, all much alike."""
    candidates: int = 14
    """How many cells are looked at in all."""
    progress: float = 0.1
    """What safe cells afterwards are worth on top of surviving, at the most."""
    layouts: int = 8000
    """Most layouts for which the whole game tree is searched; 0 for never."""
    deeper: int = 6
    """How many of the best candidates are looked at once more, with replies; 0 for none."""
    replies: int = 4
    """How many cells are looked at for the move after."""
    close: float = 0.1
    """A second look is for candidates whose score is at most this share below the best."""
    follow: int = 3
    """Safe cells that a second look follows, one by one, to what they may show."""

    trust: float = 0.0
    """What a learned value weighs beside the score of the search: 0 nothing, 1 all."""

    def numbers(self) -> tuple[float, int, int, float, int, int, int, float, int, float]:
        """Return all numbers in the order in which the engine takes them."""
        return (
            self.band,
            self.far_cells,
            self.candidates,
            self.progress,
            self.layouts,
            self.deeper,
            self.replies,
            self.close,
            self.follow,
            self.trust,
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """A guess and what it rests on."""

    cell: int
    """Position in reading order."""
    survival: float
    """Chance that it is no mine."""
    score: float
    """Where `exact` the chance to win the game from here, with a `region` to win that, else the
    value that was highest."""
    exact: bool
    """Whether every course of the game was searched."""
    estimate: float | None = None
    """About the chance to win the game from here, by experience where it is not exact."""
    runner_up: int | None = None
    """The second best, where more than one was looked at."""
    runner_up_survival: float = 0.0
    runner_up_estimate: float | None = None
    region: int = 0
    """Layouts of the closed region that the cell is in, which was searched alone; 0 for none."""

    @property
    def coin_toss(self) -> bool:
        """Whether it decides between two layouts that nothing elsewhere can tell apart."""
        return self.region == 2


def levelled(choice: Choice) -> Choice:
    """Return the same with estimates that do not contradict the choice.

    The search tells candidates apart better than the estimate does; where this puts the runner-up
    ahead, that is its error, and the mean of both is the better estimate of either.
    """
    first, second = choice.estimate, choice.runner_up_estimate
    if first is None or second is None or second <= first:
        return choice
    mean = (first + second) / 2
    return replace(choice, estimate=mean, runner_up_estimate=mean)
