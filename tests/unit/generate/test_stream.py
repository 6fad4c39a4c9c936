from __future__ import annotations

from collections import Counter

from autosweep.generate.stream import Stream, derive_key


def test_streams_are_even_and_keys_differ() -> None:
    stream = Stream(derive_key(1, 2))
    counts = Counter(stream.below(7) for _ in range(7000))
    assert set(counts) == set(range(7))
    assert all(850 < n < 1150 for n in counts.values())
    assert len({derive_key(seed, n) for seed in range(30) for n in range(30)}) == 900
