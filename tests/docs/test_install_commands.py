"""Every `pip install` that we print, document or run names something of ours or a dependency.

The name `autosweep` on the public package index belongs to another project, so a remedy that
names it would install a stranger's program.
"""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from autosweep.cli import doctor
from autosweep.errors import DISTRIBUTION, install_command

ROOT = Path(__file__).resolve().parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS = set(PROJECT["project"]["optional-dependencies"])
TOOLS = {"atheris", "build", "ms-toollib", "pip", "torch"}
"""What only a developer's target, a comparison or a training script installs."""
WITH_VALUE = {"--group", "-r", "-c", "--index-url", "--python"}
IN_TEXT = re.compile(r"(?:\bpipx?|\buv tool) install\b(?=\s)([^`\n]*)")
IN_WORDS = re.compile(r"\"pipx?\", \"install\"([^\]\n]*)")
"""In the lists of words that Python starts programs with."""


def requirement_name(requirement: str) -> str:
    return re.split(r"[\[<>=!~; ]", requirement, maxsplit=1)[0].lower()


def declared() -> set[str]:
    project = PROJECT["project"]
    groups = (
        PROJECT["build-system"]["requires"],
        project["dependencies"],
        *project["optional-dependencies"].values(),
        *PROJECT["dependency-groups"].values(),
    )
    return {requirement_name(item) for group in groups for item in group}


def requirements(arguments: str) -> Iterator[str]:
    """Yield what the words after `pip install` name; options and comments are left out."""
    # what a test looks for in a message ends with its quote
    text = arguments.split("#", maxsplit=1)[0].split('" in ', maxsplit=1)[0]
    words = re.split(r"[\s\"',()]+", text)
    takes_value = False
    for word in words:
        if takes_value or not word or word in ("\\", "|", "&&", "*", "-e"):
            takes_value = False
        elif word.startswith("-"):
            takes_value = word in WITH_VALUE
        elif "{" not in word:  # a name that is filled in: its remedies are tried below
            yield word.rstrip(".,;:)") or word


def arguments_of(text: str) -> list[str]:
    """Return what follows each `pip install` of a text."""
    words = (" ".join(re.findall(r'"(.*?)"', rest)) for rest in IN_WORDS.findall(text))
    return [*IN_TEXT.findall(text), *words]


def allowed(requirement: str) -> bool:
    if requirement.startswith((".", "/")):
        return True
    name = requirement_name(requirement)
    extra = re.search(r"\[(.*?)\]", requirement)
    if name == DISTRIBUTION:
        return extra is None or set(extra[1].split(",")) <= EXTRAS
    return name in declared() | TOOLS


def commands() -> Iterator[tuple[str, str]]:
    """Yield the file and the arguments of every `pip install` in what git tracks."""
    words = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if name.startswith(("templates/", "fixtures/")) or path == Path(__file__):
            continue
        if not path.is_file() or path.suffix in (".png", ".gif"):
            continue
        for arguments in arguments_of(path.read_text("utf-8", "replace")):
            yield name, arguments


def test_every_install_command_names_an_allowed_requirement() -> None:
    found = list(commands())
    assert {"README.md", "Makefile", "docs/overlay.md", "autosweep/cli/doctor.py"} <= {
        name for name, _ in found
    }
    wrong = [
        (name, requirement)
        for name, arguments in found
        for requirement in requirements(arguments)
        if not allowed(requirement)
    ]
    assert not wrong


@pytest.mark.parametrize(
    "line",
    [
        "pip install autosweep",
        "`pip install 'autosweep[overlay]'`",
        'remedy = "Install it: `pip install -U autosweep`."',
        'run([python, "-m", "pip", "install", "-q", "autosweep"])',
        "pipx install autosweep",
        "pip install 'autosweep-minesweeper[nonsense]'",
    ],
)
def test_the_name_of_another_project_is_found(line: str) -> None:
    (arguments,) = arguments_of(line)
    assert not all(map(allowed, requirements(arguments)))


@pytest.mark.parametrize("extra", sorted(EXTRAS))
def test_the_command_for_an_extra_names_our_distribution(extra: str) -> None:
    assert PROJECT["project"]["name"] == DISTRIBUTION
    assert install_command(extra) == f"pip install '{DISTRIBUTION}[{extra}]'"


def test_every_remedy_of_doctor_names_an_allowed_requirement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where every package and every extra is missing."""

    def missing(name: str) -> None:
        raise ImportError(name)

    assert set(doctor._EXTRAS) == EXTRAS
    monkeypatch.setattr(doctor.importlib, "import_module", missing)
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda _: None)
    findings = [doctor._package(*pair) for pair in doctor._PACKAGES.items()]
    findings += doctor._extras()
    for finding in findings:
        (arguments,) = arguments_of(finding.remedy)
        (requirement,) = requirements(arguments)
        assert allowed(requirement), finding.remedy
