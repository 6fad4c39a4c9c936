"""The command line: text, JSON shapes, exit codes, and what is said about mistakes."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import autosweep
from autosweep.cli.main import COMMANDS, main
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.interfaces import Click
from autosweep.jsonshapes.parts import digits

BOARD = "3 3 2\n1 ? ?\n? ? ?\n? ? 1\n"


class Shell:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._patch = patch

    def run(self, *words: str, stdin: bytes = b"") -> tuple[int, str, str]:
        """Return exit code, stdout and stderr."""
        self._patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = main(words)
        captured = self._capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    def json(self, *words: str, stdin: bytes = b"", code: int = 0) -> Any:
        """Return the JSON that a command prints."""
        got, out, err = self.run(*words, "--json", stdin=stdin)
        assert got == code, err
        return json.loads(out)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(capsys, monkeypatch)


@pytest.fixture
def board_file(tmp_path: Path) -> str:
    path = tmp_path / "board.txt"
    path.write_text(BOARD, "utf-8")
    return str(path)


@pytest.fixture
def picture(tmp_path: Path) -> tuple[str, InProcessScreen]:
    """Write a screenshot of a game with an opened area."""
    screen = InProcessScreen(settings=ClientSettings(seed=2, cell_px=24, skin="dark"))
    for cell in ((0, 0), (4, 4)):
        screen.perform([Click(screen.mapping.to_screen(screen.grid.center(cell)))])
    path = tmp_path / "screen.png"
    cv2.imwrite(str(path), screen.grab().pixels)
    return str(path), screen


def test_solve_prints_and_exits_as_promised(shell: Shell, board_file: str) -> None:
    code, out, err = shell.run("solve", board_file)
    assert code == 0
    assert "layouts: 6" in out
    assert "best: open 0,2 (guess, 16.7% mine)" in out
    assert err == ""


def test_solve_json_has_the_promised_shape(shell: Shell, board_file: str) -> None:
    answer = shell.json("solve", board_file)
    assert answer["solutions"] == "6"
    assert answer["consistent"] is True
    assert answer["exact"] is True
    assert answer["probabilities"][0] == [None, pytest.approx(1 / 3), pytest.approx(1 / 6)]
    assert answer["best"] == {
        "cell": [0, 2],
        "action": "open",
        "probability": pytest.approx(1 / 6),
        "certain": False,
    }


def test_solve_reads_stdin_and_takes_the_mine_total(shell: Shell) -> None:
    answer = shell.json("solve", "-", "--mines", "1", stdin=b"1 5\n? 1 ? ? ?\n")
    assert answer["safe"] == [[0, 3], [0, 4]]
    assert answer["mines"] == 1


def test_an_inconsistent_board_is_the_answer_no(shell: Shell) -> None:
    code, out, _ = shell.run("solve", "-", stdin=b"2 2\n3 ?\n1 1\n")
    assert code == 1
    assert "inconsistent" in out
    answer = shell.json("solve", "-", stdin=b"2 2\n3 ?\n1 1\n", code=1)
    assert answer["consistent"] is False
    assert answer["best"] is None


def test_solve_answers_json_lines_in_order(shell: Shell) -> None:
    """A good line, an inconsistent one and a broken one are each answered with their id."""
    lines = [
        {"id": "a", "rows": 1, "cols": 3, "mines": 1, "board": ["?1?"]},
        {"id": "b", "rows": 2, "cols": 2, "mines": None, "board": ["3?", "11"]},
        {"id": "c", "board": ["?1", "?"]},
    ]
    data = "\n".join(json.dumps(line) for line in lines).encode()
    code, out, _ = shell.run("solve", "-", "--json", stdin=data)
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [answer["id"] for answer in answers] == ["a", "b", "c"]
    assert answers[0]["probabilities"] == [[0.5, None, 0.5]]
    assert answers[1]["consistent"] is False
    assert "Row 1" in answers[2]["error"]


def test_solve_and_read_take_a_screenshot(
    shell: Shell, picture: tuple[str, InProcessScreen]
) -> None:
    path, screen = picture
    (image,) = shell.json("read", path)["images"]
    (board,) = image["boards"]
    assert image["file"] == path
    assert board["board"] == screen.game.board.row_symbols()
    box = screen.grid.bbox
    assert board["bbox"] == [box.x, box.y, box.w, box.h]
    assert board["cell"] == [24.0, 24.0]
    assert board["theme"] == "dark"
    assert board["doubtful"] == []
    assert len(board["confidence"]) == 9
    answer = shell.json("solve", path)
    assert answer["consistent"] is True
    layout = screen.game.layout
    assert layout is not None
    assert not any(layout.is_mine((r, c)) for r, c in answer["safe"])
    assert all(layout.is_mine((r, c)) for r, c in answer["mine"])


def test_what_read_prints_can_be_solved(shell: Shell, picture: tuple[str, InProcessScreen]) -> None:
    code, out, _ = shell.run("read", picture[0])
    assert code == 0
    assert autosweep.Board.parse(out).cells == picture[1].game.board.cells


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("empty.png", b"", "empty"),
        ("text.png", b"hello, this is no picture", "image"),
        ("cut.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "image"),
    ],
)
def test_bad_images_are_refused(
    shell: Shell, tmp_path: Path, name: str, data: bytes, words: str
) -> None:
    (tmp_path / name).write_bytes(data)
    got, out, err = shell.run("read", str(tmp_path / name))
    assert got == 2
    assert out == ""
    assert words in err
    assert len(err.strip().splitlines()) == 2


def test_an_image_without_a_board_is_nothing_to_see(shell: Shell, tmp_path: Path) -> None:
    path = str(tmp_path / "plain.png")
    cv2.imwrite(path, np.full((300, 400, 3), 120, np.uint8))
    code, _, err = shell.run("read", path)
    assert code == 3
    assert "no Minesweeper board" in err
    assert shell.json("read", path, code=3) == {"images": [{"file": path, "boards": []}]}
    assert shell.run("solve", path)[0] == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2 2\n1 ?\n?\n", "Row 1 has 1 cells"),
        ("2 2 7\n1 ?\n? z\n", "'z' in row 1"),
        ("", "empty"),
        ("what is this", "first line"),
    ],
)
def test_ragged_and_impossible_text_is_refused(shell: Shell, text: str, words: str) -> None:
    code, out, err = shell.run("solve", "-", stdin=text.encode())
    assert (code, out) == (2, "")
    assert words in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("slove", "x"), "Did you mean 'solve'?"),
        (("solve",), "Missing argument"),
        (("solve", "no-such-file.txt"), "cannot be read"),
        (("play", "--games", "0"), "0"),
        (("play", "--region", "1,2,3"), "X,Y,W,H"),
        (("client", "--theme", "pink"), "pink"),
        (("replay", "no-such-folder"), "cannot be read"),
    ],
)
def test_mistakes_are_answered_with_a_sentence(
    shell: Shell, words: tuple[str, ...], said: str
) -> None:
    code, out, err = shell.run(*words)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize(
    "words", [("play",), ("record", "somewhere"), ("client",), ("demo", "--on", "display")]
)
def test_without_a_display_it_says_so(
    shell: Shell, words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = shell.run(*words)
    assert code == 4
    assert "display" in err
    assert list(tmp_path.iterdir()) == [] or words[0] == "demo"


def test_errors_come_as_json_too(shell: Shell) -> None:
    answer = shell.json("solve", "no-such-file.txt", code=2)
    assert answer["exit_code"] == 2
    assert answer["remedy"]


def test_demo_plays_in_memory_and_replay_agrees(shell: Shell, tmp_path: Path) -> None:
    folder = tmp_path / "rec"
    code, out, err = shell.run(
        "demo", "--on", "memory", "--record", str(folder), "--rows", "9", "--cols", "9",
        "--mines", "10", "--seed", "3",
    )  # fmt: skip
    assert code in (0, 1), err
    assert "memory" in err
    assert str(folder) in out
    assert (folder / "final.png").is_file()
    answer = shell.json("replay", str(folder))
    assert answer["differences"] == []
    assert answer["complete"] is True


def test_play_prints_json_lines_with_the_summary_last(shell: Shell, tmp_path: Path) -> None:
    words = ("demo", "--on", "memory", "--record", str(tmp_path / "r"), "--rows", "9", "--json")
    code, out, _ = shell.run(*words, "--cols", "9", "--mines", "10")
    events = [json.loads(line) for line in out.splitlines()]
    assert events[-1]["event"] == "summary"
    wanted = {"games", "won", "lost", "stopped", "clicks", "seconds", "guesses"}
    assert wanted <= set(events[-1])
    assert code == (1 if events[-1]["lost"] else 0)


def test_replay_of_images_goes_on_after_a_bad_one(
    shell: Shell, picture: tuple[str, InProcessScreen], tmp_path: Path
) -> None:
    assert Path(picture[0]).parent == tmp_path
    (tmp_path / "broken.png").write_bytes(b"\x89PNG but not really")
    code, out, _ = shell.run("replay", str(tmp_path))
    assert code == 0
    assert "broken.png is not an image" in out
    assert "9 x 9 playing; best: open" in out
    assert "2 images, 1 with a board" in out


def test_doctor_checks_everything(shell: Shell) -> None:
    answer = shell.json("doctor", code=4)
    names = {finding["name"] for finding in answer["findings"]}
    assert {"Python", "numpy", "themes", "settings", "display", "mouse", "Tk", "Xvfb"} <= names
    display = next(f for f in answer["findings"] if f["name"] == "display")
    assert display["good"] is False
    assert display["remedy"]


def test_a_thorough_doctor_reports_the_machine_and_what_to_try(shell: Shell) -> None:
    answer = shell.json("doctor", "--thorough", code=4)
    assert any(line.startswith("Python: ") for line in answer["report"])
    assert len(answer["to_try"]) > 3
    _, out, _ = shell.run("doctor", "--thorough")
    assert "1. [ ] Open a Minesweeper" in out


@pytest.mark.parametrize(
    ("system", "wanted", "unwanted"),
    [
        ("win32", "python.org", "apt-get"),
        ("darwin", "brew", "apt-get"),
        ("linux", "apt-get", "brew"),
    ],
)
def test_remedies_are_those_of_the_system(
    monkeypatch: pytest.MonkeyPatch, system: str, wanted: str, unwanted: str
) -> None:
    from autosweep.cli import doctor
    from autosweep.cli.checklist import to_try

    monkeypatch.setattr(doctor.sys, "platform", system)
    remedy = doctor._tk().remedy
    assert wanted in remedy
    assert unwanted not in remedy
    assert ("administrator" in " ".join(to_try(system))) == (system == "win32")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help_and_json(shell: Shell, name: str) -> None:
    code, out, _ = shell.run(name, "--help")
    assert code == 0
    assert "--json" in out
    assert len(out.split("\n\n")[1]) > 20


def test_importing_the_package_and_help_are_light() -> None:
    """Neither drags in cv2, mss, pyautogui, Qt or numpy."""
    program = (
        "import sys, autosweep, autosweep.cli.main as m; m.main(['--help']);"
        "heavy = {'cv2','mss','rapidocr','pyautogui','PySide6','numpy','pysat','rich'};"
        "heavy &= set(sys.modules);"
        "sys.exit(1 if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_solve_is_light_too(board_file: str) -> None:
    """Solving text needs no picture library."""
    program = (
        "import sys, autosweep.cli.main as m; code = m.main(['solve', sys.argv[1]]);"
        "heavy = {'cv2','mss','rapidocr','pyautogui','numpy','pysat','rich'} & set(sys.modules);"
        "sys.exit(code or (1 if heavy else 0))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, board_file], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_completion_names_commands_options_and_choices(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def completed(words: str, position: int) -> list[str]:
        monkeypatch.setenv("_AUTOSWEEP_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", words)
        monkeypatch.setenv("COMP_CWORD", str(position))
        assert main([]) == 0
        return capsys.readouterr().out.split()

    assert completed("autosweep re", 1) == ["plain,read", "plain,record", "plain,replay"]
    assert completed("autosweep play --gue", 2) == ["plain,--guess"]
    assert completed("autosweep play --guess ", 3) == ["plain,best", "plain,ask", "plain,never"]


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
def test_the_completion_script_asks_autosweep(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    assert f"_AUTOSWEEP_COMPLETE={shell}_complete" in capsys.readouterr().out


def test_no_command_at_all_is_a_question_for_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("Usage: autosweep")
    assert printed.err == ""


LONG = {
    "none": 0,
    "one": 7,
    "edge": 10**4000 - 1,
    "over": 10**4000,
    "odd": 3**20_000,
    "round": 10**12_000,
}


@pytest.mark.parametrize("number", LONG.values(), ids=LONG)
def test_all_digits_are_told_and_the_limit_stays(number: int) -> None:
    limit = sys.get_int_max_str_digits()
    text = digits(number)
    assert sys.get_int_max_str_digits() == limit
    rebuilt = 0
    for at in range(0, len(text), 1000):
        part = text[at : at + 1000]
        rebuilt = rebuilt * 10 ** len(part) + int(part)
    assert rebuilt == number
    assert text == "0" or not text.startswith("0")
