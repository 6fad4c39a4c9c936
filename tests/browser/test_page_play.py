"""`play --browser`: whole games in real pages, without a display, compared with the truth."""

from __future__ import annotations

import ast
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")
from support.anyclient.cases import CASES
from support.anyclient.options import ClientOptions
from support.anyclient.server import serving_page
from support.clients import said, wait
from support.displayed import json_lines
from support.page_play import play_page, run_command, without_display
from support.realplay import witness

from autosweep.desktop.xvfb import VirtualDisplay, xvfb_path
from autosweep.errors import ExitCode

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(shutil.which("chromium") is None, reason="no Chromium"),
]
SUPPORT = Path(__file__).resolve().parents[1] / "support"
ONE_GAME = ClientOptions(seed=4, fates="won")
FRAMED = """<!doctype html><title>Framed</title>
<body style="margin:0;font:16px sans-serif"><h1 style="height:2700px">Far below is a game</h1>
<iframe src="page.html?{query}" style="border:0;width:700px;height:560px"></iframe>
<div id="banner" style="position:fixed;left:0;right:0;bottom:0;height:300px;padding:20px;
background:#222;color:#fff">We use cookies to make this site as good as it can be.<br><br>
<button style="font-size:18px" onclick="tell('accept')">Accept all</button>
<button style="font-size:18px;margin-left:40px"
onclick="tell('reject');banner.remove()">Reject all</button></div>
<script>const tell = (what) => fetch("told", {{method: "POST",
body: JSON.stringify({{event: "banner", button: what}})}});</script>"""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("page: alert", ()),
        ("page: question of the browser", ("--scale", "1.25")),
        ("page: reload", ("--scale", "2")),
        ("page: begins with a start button", ()),
        ("page: begins with a level, then start", ()),
        ("page: begins with a key", ()),
        ("page: asks for its size", ()),
        ("page: shows its board late", ()),
        ("page: the board waits for a level", ()),
        ("page: the start button starts a clock", ()),
    ],
)
def test_games_are_played_and_told_truly(name: str, words: tuple[str, ...], tmp_path: Path) -> None:
    played = play_page(CASES[name], tmp_path, words)
    assert not played.faults
    assert not played.gaps
    replayed = run_command(["replay", str(tmp_path / "recording"), "--json"], tmp_path)
    assert replayed.returncode in (ExitCode.DONE, ExitCode.NO), replayed.stderr
    assert json.loads(replayed.stdout)["differences"] == []


def test_what_a_message_says_is_evidence_for_the_end(tmp_path: Path) -> None:
    """The page shows nothing else of a loss: no mine, no text."""
    case = CASES["page: alert"]
    options = ClientOptions(**{**case.options.__dict__, "fates": "lost", "loss": "alert"})
    played = play_page(type(case)("alert alone", "page", options, games=1), tmp_path)
    assert played.verdicts == ["lost"]
    said = [each["text"] for end in played.ends for each in end["evidence"]]
    recorded = json_lines(tmp_path / "recording/session.jsonl")
    messages = [line["why"] for line in recorded if line.get("what") == "message put away"]
    assert messages
    assert any(messages[0] in text for text in said) or "message" in str(played.ends)


def test_a_page_whose_elements_lie_is_played_by_what_it_shows(tmp_path: Path) -> None:
    truth = tmp_path / "truth.jsonl"
    truth.touch()
    lying = (SUPPORT / "lying_page.html").read_text()
    with serving_page(truth, {"lying.html": lying}) as address:
        url = address.replace("page.html", "lying.html")
        done = run_command(["play", "--browser", url, "--json"], tmp_path)
    told = json_lines(truth)
    presses = [line for line in told if line["event"] == "press"]
    assert len(presses) > 10
    assert not any(press["mine"] for press in presses), "a safe cell by the elements is a mine"
    assert [line["result"] for line in told if line["event"] == "end"] == ["won"]
    assert done.returncode == ExitCode.DONE


