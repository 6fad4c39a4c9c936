"""The replay page in a real Chromium: every control used, nothing on the console, no requests."""

from __future__ import annotations

import base64
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from support.altering import alter_a_frame
from support.screenshots import Shooter

from autosweep.replay.loading import load_recording
from autosweep.replay.page import page as build_page
from autosweep.replay.replayer import find_images, replay_images, replay_recording
from autosweep.replay.timeline import Timeline
from autosweep.solver.analyze import analyze

playwright = pytest.importorskip("playwright.sync_api")
pytestmark = pytest.mark.browser

NASTY = "</script><script>document.title='broken out'</script><img src=x onerror=alert(1)>"
CONTRAST = Path(__file__).with_name("contrast.js").read_text("utf-8")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("Chromium is not installed (Debian: apt-get install chromium)")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def altered(tmp_path_factory: pytest.TempPathFactory) -> Timeline:
    """Return a recording with a frame that was altered by hand, so that there are differences."""
    source = Path(__file__).resolve().parents[2] / "fixtures" / "recordings" / "format-1"
    folder = tmp_path_factory.mktemp("altered") / "recording"
    shutil.copytree(source, folder)
    alter_a_frame(folder, 3)
    return replay_recording(load_recording(folder))


@pytest.fixture(scope="module")
def human(tmp_path_factory: pytest.TempPathFactory) -> Timeline:
    """Return a game with a mistake, as screenshots."""
    shooter = Shooter(tmp_path_factory.mktemp("human") / "shots", seed=8)
    shooter.shoot("0.png")
    shooter.click((4, 4))
    shooter.shoot("1.png")
    for number in range(2, 5):
        shooter.click(min(analyze(shooter.screen.game.board.with_mines(None)).safe))
        shooter.shoot(f"{number}.png")
    known = analyze(shooter.screen.game.board)
    shooter.click(next(cell for cell in shooter.mines() if cell not in known.mines))
    shooter.shoot("5.png")
    return replay_images(find_images([shooter.folder]))


class Visit:
    """A page that is open in the browser, with everything that it complained about."""

    def __init__(self, browser: Any, timeline: Timeline, folder: Path, **context: Any) -> None:
        self.file = folder / "replay.html"
        self.file.write_text(build_page(timeline), "utf-8")
        size = {"width": 1280, "height": 900}
        self.context = browser.new_context(**{"viewport": size, **context})
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.on("request", self._request)
        self.page.goto(self.file.as_uri())
        self.steps = len(timeline.steps)

    def _request(self, request: Any) -> None:
        if request.url != self.file.as_uri() and not request.url.startswith("data:"):
            self.complaints.append(request.url)

    @property
    def at(self) -> int:
        """The number of the step that is shown, from 1."""
        found = re.match(r"Step (\d+) of", self.page.inner_text("#position"))
        assert found is not None
        return int(found[1])


@pytest.fixture
def visit(chromium: Any, altered: Timeline, tmp_path: Path) -> Iterator[Visit]:
    """Open the page of the altered recording; at the end nothing may have been complained about."""
    made = Visit(chromium, altered, tmp_path)
    yield made
    made.context.close()
    assert made.complaints == []


@pytest.fixture
def human_visit(chromium: Any, human: Timeline, tmp_path: Path) -> Iterator[Visit]:
    """Open the page of a game that a person played."""
    made = Visit(chromium, human, tmp_path)
    yield made
    made.context.close()
    assert made.complaints == []


def test_buttons_and_slider_go_from_step_to_step(visit: Visit) -> None:
    page = visit.page
    assert visit.at == 1
    assert page.is_disabled("#previous")
    page.click("#next")
    page.click("#next")
    assert visit.at == 3
    page.click("#previous")
    assert visit.at == 2
    page.click("#last")
    assert visit.at == visit.steps
    assert page.is_disabled("#next")
    page.click("#first")
    assert visit.at == 1
    page.fill("#slider", "6")
    assert visit.at == 7
    assert page.get_attribute("#slider", "aria-valuetext").startswith("Step 7 of")
    page.wait_for_url("**#step=7")
    page.reload()
    assert visit.at == 7


def test_keys_do_what_the_list_says(visit: Visit) -> None:
    page = visit.page
    for key, at in (("ArrowRight", 2), ("End", visit.steps), ("ArrowLeft", visit.steps - 1)):
        page.keyboard.press(key)
        assert visit.at == at
    page.keyboard.press("Home")
    for key, box in (("l", "#show-lattice"), ("n", "#show-labels"), ("h", "#show-hints")):
        before = page.is_checked(box)
        page.keyboard.press(key)
        assert page.is_checked(box) is not before
    speed = page.input_value("#speed")
    page.keyboard.press("+")
    assert float(page.input_value("#speed")) > float(speed)
    page.keyboard.press("-")
    assert page.input_value("#speed") == speed
    page.keyboard.press("?")
    assert page.is_visible("#help")
    page.keyboard.press("Escape")
    assert not page.is_visible("#help")
    page.click("#help-button")
    page.click("#help button")
    assert not page.is_visible("#help")


