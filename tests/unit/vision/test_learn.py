from pathlib import Path

from support.vision_scenes import draw, game_at

from autosweep.vision.learn import Sample, ThemeInfo, examples, write_theme
from autosweep.vision.read import read
from autosweep.vision.themes import load_themes


def test_a_pack_cut_from_games_reads_other_games(tmp_path: Path) -> None:
    """Cells cut from a few boards name the cells of another board at another size."""
    samples = []
    for seed, stage in enumerate(("middle", "late", "lost", "won", "late", "lost")):
        board = game_at(stage, 16, 16, 50, seed=seed).board
        picture, grid = draw(board, "dark", 28)
        samples.append(Sample(picture, grid, board))
    about = ThemeInfo("cut", "a client", "cut in a test", "MIT", "1")
    write_theme(tmp_path / "cut", about, examples(samples), "[client]\nnew_game = 'f2'")
    themes = load_themes(tmp_path)
    assert themes[0].profile.new_game == "f2"
    board = game_at("middle", 12, 12, 24, seed=77).board
    reading = read(draw(board, "dark", 35)[0], themes=themes, thorough=False)[0]
    assert reading.theme == "cut"
    assert reading.board.cells == board.cells


def test_edges_between_pixels_give_images_of_one_size() -> None:
    """A lattice half a pixel off cuts every cell of 21 pixels to 21 pixels."""
    board = game_at("late", 8, 8, 10, seed=1).board
    picture, grid = draw(board, "light", 21)
    found = examples([Sample(picture, grid.moved(-0.5, -0.5), board)])
    assert {part.shape for parts in found.values() for part in parts} == {(21, 21, 3)}


def test_equal_cells_give_one_image() -> None:
    board = game_at("fresh", 8, 8, 10, seed=1).board
    picture, grid = draw(board, "light", 24)
    assert {code: len(some) for code, some in examples([Sample(picture, grid, board)]).items()} == {
        9: 1
    }
