from __future__ import annotations

import pytest

from autosweep.errors import BadInput
from autosweep.generate.request import Difficulty, Request


@pytest.mark.parametrize(
    "wrong",
    [
        {"rows": 0},
        {"mines": 81},
        {"mines": -1},
        {"start": (9, 0)},
        {"no_guess": False, "difficulty": Difficulty.EASY},
    ],
)
def test_what_cannot_be_made_is_refused(wrong: dict[str, object]) -> None:
    given: dict[str, object] = {"rows": 9, "cols": 9, "mines": 10, "no_guess": True} | wrong
    with pytest.raises(BadInput):
        Request(**given)  # type: ignore[arg-type]