def test_autoplay_runs_to_the_end_and_stops(visit: Visit) -> None:
    page = visit.page
    page.select_option("#speed", "25")
    page.click("#play")
    assert page.get_attribute("#play", "aria-label") == "Stop"
    page.wait_for_selector("#last:disabled")
    page.wait_for_selector("#play[aria-label=Play]")
    page.keyboard.press("Home")
    page.locator("#board").press("Escape")
    page.select_option("#speed", "0.5")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press(" ")
    assert page.get_attribute("#play", "aria-label") == "Stop"
    page.keyboard.press(" ")
    assert page.get_attribute("#play", "aria-label") == "Play"


def test_jumps_lead_to_guesses_and_differences(visit: Visit, altered: Timeline) -> None:
    page = visit.page
    differing = [k + 1 for k, step in enumerate(altered.steps) if step.differences]
    assert differing
    page.click("#difference-next")
    assert visit.at == differing[0]
    assert "Today's program differs" in page.inner_text("#moves")
    first = altered.steps[differing[0] - 1].differences
    cells = {each.what for each in first if each.what.startswith("cell ")}
    assert page.locator("#board .differs").count() == len(cells) > 0
    page.keyboard.press("End")
    page.keyboard.press("D")
    assert visit.at == differing[-1]
    guesses = [
        k + 1
        for k, step in enumerate(altered.steps)
        if any(judged.verdict.value == "guess" for judged in step.clicks)
    ]
    assert page.inner_text("#guess-count").startswith(str(len(guesses)))
    page.keyboard.press("Home")
    page.keyboard.press("g")
    assert visit.at == guesses[0]
    page.keyboard.press("End")
    page.click("#guess-back")
    assert visit.at == guesses[-1]


def test_mistakes_of_a_person_are_told(human_visit: Visit) -> None:
    page = human_visit.page
    page.keyboard.press("m")
    assert human_visit.at == 5
    words = page.inner_text("#moves")
    assert "unnecessary risk" in words
    assert "proven safe" in words
    assert "exploded" in words
    assert "The loss was avoidable." in page.inner_text("#games")
    page.keyboard.press("Home")
    page.click("#mistake-next")
    assert human_visit.at == 5


def test_the_board_shows_what_is_known(human_visit: Visit, human: Timeline) -> None:
    page = human_visit.page
    page.fill("#slider", "2")
    known = human.steps[2].known
    reading = human.steps[2].reading
    assert known is not None
    assert reading is not None
    assert page.locator("#board .safe").count() == len(known.certain.safe)
    assert page.locator("#board .covered.mine").count() == len(known.certain.mines)
    shown = page.locator("#board .cell").all_inner_texts()
    for i, code in enumerate(reading.board.cells):
        if 1 <= code <= 8:
            assert shown[i] == str(code)
    unsure = [c for c in known.chances.probability.items() if 0 < c[1] < 1]
    assert unsure
    for (r, c), chance in unsure:
        assert shown[9 * r + c] == str(min(99, max(1, round(100 * chance))))
    page.uncheck("#show-numbers")
    assert page.locator("#board .odds >> visible=true").count() == 0


def test_tooltips_by_pointer_and_by_keyboard(human_visit: Visit) -> None:
    page = human_visit.page
    page.fill("#slider", "2")
    page.hover("#board [data-cell='40']")
    tip = page.locator("#tip")
    assert tip.is_visible()
    assert tip.inner_text().startswith("Row 4, column 4")
    page.mouse.move(2, 2)
    assert not tip.is_visible()
    box = page.locator("#stage").bounding_box()
    page.locator("#stage").hover(position={"x": box["width"] / 2, "y": box["height"] / 2})
    assert tip.inner_text().startswith("Row 4, column 4")
    page.mouse.move(2, 2)
    page.keyboard.press("b")
    assert tip.inner_text().startswith("Row 0, column 0")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    assert tip.inner_text().startswith("Row 1, column 1")
    assert human_visit.at == 3
    label = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.startswith("row 1, column 1: ")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    assert human_visit.at == 4


