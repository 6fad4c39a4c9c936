from collections.abc import Sequence
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]

INCONSISTENT: int
TOO_LARGE: int

def weigh_board(
    cells: bytes,
    rows: int,
    cols: int,
    mines: int,
    trust_flags: bool,
    nodes: int,
    values: int,
    seconds: float,
) -> int | tuple[float | None, ...]: ...
def survey_board(
    cells: bytes,
    rows: int,
    cols: int,
    mines: int,
    trust_flags: bool,
    nodes: int,
    values: int,
    seconds: float,
    names: tuple[Cell, ...],
) -> int | tuple[tuple[float | None, ...], frozenset[Cell], frozenset[Cell], tuple[Cell, ...]]: ...
def count_rules(
    size: int,
    rules: list[tuple[Sequence[int], int, int]],
    mines_left: int | None,
    nodes: int,
    values: int,
    seconds: float,
) -> int | tuple[list[float], list[int], list[int], float]: ...
def rules_residues(
    size: int,
    rules: list[tuple[Sequence[int], int, int]],
    mines_left: int | None,
    primes: list[int],
    nodes: int,
    values: int,
    seconds: float,
) -> int | tuple[int, int, list[tuple[int, list[list[int]]]]]: ...
def board_residues(
    cells: bytes,
    rows: int,
    cols: int,
    mines: int,
    trust_flags: bool,
    primes: list[int],
    nodes: int,
    values: int,
    seconds: float,
) -> int | tuple[int, int, list[tuple[int, list[list[int]]]]]: ...
def mask_areas(mask: object, diagonals: bool, least_side: int, most_side: int) -> bytes: ...

Policy: TypeAlias = tuple[float, int, int, float, int, int, int, float, int, float]

def choose_cell(
    cells: bytes,
    rows: int,
    cols: int,
    mines: int,
    policy: Policy,
    network: bytes,
    nodes: int,
    seconds: float,
) -> tuple[int, float, float, bool, float, int, float, float, int] | None: ...
def play_games(
    layouts: bytes,
    rows: int,
    cols: int,
    start: int,
    policy: Policy | None,
    network: bytes,
    nodes: int,
) -> list[tuple[bool, list[float], float]] | None: ...
def weigh_games(
    layouts: bytes,
    rows: int,
    cols: int,
    start: int,
    policy: Policy,
    network: bytes,
    nodes: int,
    stray: float,
    seed: int,
) -> tuple[bytes, bytes] | None: ...