def test_no_element_of_a_page_is_ever_asked_for() -> None:
    """What reads elements is not called anywhere in the package; scripts are two constants."""
    folder = Path(__file__).resolve().parents[2] / "autosweep/desktop/browser"
    called = set()
    for file in folder.glob("*.py"):
        tree = ast.parse(file.read_text())
        called |= {
            node.func.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
    reading = {"content", "locator", "query_selector", "query_selector_all", "inner_text"}
    reading |= {"inner_html", "text_content", "get_attribute", "eval_on_selector", "frame_locator"}
    reading |= {"get_by_role", "get_by_text", "get_by_label", "aria_snapshot", "evaluate_handle"}
    assert {"evaluate", "screenshot"} <= called, "the calls are found at all"
    assert not called & reading


def test_a_board_in_a_frame_far_down_the_page_under_a_cookie_banner(tmp_path: Path) -> None:
    truth = tmp_path / "truth.jsonl"
    truth.touch()
    pages = {"framed.html": FRAMED.format(query=ONE_GAME.query())}
    with serving_page(truth, pages) as address:
        url = address.replace("page.html", "framed.html")
        done = run_command(["play", "--browser", url, "--json", "--scale", "1.25"], tmp_path)
    told = json_lines(truth)
    assert [line["button"] for line in told if line["event"] == "banner"] == ["reject"]
    assert [line["result"] for line in told if line["event"] == "end"] == ["won"], done.stderr
    assert done.returncode == ExitCode.DONE


def test_a_page_without_a_board_is_refused_within_the_patience(tmp_path: Path) -> None:
    page = tmp_path / "empty.html"
    page.write_text("<h1>No game here</h1><button>Start</button>")
    done = run_command(["play", "--browser", str(page), "--patience", "1"], tmp_path)
    assert done.returncode == ExitCode.NOTHING_TO_SEE
    assert "No Minesweeper board is visible in the page." in done.stderr
    assert "Tried" not in done.stderr, "a page that does not call itself Minesweeper"


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--browser", "http://127.0.0.1:9"), ExitCode.ENVIRONMENT, "does not load"),
        (("--browser", "mines"), ExitCode.BAD_INPUT, "not the address of a page"),
        (
            ("--browser", "x.org", "--browser-program", "no-such"),
            ExitCode.ENVIRONMENT,
            "no browser 'no-such'",
        ),
        (("--browser-attach", "127.0.0.1:9"), ExitCode.ENVIRONMENT, "No browser answers"),
        (("--tab", "Mines"), ExitCode.BAD_INPUT, "none is asked for"),
        (("--browser", "x.org", "--window", "y"), ExitCode.BAD_INPUT, "does not go with"),
    ],
)
def test_what_cannot_be_opened_is_said_in_one_sentence(
    words: tuple[str, ...], code: ExitCode, sentence: str, tmp_path: Path
) -> None:
    done = run_command(["play", *words], tmp_path)
    assert done.returncode == code
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_page_that_the_server_does_not_have(tmp_path: Path) -> None:
    with serving_page(tmp_path / "truth.jsonl") as address:
        done = run_command(["play", "--browser", f"{address}x"], tmp_path)
    assert done.returncode == ExitCode.ENVIRONMENT
    assert "the server answers" in done.stderr


def test_ctrl_c_ends_a_game_with_its_summary(tmp_path: Path) -> None:
    truth, recording = tmp_path / "truth.jsonl", tmp_path / "recording"
    truth.touch()
    with serving_page(truth) as address:
        command = [sys.executable, "-m", "autosweep", "play", "--record", str(recording)]
        url = f"{address}?{ONE_GAME.query()}"
        with subprocess.Popen(
            [*command, "--browser", url, "--games", "9"],
            env=without_display(tmp_path),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            wait(lambda: "press" in truth.read_text())
            # As a terminal does: every process of the group gets it.
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=60)
    assert process.returncode == ExitCode.INTERRUPTED, err
    assert "Traceback" not in err
    assert "1 stopped" in out
    assert json_lines(recording / "session.jsonl")[-1]["type"] == "summary"


@pytest.mark.x11
@pytest.mark.skipif(xvfb_path() is None, reason="no Xvfb")
def test_the_mouse_of_the_machine_does_not_move(tmp_path: Path) -> None:
    truth = tmp_path / "truth.jsonl"
    truth.touch()
    with serving_page(truth) as address, VirtualDisplay(1300, 1000) as display:
        environment = {**without_display(tmp_path), "DISPLAY": display.name}
        said(["xdotool", "mousemove", "321", "123"], environment)
        before = said(["xdotool", "getmouselocation"], environment)
        command = [sys.executable, "-m", "autosweep", "play", "--headed", "--browser"]
        with witness(environment, tmp_path) as presses:
            done = subprocess.run(
                [*command, f"{address}?{ONE_GAME.query()}"],
                env=environment,
                capture_output=True,
                text=True,
                timeout=120,
                check=False,
            )
        after = said(["xdotool", "getmouselocation"], environment)
    assert done.returncode == ExitCode.DONE, done.stderr
    assert [line["result"] for line in json_lines(truth) if line["event"] == "end"] == ["won"]
    assert before.split()[:2] == after.split()[:2] == ["x:321", "y:123"]
    assert presses == []
