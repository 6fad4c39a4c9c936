"""Simulated games: legal positions at every stage."""

from __future__ import annotations

from random import Random

import pytest
from looks.positions import STAGES, Position, neighbors, simulate, size_of_board

SEEDS = range(300)


def positions() -> list[Position]:
    out = []
    for seed in SEEDS:
        rng = Random(seed)
        out.append(simulate(rng, *size_of_board(rng, 16, 16)))
    return out


POSITIONS = positions()


def test_every_stage_is_reached() -> None:
    assert {p.stage for p in POSITIONS} == set(STAGES)


def test_every_symbol_is_shown() -> None:
    shown = {s for p in POSITIONS for line in p.cells for s in line}
    assert shown >= set("?01234567FQ*XW")


@pytest.mark.parametrize("position", POSITIONS[::7], ids=lambda p: f"{p.rows}x{p.cols}-{p.stage}")
def test_a_position_is_legal(position: Position) -> None:
    """Numbers count the mines of the layout; shown mines are mines and wrong flags are none."""
    for r, line in enumerate(position.cells):
        for c, symbol in enumerate(line):
            mine = (r, c) in position.mines
            if symbol.isdigit():
                near = neighbors(position.rows, position.cols, (r, c))
                assert not mine
                assert int(symbol) == sum(n in position.mines for n in near)
            elif symbol in "*X":
                assert mine
            elif symbol == "W":
                assert not mine


def test_a_won_game_has_every_safe_cell_open() -> None:
    won = [p for p in POSITIONS if p.stage == "won"]
    assert won
    for p in won:
        for r, line in enumerate(p.cells):
            for c, symbol in enumerate(line):
                assert symbol.isdigit() == ((r, c) not in p.mines)


def test_a_game_without_a_hidden_cell_occurs() -> None:
    assert any(not set("?FQ") & set("".join(p.cells)) for p in POSITIONS)


def test_a_size_fits_where_it_must() -> None:
    sizes = [size_of_board(Random(k), 7, 12) for k in SEEDS]
    assert all(1 <= rows <= 7 and 1 <= cols <= 12 for rows, cols in sizes)
    assert (7, 12) in sizes or max(rows for rows, _ in sizes) == 7
