"""Every way in answers or refuses in words, whatever it is given."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.fuzzing import WAYS, mutated

ROUNDS = {
    "arguments": 60,
    "case": 60,
    "kept": 60,
    "picture": 40,
    "recording": 12,
    "theme_picture": 60,
    "variant": 60,
}
"""Inputs a way: fewer where one takes long; `make fuzz` gives millions."""


@pytest.mark.parametrize("name", sorted(WAYS))
def test_right_input_made_wrong_is_answered_or_refused(name: str) -> None:
    way = WAYS[name]
    seeds = way.seeds()
    random = Random(name)
    for seed in seeds:
        way.feed(seed)
    for _ in range(ROUNDS.get(name, 150)):
        way.feed(mutated(random.choice(seeds), random))


@pytest.mark.parametrize("name", sorted(set(WAYS) - {"picture", "theme_picture"}))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.binary(max_size=400))
def test_any_bytes_are_answered_or_refused(name: str, data: bytes) -> None:
    WAYS[name].feed(data)
