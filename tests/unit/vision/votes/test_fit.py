"""Pitch, phase and lines from votes that are known."""

from __future__ import annotations

import numpy as np
import pytest

from autosweep.vision.votes.fit import AxisVotes, common_pitch, fit_axis, lines
from autosweep.vision.votes.network import places
from autosweep.vision.votes.refine import largest_sum


def votes_for(edges: list[float], length: int, noise: float = 0.0) -> AxisVotes:
    """Return the votes of an axis on which cells lie between edges."""
    x = places(length // 4)
    turns = np.interp(x, edges, np.arange(len(edges)))
    inside = ((x > edges[0]) & (x < edges[-1])).astype(float)
    rng = np.random.default_rng(3)
    spoilt = noise * (rng.normal(size=len(x)) + 1j * rng.normal(size=len(x)))
    return AxisVotes((np.exp(2j * np.pi * turns) + spoilt) * inside * 10, inside * 10)


@pytest.mark.parametrize("pitch", [9.3, 17.0, 24.25, 51.0])
@pytest.mark.parametrize("noise", [0.0, 0.3])
def test_pitch_and_phase_are_found(pitch: float, noise: float) -> None:
    """Within a tenth of a pixel of each line, though the given pitch is 6 % off."""
    edges = [13.5 + pitch * k for k in range(13)]
    votes = votes_for(edges, 800, noise)
    fit = fit_axis(votes, 1.06 * pitch, 0.12)
    at = fit.offset + fit.pitch * np.round((np.array(edges) - fit.offset) / fit.pitch)
    assert np.abs(at - edges).max() < (0.1 if noise == 0 else 0.08 * pitch)
    assert fit.coherence > 0.7


def test_votes_without_order_have_no_coherence() -> None:
    rng = np.random.default_rng(1)
    turns = np.exp(2j * np.pi * rng.random(200))
    assert fit_axis(AxisVotes(turns, np.ones(200)), 24, 0.12).coherence < 0.35


def test_lines_follow_cells_of_uneven_width() -> None:
    """A page rounds cells of 24.5 pixels to 24 and 25."""
    edges = [float(round(40 + 24.5 * k)) for k in range(17)]
    votes = votes_for(edges, 600)
    found = lines(votes, fit_axis(votes, 24, 0.1))
    off = [np.abs(found - edge).min() for edge in edges]
    assert max(off) < 0.6


def test_the_commonest_pitch_wins_over_the_mean() -> None:
    pitches = np.array([20.0] * 60 + [41.0] * 40)
    assert common_pitch(pitches, np.ones(100)) == pytest.approx(20, rel=0.02)


def test_the_border_is_the_rectangle_with_the_largest_sum() -> None:
    """A gap inside, as of a message, does not split it; a stray cell outside is left out."""
    evidence = np.full((12, 14), -2.0)
    evidence[2:11, 3:12] = 2.0
    evidence[5:7, 6:9] = -1.0
    evidence[0, 0] = 3.0
    assert largest_sum(evidence) == (2, 11, 3, 12)
