"""`benchmarks/unseen.py`: what it counts, on drawn boards with right and wrong labels."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import pytest
from support.vision_scenes import draw, game_at

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "unseen.py"


def unseen(*words: str) -> str:
    """Run the script; return what it prints."""
    run = [sys.executable, str(SCRIPT), *words]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """Return a folder with one board in both formats, and labels that differ from what is drawn."""
    folder = tmp_path / "looks"
    folder.mkdir()
    board = game_at("middle", 9, 9, 14, seed=4).board
    pixels, grid = draw(board, "dark", 24)
    rows = [row.replace(" ", "") for row in board.row_symbols()]
    edges: dict[str, Any] = {"row_edges": grid.row_edges, "col_edges": grid.col_edges}
    drawn = {"family": "right", "boards": [{**edges, "cells": rows}]}
    swapped = ["".join("F" if s == "?" else s for s in row) for row in rows]
    wrong = {"family": "wrong", "boards": [{**edges, "cells": swapped}]}
    short = {**edges, "row_edges": grid.row_edges[:-1], "cells": rows[:-1]}
    other = {"family": "other", "boards": []}
    cases = {"a": drawn, "b": wrong, "c": {"family": "short", "boards": [short]}, "d": other}
    box = grid.bbox
    cases["e"] = {"look": "by hand", "bbox": [box.x, box.y, box.w, box.h]}
    text = "\n".join(["9 9", *(" ".join(row) for row in rows)])
    (folder / "e.txt").write_text(text, "utf-8")
    for name, about in cases.items():
        (folder / f"{name}.json").write_text(json.dumps(about), "utf-8")
        assert cv2.imwrite(str(folder / f"{name}.png"), pixels)
    return folder


def test_each_kind_of_failure_is_counted(labelled: Path, tmp_path: Path) -> None:
    """Right cells, wrong ones that are certain, a board too small and a board that is none."""
    out = tmp_path / "results.json"
    text = unseen(str(labelled), "--by", "look", "--list", "--json", str(out))
    by_look = {entry["look"]: entry for entry in json.loads(out.read_text("utf-8"))}
    assert list(by_look) == ["right", "wrong", "short", "other", "by hand"]
    for look in ("right", "by hand"):
        (board,) = by_look[look]["boards"]
        assert (board["located"], board["right"], board["cells"]) == (True, 81, 81)
        assert board["sure_wrong"] == 0
    (board,) = by_look["wrong"]["boards"]
    assert board["located"]
    assert board["sure_wrong"] == board["cells"] - board["right"] > 0
    assert board["confusion"].keys() == {"sure F>?"}
    assert not by_look["short"]["boards"][0]["located"]
    assert by_look["short"]["misplaced"][0]["off"] == "bottom +1.0"
    assert by_look["other"]["false"][0]["belief"] == "acted on"
    assert "| looks/right | 1 | 1/1 | 81/81 (100.00 %) |" in text
    assert "looks/other/d: false board: 9 x 9" in text


def test_another_interpreter_reads_the_same_images(labelled: Path) -> None:
    """Both runs are rows of one table; the same program gives the same figures."""
    text = unseen(str(labelled), "--sample", "2", "--against", sys.executable)
    before, after = (line for line in text.splitlines() if line.startswith("| looks"))
    assert before.startswith("| looks, before | 2 |")
    assert before.split("|")[2:-2] == after.split("|")[2:-2]
