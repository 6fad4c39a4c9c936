"""`autosweep doctor`: what is wrong with this set-up, and what to do about it."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import click

from autosweep.cli.common import json_option, put_json, say
from autosweep.errors import AutosweepError, ExitCode, NoDisplay, install_command

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
}
_EXTRAS = {
    "overlay": ("PySide6", "For `overlay`"),
    "plot": ("matplotlib", "For `bench --plot`"),
    "cluster": ("distributed", "For `--cluster`"),
}
"""Each extra with the module it brings and what that is for."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    name: str
    good: bool
    needed: bool
    """Whether playing on the screen is impossible without it."""
    detail: str
    remedy: str = ""


@click.command("doctor")
@json_option
def command(*, as_json: bool) -> int:
    """Say what is wrong with this set-up and what to do.

    Exit code 4 where something that playing on the screen needs is missing.
    """
    findings = list(examine())
    fit = all(finding.good for finding in findings if finding.needed)
    if as_json:
        put_json({"fit": fit, "findings": [asdict(finding) for finding in findings]})
    else:
        for finding in findings:
            mark = "ok  " if finding.good else ("FAIL" if finding.needed else "note")
            say(f"{mark} {finding.name}: {finding.detail}")
            if finding.remedy and not finding.good:
                say(f"     {finding.remedy}")
        say("Ready to play on the screen." if fit else "Not ready to play on the screen.")
    return ExitCode.DONE if fit else ExitCode.ENVIRONMENT


def examine() -> Iterator[Finding]:
    """Look at everything in turn."""
    version = ".".join(map(str, sys.version_info[:3]))
    good = sys.version_info >= (3, 11)
    yield Finding("Python", good, True, version, "Install Python 3.11 or newer.")  # noqa: FBT003
    for package, module in _PACKAGES.items():
        yield _package(package, module)
    yield _engine()
    yield _checked("themes", _themes, needed=True)
    yield from _broken_packs()
    yield _checked("settings", _settings, needed=True)
    display = _checked("display", _display, needed=True)
    yield display
    yield from _permissions()
    on_display = {"capture": _capture, "mouse": _mouse, "units": _units, "windows": _windows}
    for name, check in on_display.items():
        if display.good:
            yield _checked(name, check, needed=name != "windows")
        else:
            # One remedy is enough: what is on the display is looked at once there is one.
            yield Finding(name, good=False, needed=False, detail="not looked at")
    yield _tk()
    yield _xvfb()
    yield from _extras()


def _package(package: str, module: str) -> Finding:
    remedy = f"Install it: `pip install {package}`."
    try:
        importlib.import_module(module)
        version = importlib.metadata.version(package)
    except ImportError as error:
        return Finding(package, good=False, needed=True, detail=str(error), remedy=remedy)
    return Finding(package, good=True, needed=True, detail=version)


def _engine() -> Finding:
    """Say whether the compiled engine counts, or its twin in Python, which is slower."""
    from autosweep.engine import core

    remedy = "Everything works, more slowly; with a C++20 compiler install autosweep again."
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
    from autosweep.vision.themes import installed_packs

    themes, _ = installed_packs()
    if not themes:
        msg = "There is no theme pack."
        raise AutosweepError(msg, remedy="Install autosweep again: the packs travel with it.")
    return ", ".join(theme.name for theme in themes)


def _broken_packs() -> Iterator[Finding]:
    from autosweep.vision.themes import installed_packs

    for pack in installed_packs()[1]:
        name = f"theme pack {pack.folder.name}"
        yield Finding(name, good=False, needed=False, detail=pack.reason, remedy=pack.remedy)


def _settings() -> str:
    from autosweep.settings import SECTIONS, resolve

    for name in SECTIONS:
        resolve(name, {})
    return "valid"


def _display() -> str:
    from autosweep.desktop.display import is_wayland_session, require_display
    from autosweep.desktop.platforms import make_dpi_aware

    name = require_display()
    if sys.platform == "win32":
        return f"{name}, DPI awareness {make_dpi_aware()}"
    inside = " (an X server of its own inside a Wayland session)"
    return name + (inside if is_wayland_session(os.environ) else "")


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


def _capture() -> str:
    from autosweep.desktop.capture import ScreenSource
    from autosweep.desktop.display import BLACK_REMEDY

    with ScreenSource() as source:
        shots = [(place, source.grab(place)) for place in source.monitors()]
    if not any(frame.pixels.any() for _, frame in shots):
        msg = "The captured picture is all black."
        remedy = f"A display that shows nothing is black too. {BLACK_REMEDY}"
        raise NoDisplay(msg, remedy=remedy)
    words = []
    for place, frame in shots:
        dark = "" if frame.pixels.any() else ", all black"
        scale = frame.mapping.scale_x
        words.append(f"{place}, {scale:g} pixels a point{dark}")
    return "; ".join(words)


def _mouse() -> str:
    from autosweep.desktop.mouse import mouse_position, require_clicks

    require_clicks()
    here = mouse_position()
    return f"at {here.x},{here.y}"


def _units() -> str:
    """Compare what is captured with what the mouse moves on: clicks would miss by the factor.

    On X11 these are the whole screen, elsewhere the main monitor.
    """
    from autosweep.desktop.capture import ScreenSource
    from autosweep.desktop.mouse import mouse_points, mouse_size

    points, (wide, tall) = mouse_points(), mouse_size()
    with ScreenSource(pointer_size=points) as source:
        units = source.units
        seen = source.bounds() if points is None else source.main_monitor()
    if (seen.w, seen.h) != (wide, tall):
        msg = f"The mouse moves on {wide} x {tall} points and {seen.w} x {seen.h} are captured."
        remedy = "Set the main monitor's scale to 100 %, or play on another display."
        raise NoDisplay(msg, remedy=remedy)
    return f"the mouse moves on {wide} x {tall} points, {units.x:g} captured for each"


def _windows() -> str:
    from autosweep.desktop.windows import open_windows

    shown = [window for window in open_windows().visible() if window.title or window.kind]
    if not shown:
        return "none with a title: `--window` has nothing to choose from"
    return f"{len(shown)} to choose from with `--window`: " + ", ".join(map(str, shown[:_NAMED]))


def _tk() -> Finding:
    good = importlib.util.find_spec("_tkinter") is not None
    remedy = "For the built-in game: `apt-get install python3-tk`."
    return Finding("Tk", good, needed=False, detail="present" if good else "missing", remedy=remedy)


def _xvfb() -> Finding:
    from autosweep.desktop.xvfb import xvfb_path

    path = xvfb_path()
    remedy = "For `demo` without a display: `apt-get install xvfb`."
    return Finding("Xvfb", path is not None, needed=False, detail=path or "missing", remedy=remedy)


def _extras() -> Iterator[Finding]:
    for extra, (module, purpose) in _EXTRAS.items():
        good = importlib.util.find_spec(module) is not None
        remedy = f"{purpose}: `{install_command(extra)}`."
        detail = "present" if good else "missing"
        yield Finding(module, good, needed=False, detail=detail, remedy=remedy)
