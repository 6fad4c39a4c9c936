"""What is drawn is what is read, whatever the game, the look, the size and the place."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.vision_scenes import STAGES, draw, game_at

from autosweep.client.skins import SKINS
from autosweep.vision.read import read


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    skin=st.sampled_from(sorted(SKINS)),
    stage=st.sampled_from(STAGES),
    rows=st.integers(5, 14),
    cols=st.integers(5, 18),
    density=st.floats(0.08, 0.25),
    px=st.integers(14, 48),
    corner=st.tuples(st.integers(0, 60), st.integers(0, 60)),
    seed=st.integers(0, 10_000),
)
def test_a_drawn_game_reads_as_itself(  # noqa: PLR0913 - the dimensions of what can be drawn
    *,
    skin: str,
    stage: str,
    rows: int,
    cols: int,
    density: float,
    px: int,
    corner: tuple[int, int],
    seed: int,
) -> None:
    game = game_at(stage, rows, cols, max(2, round(density * rows * cols)), seed)
    picture, _ = draw(game.board, skin, px, corner)
    readings = read(picture, thorough=False)
    assert [r.board.row_symbols() for r in readings] == [game.board.row_symbols()]
