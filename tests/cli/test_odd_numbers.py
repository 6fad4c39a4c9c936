"""Numbers that no option means: not finite, negative, or larger than anything can be."""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import cv2
import pytest
from support.vision_scenes import draw, game_at

from autosweep.cli.main import COMMANDS, main

LARGE = (str(2**31), str(2**63), str(2**64), str(10**30), "1e308", "9" * 5000)
SMALL = ("-1", "0", "1e-320", str(-(10**30)), "-inf")
WORK = {
    "check": ["board.txt"],
    "explain": ["board.txt", "--cell", "0,1"],
    "generate": ["--board", "4x4x2"],
    "hint": ["shot.png", "--out", "hint.png"],
    "leaderboard": ["--file", "results.csv"],
    "prove": ["board.txt", "--cell", "0,1"],
    "solve": ["board.txt"],
    "variant hint": ["board.txt", "--rules", "Q"],
    "variant solve": ["board.txt", "--rules", "Q"],
}
"""What is done with odd numbers: commands whose work is small whatever they are told."""
AMOUNT = {"generate --count"}
"""Options that mean that much work."""


def _leaves(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield name, command
        return
    for inner, leaf in command.commands.items():
        yield from _leaves(leaf, f"{name} {inner}")


def _numbers() -> Iterator[tuple[str, click.Option]]:
    """Yield every option of every command that takes a number."""
    for name in COMMANDS:
        command = importlib.import_module(f"autosweep.cli.{name.replace('-', '_')}").command
        for full, leaf in _leaves(command, name):
            for option in leaf.params:
                kinds = (click.types.IntParamType, click.types.FloatParamType)
                if isinstance(option, click.Option) and isinstance(option.type, kinds):
                    yield full, option


NUMBERS = [(name, option.opts[0]) for name, option in _numbers()]


def test_there_are_numbers_to_try() -> None:
    """The commands are looked through, not a list of them that grows old."""
    assert len(NUMBERS) > 60
    assert {"solve", "variant solve", "play", "replay"} <= {name for name, _ in NUMBERS}
    assert set(WORK) <= {name for name, _ in NUMBERS}


@pytest.mark.parametrize("value", ["nan", "inf", "-inf", "NaN", "Infinity", "1e999", "", "0x1g"])
@pytest.mark.parametrize(("name", "option"), NUMBERS)
def test_what_is_no_finite_number_is_bad_input(
    name: str, option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is refused before anything is done, also where the rest of the command is missing."""
    assert main([*name.split(), f"{option}={value}"]) == 2
    told = capsys.readouterr().err
    assert option in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("name", "option"),
    [case for case in NUMBERS if case[0] in WORK and " ".join(case) not in AMOUNT],
)
def test_numbers_out_of_proportion_are_answered(
    name: str,
    option: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whatever the number, there is an answer or a refusal, never a bug."""
    (tmp_path / "board.txt").write_text("3 3 2\n1 ? ?\n? ? ?\n? ? 1\n", "utf-8")
    if name == "hint":
        pixels = draw(game_at("middle", 9, 9, 14, seed=4).board, "classic", 20)[0]
        cv2.imwrite(str(tmp_path / "shot.png"), pixels)
    monkeypatch.chdir(tmp_path)
    for value in (*SMALL, *LARGE):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        code = main([*name.split(), *WORK[name], f"{option}={value}", "--json"])
        told = capsys.readouterr().err
        assert code in (0, 1, 2, 3), (value, told)
        assert "Traceback" not in told
