"""`autosweep doctor`: what is wrong with this set-up, and what to do about it."""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING

import click

from autosweep.cli.common import backend_option, json_option, put_json, say, tell_user
from autosweep.errors import AutosweepError, ExitCode, NoDisplay, install_command

if TYPE_CHECKING:
    from autosweep.desktop.open import Display

_NAMED = 5
_PACKAGES = {
    "numpy": "numpy",
    "opencv-python-headless": "cv2",
    "mss": "mss",
    "pillow": "PIL",
    "platformdirs": "platformdirs",
    "python-sat": "pysat",
    "click": "click",
    "rich": "rich",
    **{"linux": {"xcffib": "xcffib"}, "win32": {}}.get(sys.platform, {"pyautogui": "pyautogui"}),
}
_EXTRAS = {
    **({} if sys.platform == "win32" else {"overlay": ("PySide6", "For `overlay`")}),
    "browser": ("playwright", "For `--browser`"),
    "plot": ("matplotlib", "For `bench --plot`"),
    "cluster": ("distributed", "For `--cluster`"),
    **({"wayland": ("jeepney", "For Wayland on GNOME and KDE")} if sys.platform == "linux" else {}),
}
"""Each extra with the module it brings and what that is for."""
_TK_REMEDIES = {
    "linux": "`apt-get install python3-tk`",
    "darwin": "`brew install python-tk`, or Python from python.org",
    "win32": "install Python from python.org, with the part called tcl/tk and IDLE",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked."""

    name: str
    good: bool
    needed: bool
    """Whether playing on the screen is impossible without it."""
    detail: str
    remedy: str = ""


@click.command("doctor")
@backend_option
@click.option(
    "--thorough",
    is_flag=True,
    help="Add facts about this machine and a list of things to try on it, to send in.",
)
@json_option
def command(*, backend: str, thorough: bool, as_json: bool) -> int:
    """Say what is wrong with this set-up and what to do.

    Exit code 4 where something that playing on the screen needs is missing.
    """
    findings = list(examine(backend))
    fit = all(finding.good for finding in findings if finding.needed)
    report, tries = _thorough(backend) if thorough else ([], [])
    if as_json:
        more = {"report": report, "to_try": tries} if thorough else {}
        put_json({"fit": fit, "findings": [asdict(finding) for finding in findings], **more})
    else:
        for finding in findings:
            mark = "ok  " if finding.good else ("FAIL" if finding.needed else "note")
            say(f"{mark} {finding.name}: {finding.detail}")
            if finding.remedy and not finding.good:
                say(f"     {finding.remedy}")
        say("Ready to play on the screen." if fit else "Not ready to play on the screen.")
        if thorough:
            _say_thorough(report, tries)
    return ExitCode.DONE if fit else ExitCode.ENVIRONMENT


def _thorough(backend: str) -> tuple[list[str], list[str]]:
    """Return facts about this machine, and what to try on it."""
    from autosweep.cli.checklist import machine_report, to_try

    display, _ = _display(backend)
    with contextlib.nullcontext() if display is None else contextlib.closing(display):
        return machine_report(display), to_try()


def _say_thorough(report: list[str], tries: list[str]) -> None:
    say("\nThis machine:")
    for line in report:
        say(f"  {line}")
    say("\nPlease try, write yes or no and what you saw, and send it in with the lines above:")
    for number, line in enumerate(tries, 1):
        say(f"  {number}. [ ] {line}")


def examine(backend: str = "auto") -> Iterator[Finding]:
    """Check everything in turn."""
    version = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info >= (3, 11)
    yield Finding("Python", good, True, version, "Install Python 3.11 or newer.")  # noqa: FBT003
    for package, module in _PACKAGES.items():
        yield _package(package, module)
    yield _engine()
    yield _checked("themes", _themes, needed=True)
    yield from _broken_themes()
    yield _checked("settings", _settings, needed=True)
    display, finding = _display(backend)
    yield finding
    yield from _permissions()
    yield from _on_display(display, asked=backend)
    yield _tk()
    if sys.platform == "linux":
        yield _xvfb()
    yield _text()
    yield from _extras()
    yield _browser()


def _package(package: str, module: str) -> Finding:
    remedy = f"Install it: `pip install {package}`."
    try:
        importlib.import_module(module)
        version = importlib.metadata.version(package)
    except (ImportError, OSError) as error:
        # The second: a library of the system is missing.
        return Finding(package, good=False, needed=True, detail=str(error), remedy=remedy)
    return Finding(package, good=True, needed=True, detail=version)


def _engine() -> Finding:
    """Return which engine counts: the compiled one, or its twin in Python, which is slower."""
    from autosweep.engine import core

    compiler = "the Build Tools of Visual Studio" if sys.platform == "win32" else "a C++20 compiler"
    remedy = f"Everything works, more slowly; with {compiler} install autosweep again."
    try:
        good = core() is not None
    except AutosweepError as error:
        return Finding("engine", good=False, needed=True, detail=str(error), remedy=error.remedy)
    if not good and os.environ.get("AUTOSWEEP_ENGINE") == "pure":
        remedy = "AUTOSWEEP_ENGINE asks for the twin; unset it for the compiled one."
    detail = "compiled" if good else "not used: its twin in Python counts"
    return Finding("engine", good, needed=False, detail=detail, remedy=remedy)


def _checked(name: str, check: Callable[[], str], *, needed: bool) -> Finding:
    try:
        return Finding(name, good=True, needed=needed, detail=check())
    except AutosweepError as error:
        return Finding(name, good=False, needed=needed, detail=str(error), remedy=error.remedy)


def _themes() -> str:
    from autosweep.vision.themes import installed_themes

    themes, _ = installed_themes()
    if not themes:
        msg = "There is no theme."
        raise AutosweepError(msg, remedy="Install autosweep again: the themes come with it.")
    return ", ".join(theme.name for theme in themes)


def _broken_themes() -> Iterator[Finding]:
    from autosweep.vision.themes import installed_themes

    for theme in installed_themes()[1]:
        name = f"theme {theme.folder.name}"
        yield Finding(name, good=False, needed=False, detail=theme.reason, remedy=theme.remedy)


def _settings() -> str:
    from autosweep.settings import SECTIONS, resolve

    for name in SECTIONS:
        resolve(name, {})
    return "valid"


def _display(backend: str) -> tuple[Display | None, Finding]:
    """Return the opened display, None where there is none, and what is to be said of it."""
    from autosweep.desktop.open import open_display
    from autosweep.desktop.platforms import is_wayland_session, untried
    from autosweep.desktop.win32.dpi import make_dpi_aware

    try:
        display = open_display(backend, tell_user)
    except AutosweepError as error:
        why = {"detail": str(error), "remedy": error.remedy}
        return None, Finding("display", good=False, needed=True, **why)
    detail = f"{display.name}, back end {display.backend}"
    if sys.platform == "win32":
        detail += f", DPI awareness {make_dpi_aware()}"
    elif display.backend == "x11" and is_wayland_session(os.environ):
        detail += " (an X server of its own inside a Wayland session)"
    elif words := untried(display.backend, os.environ):
        detail += f" ({words})"
    return display, Finding("display", good=True, needed=True, detail=detail)


def _on_display(display: Display | None, *, asked: str) -> Iterator[Finding]:
    """Check what needs a display if there is one: one remedy is enough.

    A portal would ask the user, so it is tried only where the user named it.
    """
    checks = {"capture": _capture, "mouse": _mouse, "units": _units, "windows": _windows}
    if display is not None and display.backend == "portal" != asked:
        detail = "not checked: the desktop would ask you; `autosweep doctor --backend portal` does"
        for name in ("capture", "units"):
            yield Finding(name, good=True, needed=False, detail=detail)
            del checks[name]
    if display is None:
        for name in checks:
            yield Finding(name, good=False, needed=False, detail="not checked")
        return
    with contextlib.closing(display):
        for name, check in checks.items():
            yield _checked(name, partial(check, display), needed=name != "windows")


def _permissions() -> Iterator[Finding]:
    """Say what macOS allows; nothing on other systems."""
    from autosweep.desktop.platforms import mac_permissions

    for name, allowed in mac_permissions().items():
        remedy = (
            f"Allow this terminal under System Settings, Privacy & Security, {name}, "
            "and start it again."
        )
        detail = "allowed" if allowed else "not allowed"
        yield Finding(name, good=allowed, needed=True, detail=detail, remedy=remedy)


def _capture(display: Display) -> str:
    with display.open_source() as source:
        shots = [(place, source.grab(place)) for place in source.monitors()]
    if not any(frame.pixels.any() for _, frame in shots):
        msg = "The captured frame is all black."
        remedy = f"A display that shows nothing is black too. {source.black_remedy}"
        raise NoDisplay(msg, remedy=remedy)
    words = []
    for place, frame in shots:
        dark = "" if frame.pixels.any() else ", all black"
        scale = frame.mapping.scale_x
        words.append(f"{place}, {scale:g} pixels a point{dark}")
    return "; ".join(words)


def _mouse(display: Display) -> str:
    display.require_clicks()
    here = display.mouse_position()
    return "its place is not told" if here is None else f"at {here.x},{here.y}"


def _units(display: Display) -> str:
    """Compare what is captured with what the mouse moves on: clicks would miss by the factor.

    On X11 these are the whole screen, elsewhere the main monitor.
    """
    wide, tall = display.mouse_size()
    with display.open_source() as source:
        units = source.units
        seen = source.bounds() if display.mouse_points() is None else source.main_monitor()
    if (seen.w, seen.h) != (wide, tall):
        msg = f"The mouse moves on {wide} x {tall} points and {seen.w} x {seen.h} are captured."
        remedy = "Set the main monitor's scale to 100 %, or play on another display."
        raise NoDisplay(msg, remedy=remedy)
    return f"the mouse moves on {wide} x {tall} points, {units.x:g} captured for each"


def _windows(display: Display) -> str:
    windows = display.open_windows()
    if windows is None:
        return "not told by this desktop: use `--region` instead of `--window`"
    shown = [window for window in windows.visible() if window.title or window.kind]
    if not shown:
        return "none with a title: `--window` has nothing to choose from"
    return f"{len(shown)} to choose from with `--window`: " + ", ".join(map(str, shown[:_NAMED]))


def _tk() -> Finding:
    good = importlib.util.find_spec("_tkinter") is not None
    remedy = f"For the built-in game: {_TK_REMEDIES.get(sys.platform, _TK_REMEDIES['linux'])}."
    return Finding("Tk", good, needed=False, detail="present" if good else "missing", remedy=remedy)


def _xvfb() -> Finding:
    from autosweep.desktop.xvfb import xvfb_path

    path = xvfb_path()
    remedy = "For `demo` without a display: `apt-get install xvfb`."
    return Finding("Xvfb", path is not None, needed=False, detail=path or "missing", remedy=remedy)


def _text() -> Finding:
    """Return the check that text of buttons and messages can be read."""
    from autosweep.vision.ocr import can_read_text

    good = can_read_text()
    remedy = "For buttons and messages of unknown clients: `pip install rapidocr onnxruntime`."
    detail = "present" if good else "missing"
    return Finding("text reading", good, needed=False, detail=detail, remedy=remedy)


def _browser() -> Finding:
    """Return which browser `--browser` starts."""
    from autosweep.desktop.browser.browser_programs import find_programs, no_browser

    programs = find_programs()
    detail = ", ".join(program.path for program in programs[:_NAMED]) or "missing"
    remedy = f"For `--browser`: {no_browser().remedy}"
    return Finding("browser", bool(programs), needed=False, detail=detail, remedy=remedy)


def _extras() -> Iterator[Finding]:
    for extra, (module, purpose) in _EXTRAS.items():
        good = importlib.util.find_spec(module) is not None
        remedy = f"{purpose}: `{install_command(extra)}`."
        detail = "present" if good else "missing"
        yield Finding(module, good, needed=False, detail=detail, remedy=remedy)