def test_the_image_is_the_screenshot_with_lattice_and_labels(
    human_visit: Visit, human: Timeline
) -> None:
    """Wherever one jumps to, the canvas holds the pixels of that step's picture."""
    page = human_visit.page
    for number in (3, 0, 5, 4):
        page.fill("#slider", str(number))
        page.wait_for_timeout(150)
        reading = human.steps[number].reading
        assert reading is not None
        margin = round(min(reading.grid.cell_size))
        box = reading.grid.bbox.grown(margin)
        pixels = cv2.imread(str(human.steps[number].image))
        cut = pixels[max(0, box.y) : box.bottom, max(0, box.x) : box.right]
        url = page.evaluate("document.getElementById('picture').toDataURL()")
        coded = np.frombuffer(base64.b64decode(url.partition(",")[2]), np.uint8)
        assert np.array_equal(cv2.imdecode(coded, cv2.IMREAD_COLOR), cut)
    assert page.locator("#overlay .ink").count() == 1
    page.uncheck("#show-lattice")
    assert page.locator("#overlay .ink").count() == 0
    page.uncheck("#show-hints")
    assert page.locator("#overlay .plate").count() == 0
    page.check("#show-labels")
    assert page.locator("#overlay .plate").count() == 81


def test_the_plot_leads_to_its_steps(human_visit: Visit) -> None:
    page = human_visit.page
    box = page.locator("#plot").bounding_box()
    page.locator("#plot").click(position={"x": box["width"] * 0.8, "y": box["height"] / 2})
    assert human_visit.at == 5
    assert page.locator("#plot .taken").get_attribute("d").startswith("M")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark_are_readable(
    chromium: Any, human: Timeline, tmp_path: Path, scheme: str
) -> None:
    """The system's choice is followed, the button changes it, all text has enough contrast."""
    visit = Visit(chromium, human, tmp_path, color_scheme=scheme)
    page = visit.page
    assert page.get_attribute("html", "data-theme") == scheme
    for number in (2, 4):
        page.fill("#slider", str(number))
        assert page.evaluate(CONTRAST) == []
    page.click("#theme")
    assert page.get_attribute("html", "data-theme") != scheme
    page.keyboard.press("t")
    assert page.get_attribute("html", "data-theme") == scheme
    visit.context.close()
    assert visit.complaints == []


@pytest.mark.parametrize("width", [320, 768, 1920])
def test_every_width_fits(chromium: Any, human: Timeline, tmp_path: Path, width: int) -> None:
    """No sideways scrolling, nothing to press smaller than a finger on a phone."""
    visit = Visit(chromium, human, tmp_path, viewport={"width": width, "height": 800})
    page = visit.page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for name in page.locator("button:visible").all():
        box = name.bounding_box()
        assert min(box["width"], box["height"]) >= 32
    visit.context.close()
    assert visit.complaints == []


def test_everything_has_a_name_for_screen_readers(visit: Visit) -> None:
    page = visit.page
    tree = page.locator("body").aria_snapshot()
    for line in ("button", "slider", "combobox", "checkbox", "img"):
        nameless = re.findall(rf"^\s*- {line}:?$", tree, re.MULTILINE)
        assert not nameless, tree
    assert 'grid "Board with the chance of a mine' in tree
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    for _ in range(40):
        page.keyboard.press("Tab")
        outline = page.evaluate(
            "(() => {const e = document.activeElement;"
            "return e === document.body ? 'none' : getComputedStyle(e).outlineStyle})()"
        )
        at_body = page.evaluate("document.activeElement === document.body")
        assert at_body or outline != "none"


def test_texts_of_a_recording_stay_texts(chromium: Any, human: Timeline, tmp_path: Path) -> None:
    first = human.steps[0]
    assert first.reading is not None
    nasty = replace(
        first, name=NASTY, note="{{script}}" + NASTY, reading=replace(first.reading, theme=NASTY)
    )
    timeline = replace(human, source=NASTY, steps=(nasty, *human.steps[1:]))
    visit = Visit(chromium, timeline, tmp_path)
    assert visit.page.inner_text("#source") == NASTY
    assert NASTY in visit.page.inner_text("#caption")
    assert "{{script}}" + NASTY in visit.page.inner_text("#moves")
    assert visit.page.title().startswith("Replay of")
    visit.context.close()
    assert visit.complaints == []


def test_a_thousand_steps_store_each_image_once(
    chromium: Any, human: Timeline, tmp_path: Path
) -> None:
    """The document holds one step at a time, however many there are."""
    many = replace(human, steps=human.steps * 170)
    visit = Visit(chromium, many, tmp_path)
    page = visit.page
    data = json.loads(page.inner_text("#data") or page.text_content("#data"))
    assert len(data["steps"]) == 1020
    assert len(data["images"]) <= 2 * 6 + 2
    nodes = page.evaluate("document.querySelectorAll('*').length")
    for number in (1019, 510, 77, 0):
        page.fill("#slider", str(number))
        assert visit.at == number + 1
        assert abs(page.evaluate("document.querySelectorAll('*').length") - nodes) < 400
    visit.context.close()
    assert visit.complaints == []
