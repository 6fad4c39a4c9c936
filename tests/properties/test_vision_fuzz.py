"""Any picture gives readings or a typed error, never a traceback."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from autosweep.errors import ImageError
from autosweep.vision.read import read


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    arrays.arrays(
        st.sampled_from([np.uint8, np.uint16, np.bool_, np.float32, np.int64]),
        st.one_of(
            st.tuples(st.integers(0, 90), st.integers(0, 90)),
            st.tuples(st.integers(0, 90), st.integers(0, 90), st.integers(0, 5)),
        ),
        fill=st.just(0),
    )
)
def test_any_array_gives_readings_or_an_image_error(array: np.ndarray) -> None:
    try:
        readings = read(array)
    except ImageError:
        return
    assert isinstance(readings, list)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    pitch=st.integers(9, 40),
    ink=st.integers(0, 255),
    ground=st.integers(0, 255),
    width=st.integers(1, 4),
    seed=st.integers(0, 1000),
)
def test_ruled_noise_never_breaks_the_reader(
    pitch: int, ink: int, ground: int, width: int, seed: int
) -> None:
    """Lattices of every kind, with cells of random colours, come out as something or nothing."""
    rng = np.random.default_rng(seed)
    picture = np.full((260, 300, 3), ground, np.uint8)
    for y in range(0, 240, pitch):
        for x in range(0, 280, pitch):
            if rng.random() < 0.5:
                picture[y : y + pitch, x : x + pitch] = rng.integers(0, 255, 3)
    for k in range(width):
        picture[k::pitch] = ink
        picture[:, k::pitch] = ink
    for reading in read(picture, thorough=False):
        assert reading.confidence.shape == (reading.board.rows, reading.board.cols)
