"""The reader of one board: what it caches of the frames that it was given."""

from __future__ import annotations

from autosweep.board import Game
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.interfaces import Click
from autosweep.tracking.reader import BoardReader
from autosweep.vision.read import read


def test_a_frame_that_is_observed_twice_is_learned() -> None:
    """The second observation is from the cache, because nothing changed; its cells are new."""
    client = ClientSettings(rows=9, cols=9, mines=10, seed=3, skin="light", cell_px=20)
    screen = InProcessScreen(settings=client)
    reader = BoardReader()
    before = screen.grab()
    reader.learn(reader.start(before, read(before, thorough=False)[0]))
    screen.perform([Click(screen.mapping.to_screen(screen.grid.center((4, 4))))])
    after = screen.grab()
    assert reader.cached(after) is None
    reading = reader.update(after)
    assert reading is not None
    reader.observe(after, reading)
    again = reader.cached(after)
    assert again is reading
    reader.learn(reader.observe(after, again, from_cache=True))
    reader.observe(before, read(before, thorough=False)[0])
    known = reader.cached(after)
    assert known is not None
    game: Game = screen.game
    assert known.board.cells == game.board.cells
