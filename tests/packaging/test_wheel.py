"""The wheel: what travels in it, and that it plays in a clean environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.packaging


def run(*words: str, cwd: Path | None = None) -> str:
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "DISPLAY")}
    done = subprocess.run(
        words, cwd=cwd, env=environment, capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of what git tracks, as a release would."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    names = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    for name in filter(None, names.split("\0")):
        if name.startswith(("tests/", "fixtures/")) or not (ROOT / name).is_file():
            continue
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((ROOT / name).read_bytes())
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(source))
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_the_themes_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops <= {"autosweep", next(top for top in tops if top.endswith(".dist-info"))}
    tracked = run("git", "ls-files", "templates", cwd=ROOT).split()
    assert tracked
    for name in tracked:
        assert f"autosweep/{name}" in names
    # not `autosweep`, which is another project on the package index
    assert "autosweep_minesweeper" in {top.partition("-")[0] for top in tops}
    assert "autosweep/py.typed" in names
    assert "autosweep/replay/recording_validator.py" in names
    for kind in ("html", "css", "js"):
        assert f"autosweep/replay/page/page.{kind}" in names
    assert not [name for name in names if name.endswith((".cpp", ".hpp", ".pyc"))]


def test_a_clean_environment_plays_and_replays(wheel: Path, tmp_path: Path) -> None:
    """Installed from the wheel alone, outside the checkout, the main job works."""
    home = tmp_path / "venv"
    venv.create(home, with_pip=True)
    python = str(home / "bin" / "python")
    run(python, "-m", "pip", "install", "-q", str(wheel))
    program = str(home / "bin" / "autosweep")
    out = run(program, "demo", "--on", "memory", "--json", "--mines", "20", cwd=tmp_path)
    summary = json.loads(out.splitlines()[-1])
    assert summary["stopped"] == 0
    (recording,) = (tmp_path / "recordings").iterdir()
    words = ("replay", str(recording), "--json", "--html", "game.html", "--gif", "game.gif")
    answer = json.loads(run(program, *words, cwd=tmp_path))
    assert answer["differences"] == []
    assert answer["written"] == ["game.html", "game.gif"]
    assert "</html>" in (tmp_path / "game.html").read_text("utf-8")
    findings = {f["name"]: f for f in json.loads(_doctor(program, tmp_path))["findings"]}
    assert "classic" in findings["themes"]["detail"]
    assert findings["engine"]["detail"] == "compiled"
    assert "autosweep-minesweeper[overlay]" in findings["PySide6"]["remedy"]


def _doctor(program: str, folder: Path) -> str:
    """Run doctor, which says no here: there is no display."""
    environment = {k: v for k, v in os.environ.items() if k != "DISPLAY"}
    done = subprocess.run(
        [program, "doctor", "--json"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout
