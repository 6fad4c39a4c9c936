"""How long a picture must rest, by what was seen of the client."""

import pytest

from autosweep.tracking.settle import DrawingPauses

POLL = 0.01


def seen(*changes: list[float]) -> DrawingPauses:
    drawing = DrawingPauses()
    for times in changes:
        drawing.add(times)
    return drawing


def test_a_client_that_is_not_known_is_given_time() -> None:
    assert DrawingPauses().needed(POLL) == pytest.approx(4 * POLL)
    assert seen(*[[1.0]] * 3, *[[]] * 20).needed(POLL) == pytest.approx(4 * POLL)
    assert DrawingPauses().needed(POLL, certain=True) == pytest.approx(2 * POLL)


def test_one_that_draws_in_one_go_need_not_rest_long() -> None:
    assert seen(*[[1.0]] * 8).needed(POLL) == pytest.approx(POLL)
    assert seen(*[[1.0]] * 8).needed(POLL, certain=True) == pytest.approx(0.4 * POLL)


def test_the_longest_pause_counts_twice() -> None:
    assert seen(*[[1.0]] * 8, [1.0, 1.004, 1.012]).needed(POLL) == pytest.approx(0.016)


def test_an_animation_is_waited_for_no_longer_than_a_stranger() -> None:
    assert seen(*[[1.0]] * 8, [1.0, 1.1, 1.3]).needed(POLL) == pytest.approx(4 * POLL)


def test_what_was_long_ago_is_forgotten() -> None:
    assert seen([1.0, 1.2], *[[1.0]] * 16).needed(POLL) == pytest.approx(POLL)


def test_cached_frames_need_fewer_polls_once_they_are_always_finished() -> None:
    drawing = DrawingPauses()
    for _ in range(8):
        assert drawing.needed_cached(POLL) == pytest.approx(0.2 * POLL)
        drawing.add_cached(stable=True)
    assert drawing.needed_cached(POLL) == pytest.approx(0.05 * POLL)
    drawing.add_cached(stable=False)
    assert drawing.needed_cached(POLL) == pytest.approx(0.2 * POLL)
