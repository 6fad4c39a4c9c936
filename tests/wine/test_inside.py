"""Tests that Python of Windows runs itself: the unit tests that make sense there, the real desktop.

The tests in `inside/` need a desktop with winemine on it.
"""

from __future__ import annotations

from support.wine_python import MADE, ROOT, SECONDS, Desk, run_python, windows_path

UNIT = (
    "tests/unit/board",
    "tests/unit/desktop/test_capture.py",
    "tests/unit/desktop/test_monitor_layout.py",
    "tests/unit/desktop/test_platforms.py",
    "tests/unit/desktop/win32",
    "tests/unit/engine",
    "tests/unit/test_files.py",
    "tests/unit/test_geometry.py",
    "tests/unit/test_messages.py",
)
"""Tests of what differs between systems: files, numbers, the engine, the screen. Reading images
and playing in memory uses none of that and takes its time."""
PYTEST = (
    "-m",
    "pytest",
    "-q",
    "-p",
    "no:cacheprovider",
    "-c",
    windows_path(ROOT / "pyproject.toml"),
)


def test_unit_tests_and_the_desktop_of_windows(winemine_desk: Desk) -> None:
    """In one run, because each start of Python takes seconds under Wine."""
    inside = [windows_path(ROOT / "tests" / "wine" / "inside")]
    with winemine_desk() as variables:
        variables["AUTOSWEEP_ENGINE"] = "native" if list((MADE / "engine").glob("*.pyd")) else ""
        words = [*PYTEST, *inside, *(windows_path(ROOT / path) for path in UNIT)]
        done = run_python(variables, words, timeout=SECONDS)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_doctor_speaks_of_windows(winemine_desk: Desk) -> None:
    """It finds everything that playing needs, and sends nobody to apt-get."""
    with winemine_desk() as variables:
        done = run_python(variables, ["-m", "autosweep", "doctor"], timeout=SECONDS)
    assert "Ready to play on the screen." in done.stdout, done.stdout + done.stderr
    assert "'WineMine'" in done.stdout
    assert "DPI awareness per monitor" in done.stdout
    assert "apt-get" not in done.stdout
