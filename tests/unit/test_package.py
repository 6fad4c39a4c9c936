"""The public face of the library."""

from __future__ import annotations

import pytest

import autosweep


def test_all_is_sorted_and_complete() -> None:
    assert list(autosweep.__all__) == sorted(autosweep.__all__)
    for name in autosweep.__all__:
        assert getattr(autosweep, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = autosweep.nothing


def test_the_readme_of_the_design_works() -> None:
    board = autosweep.Board.parse("3 3 2\n1 ? ?\n? ? ?\n? ? 1\n")
    analysis = autosweep.analyze(board)
    assert analysis.probability[0, 2] == pytest.approx(1 / 6)
    assert analysis.best is not None
