"""docs/json.md names every key that a command prints with `--json`, and no others."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import pytest
from support.vision_scenes import draw, game_at

from autosweep.board import Board, FirstClick, Phase
from autosweep.cli.main import COMMANDS, main
from autosweep.client.client_settings import ClientSettings
from autosweep.client.game_session import GameSession
from autosweep.geometry import Rect, ScreenMap, ScreenPoint
from autosweep.interfaces import Button, Click, MoveTo, PressKey
from autosweep.jsonshapes.game_lines import journal_json, play_event_json, record_json
from autosweep.jsonshapes.hints import (
    overlay_end_json,
    overlay_event_json,
    overlay_start_json,
    overlay_status_json,
)
from autosweep.jsonshapes.readings import confusion_json
from autosweep.overlay.advice import advise, hints_of
from autosweep.overlay.hint_events import BoardSeen, Hidden, HintsShown, LevelChanged
from autosweep.overlay.levels import PARTS
from autosweep.play.client_identity import ClientIdentity
from autosweep.play.client_profile import LearnedRules
from autosweep.play.decision import Decision
from autosweep.play.events import AlreadyOver, Controlled, Decided, Withheld
from autosweep.play.learned_profile import LearnedProfile
from autosweep.play.profile_store import ProfileStore
from autosweep.solver.analyze import analyze
from autosweep.testing import JumpingClock
from autosweep.vision.read import read
from autosweep.vision.themes import OpenClick

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "json.md").read_text("utf-8")
BOARD = "3 3 2\n1 ? ?\n? ? ?\n? ? 1\n"
CERTAIN = "3 4 1\n? ? 1 0\n1 1 1 0\n0 0 0 0\n"
WRONG = "2 2 1\n? 3\n3 3\n"
PUZZLE = "3 3 2\nclues: V\n1 ? ?\n? ? ?\n? ? 1\n"


@dataclass
class Section:
    """A shape of the page: its keys, each with the section that describes its value."""

    keys: dict[str, str] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    """Sections whose keys it has too."""


def sections() -> dict[str, Section]:
    found: dict[str, Section] = {}
    for text in re.split(r"^#{2,3} ", PAGE, flags=re.MULTILINE)[1:]:
        section = found[text.partition("\n")[0]] = Section()
        for row in re.findall(r"^\| (.+) \|$", text, re.MULTILINE):
            key, value, *_ = (part.strip() for part in row.split("|"))
            link = re.search(r"\[([^]]+)\]\(#", value)
            if key.startswith("`"):
                section.keys[key.strip("`")] = link[1] if link else ""
            elif part := re.match(r"all of \[([^]]+)\]", key):
                section.parts.append(part[1])
    return found


class Page:
    """Checks values against the page and remembers which keys occurred."""

    def __init__(self) -> None:
        self.sections = sections()
        self.seen: set[tuple[str, str]] = set()

    def all_keys(self, name: str) -> dict[str, tuple[str, str]]:
        """Return each key of a section with the section that has it and the one of its value."""
        section = self.sections[name]
        keys = {key: (name, link) for key, link in section.keys.items()}
        for part in section.parts:
            keys |= {key: at for key, at in self.all_keys(part).items() if key not in keys}
        return keys

    def check(self, name: str, value: dict[str, Any]) -> None:
        known = self.all_keys(name)
        assert set(value) <= set(known), f"{name}: {set(value) - set(known)} are not documented"
        for key, inner in value.items():
            owner, link = known[key]
            # a key of several sections counts for each of them
            self.seen.update((one, key) for one in (name, owner) if key in self.sections[one].keys)
            for part in self.sections[name].parts:
                if key in self.all_keys(part):
                    self.seen.add((self.all_keys(part)[key][0], key))
            for one in objects(inner):
                if link:
                    self.check(link, one)
                else:
                    assert key == "fallbacks", f"{name}: the value of {key} is not documented"


def objects(value: Any) -> list[dict[str, Any]]:
    """Return the objects in a value: itself, items of a list, or values of a map."""
    if isinstance(value, list):
        return [one for item in value for one in objects(item)]
    if not isinstance(value, dict):
        return []
    if value and all(isinstance(inner, dict) for inner in value.values()):
        return list(value.values())
    return [value] if value else []


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with boards, screenshots and puzzles, and go there."""
    monkeypatch.chdir(tmp_path)
    files = {"board": BOARD, "certain": CERTAIN, "wrong": WRONG, "puzzle": PUZZLE}
    files["total"] = "2 2 3\n1 ?\n? ?\n"
    files["flags"] = CERTAIN.replace("? ?", "? F", 1)
    for name, text in files.items():
        Path(f"{name}.txt").write_text(text)
    cell, both = {"cell": [1, 1]}, {"cell": [1, 1], "claim": "mine"}
    for name, more in (("solve", {}), ("explain", cell), ("prove", both)):
        items: list[dict[str, Any]] = [
            {"id": 7, "board": ["1 ?", "? ?"]} | more,
            {"board": ["3 3", "3 ?"], "mines": 1} | more,
            {"board": 5},
        ]
        Path(f"{name}.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    Path("puzzles.json").write_text(json.dumps([{"board": ["1 ?", "? ?"]}, {"board": 5}]))
    for number in (0, 1):
        board = game_at("middle", 9, 9, 12, seed=4 + number).board
        cv2.imwrite(f"shot{number}.png", draw(board, "classic", 24)[0])
    return tmp_path


RUNS = """
solve: solve board.txt --models 2 --steps
solve: solve certain.txt --steps
solve: solve board.txt --rules Q
solve: solve solve.jsonl
explain: explain certain.txt --cell 0,0
explain: explain board.txt --cell 0,1
explain: explain board.txt --cell 0,1 --rules Q
explain: explain explain.jsonl
prove: prove certain.txt --cell 0,0 --mine
prove: prove board.txt --cell 0,1 --mine --rules Q
prove: prove prove.jsonl
flags: prove flags.txt --flags
check: check board.txt
check: check wrong.txt
read: read shot0.png --debug drawn --trace
hint: hint shot0.png --out hint.png --trace
solve: solve shot0.png --trace
replay: replay shot0.png shot1.png --transcript told.txt
generate: generate --board 9x9x10 --no-guess --seed 1
bench: bench --board 5x5x4 --games 4 --until 50 --strategy linear --strategy probabilistic
variant solve: variant solve puzzle.txt
variant solve: variant solve wrong.txt
variant solve: variant solve total.txt
variant solve: variant hint certain.txt
variant solve: variant solve puzzles.json
variant generate: variant generate --rows 4 --cols 4 --mines 4 --seed 1
variant rules: variant rules
theme list: theme list
doctor: doctor --thorough
completion: completion bash
leaderboard: leaderboard
error: check none.txt
"""
"""Section of the page and command line, a run each."""


def lines_of(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    main([*words, "--json"])
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_every_key_is_documented_and_every_documented_key_occurs(
    folder: Path, fixtures: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    page = Page()
    broken = folder / "data" / "autosweep" / "templates" / "broken"
    broken.mkdir(parents=True)
    (broken / "theme.toml").write_text("no theme")
    for run in RUNS.strip().splitlines():
        name, _, words = run.partition(": ")
        printed = lines_of(capsys, *words.split())
        assert printed, run
        for line in printed:
            page.check("error" if set(line) == {"error", "remedy", "exit_code"} else name, line)
    _play(page, capsys, folder)
    _variant_play(page, capsys, monkeypatch)
    _themes(page, capsys, fixtures)
    _learned_profiles(page, capsys)
    _without_a_screen(page, capsys)
    _overlay(page)
    everything = {(name, key) for name, one in page.sections.items() for key in one.keys}
    assert everything - page.seen == set()


def _play(page: Page, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    size = ("--rows", "9", "--cols", "9", "--mines", "10", "--seed", "3", "--games", "2")
    recording = str(folder / "recording")
    for line in lines_of(capsys, "demo", "--on", "memory", "--record", recording, *size):
        page.check(f"play {line['event']}", line)
    click = Click(ScreenPoint(1, 2), Button.LEFT)
    board = Board.parse(CERTAIN)
    over = Decision(board, analyze(board), (), phase=Phase.WON, said=(Phase.WON, "You win"))
    for event in (
        Decided(0, 0, over),
        Withheld(0, 0, (click,)),
        AlreadyOver(0, Phase.WON),
        Controlled(0, "new game", PressKey("f2")),
        Controlled(0, "dialog", MoveTo(ScreenPoint(1, 2))),
    ):
        line = json.loads(json.dumps(play_event_json(event)))
        page.check(f"play {line['event']}", line)
    session = Path(recording) / "session.jsonl"
    session.write_text(session.read_text().replace('"phase":"playing"', '"phase":"ready"', 1))
    for line in lines_of(capsys, "replay", recording):
        assert line["differences"]
        page.check("replay", line)


def _variant_play(page: Page, capsys: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    size = ("--rows", "4", "--cols", "4", "--mines", "4", "--seed", "1")
    told = "board\nhint\nstep\nsolve\nrules\nnonsense\nquit\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(told))
    for line in lines_of(capsys, "variant", "play", *size):
        page.check(f"variant play {line['event']}", line)


def _themes(page: Page, capsys: pytest.CaptureFixture[str], fixtures: Path) -> None:
    screens = Path("screens") / "xbomb"
    screens.mkdir(parents=True)
    case = min((fixtures / "screens" / "xbomb").iterdir())
    (screens / case.name).symlink_to(case)
    for line in lines_of(capsys, "theme", "check", "--screens", "screens"):
        page.check("theme check", line)
    tallied = confusion_json({(0, 1): 2})
    page.check("confusion", tallied[0])
    fault = dict.fromkeys(page.sections["theme fault"].keys, 0)
    page.check("theme fault", fault)
    frames = str(fixtures / "recordings" / "format-1")
    for line in lines_of(capsys, "theme", "learn", "mine", "--from", frames, "--out", "learned"):
        page.check("theme learn", line)


def _learned_profiles(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    profile = LearnedProfile(ClientIdentity("Tk", "mines", "generic"), new_game="f2")
    profile.add_game(Phase.WON, ("certain",))
    profile.first_clicks(9, 9).clues = 1
    profile.add_draw_time(0.1)
    profile.add_control("new game: f2")
    store = ProfileStore()
    store.save(profile)
    (store.folder / "bad.json").write_text("{}")
    for line in lines_of(capsys, "client-profile", "list"):
        page.check("client-profile list", line)
    for line in lines_of(capsys, "client-profile", "show", profile.name):
        page.check("learned profile", line)
    for line in lines_of(capsys, "client-profile", "forget", profile.name, "--yes"):
        page.check("client-profile forget", line)
    rules = LearnedRules(FirstClick.SAFE, OpenClick.CHORD, distrusted=True)
    page.check("learned rules", rules.as_json())


def _without_a_screen(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    """Check what only a display or a finished game could print, by the same functions."""
    page.check("record", record_json("r", 1, 1, "why"))
    session = GameSession(ClientSettings(), JumpingClock())
    page.check("client", journal_json("hint", session, 0.0, "why"))
    Path("best.csv").write_text(
        "when,theme,rows,cols,mines,outcome,seconds,clicks,guesses,bbbv,player,helped\n"
        "2026-01-01T00:00:00+00:00,x,9,9,10,won,3.0,20,1,15,person,False\n"
    )
    for line in lines_of(capsys, "leaderboard", "--file", "best.csv"):
        page.check("leaderboard", line)


def _overlay(page: Page) -> None:
    reading = read("shot0.png")[0]
    advice = advise(reading, None)
    shown = HintsShown(advice, hints_of(advice, PARTS), reading, ScreenMap(), PARTS, 0.0, 0.1)
    nothing = HintsShown(None, shown.hints, reading, ScreenMap(), PARTS, 0.0, 0.1, "why")
    place = Rect(0, 0, 9, 9)
    for event in (
        shown,
        nothing,
        BoardSeen(reading, place),
        Hidden("moved"),
        LevelChanged(PARTS),
    ):
        line = overlay_event_json(event, "all")
        page.check(f"overlay {line['event']}", line)
    page.check("overlay start", overlay_start_json(PARTS, "all", "window"))
    page.check("overlay end", overlay_end_json("why"))
    page.check("overlay status", overlay_status_json(1, PARTS, "all", reading, None))


def test_every_command_has_a_section() -> None:
    names = set(sections())
    for command in set(COMMANDS) - {"client-profile", "demo", "theme", "variant"}:
        assert command in names, command


def test_the_shapes_are_as_light_as_the_board() -> None:
    """They name the values of all rooms and import none of them."""
    code = (
        "import importlib, pkgutil, sys, autosweep.jsonshapes as room; "
        "names = [m.name for m in pkgutil.iter_modules(room.__path__, 'autosweep.jsonshapes.')]; "
        "assert len(names) > 3; [importlib.import_module(name) for name in names]; "
        "print([m for m in sys.modules if m.split('.')[0] in ('cv2', 'numpy', 'PIL', 'mss')"
        " or m.startswith(('autosweep.vision', 'autosweep.play', 'autosweep.solver'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
