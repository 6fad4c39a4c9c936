"""Screenshots of games on the in-process screen, for tests of replay: the truth is known."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2

from autosweep.board import FirstClick
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Cell
from autosweep.interfaces import Button, Click


class Shooter:
    """A person who plays the built-in game and takes screenshots."""

    def __init__(
        self, folder: Path, *, seed: int = 21, mines: int = 10, skin: str = "light"
    ) -> None:
        client = ClientSettings(
            rows=9,
            cols=9,
            mines=mines,
            seed=seed,
            skin=skin,
            cell_px=20,
            first_click=FirstClick.ZERO,
        )
        self.screen = InProcessScreen(settings=client, size=(480, 360))
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def shoot(self, name: str, *, scale: float = 1.0) -> Path:
        """Take a screenshot."""
        pixels = self.screen.grab().pixels
        if scale != 1.0:
            pixels = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
        path = self.folder / name
        assert cv2.imwrite(str(path), pixels)
        return path

    def click(self, *cells: Cell, button: Button = Button.LEFT) -> None:
        """Click cells."""
        for cell in cells:
            point = self.screen.mapping.to_screen(self.screen.grid.center(cell))
            self.screen.perform([Click(point, button)])

    def mines(self) -> Sequence[Cell]:
        """Return where the mines are."""
        layout = self.screen.game.layout
        assert layout is not None
        return [divmod(i, 9) for i in sorted(layout.mines)]

    def safe_cells(self) -> list[Cell]:
        """Return the hidden cells without a mine."""
        mines = set(self.mines())
        board = self.screen.game.board
        return [cell for cell in board.find({9}) if cell not in mines]
