"""The documents say what the program does."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

import autosweep
from autosweep.cli.main import COMMANDS, main
from autosweep.cli.reference import reference
from autosweep.errors import ExitCode
from autosweep.overlay.levels import LEVELS, PARTS
from autosweep.overlay.x11_keys import KEYS

ROOT = Path(__file__).resolve().parent.parent.parent
MAX_PICTURE_BYTES = 40_000
README = (ROOT / "README.md").read_text("utf-8")


def test_every_command_is_in_the_readme() -> None:
    for name in COMMANDS:
        assert f"`autosweep {name}" in README, name


def test_the_command_line_reference_is_current() -> None:
    """`python -m autosweep.cli.reference > docs/cli.md` writes it anew."""
    assert (ROOT / "docs" / "cli.md").read_text("utf-8") == reference()


def test_the_api_reference_is_current() -> None:
    """`python tools/api_reference.py > docs/api.md` writes it anew."""
    page = runpy.run_path(str(ROOT / "tools" / "api_reference.py"))["reference"]()
    assert (ROOT / "docs" / "api.md").read_text("utf-8") == page


def test_the_error_object_is_as_documented(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every exit code has its row, and the example is what the program prints."""
    text = (ROOT / "docs" / "cli.md").read_text("utf-8")
    for code in ExitCode:
        assert f"\n| {code.value} | " in text
    monkeypatch.chdir(tmp_path)
    assert main(["solve", "board.txt", "--json"]) == ExitCode.BAD_INPUT
    printed = capsys.readouterr()
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert json.loads(printed.out) == json.loads(example)
    assert printed.err in text


def test_images_are_small_and_shown() -> None:
    pictures = sorted((ROOT / "docs" / "pictures").glob("*.png"))
    assert pictures
    documents = README + "".join(p.read_text("utf-8") for p in (ROOT / "docs").rglob("*.md"))
    for picture in pictures:
        assert f"pictures/{picture.name})" in documents, picture.name
        assert picture.stat().st_size < MAX_PICTURE_BYTES


def test_the_levels_of_help_are_documented() -> None:
    """Every level with its parts, every part and every key."""
    text = (ROOT / "docs" / "overlay.md").read_text("utf-8")
    for level, parts in LEVELS.items():
        line = next(line for line in text.splitlines() if line.startswith(f"| `{level}`"))
        if level not in ("heat", "all"):
            assert not parts or f"`{','.join(parts)}`" in line
    for part in PARTS:
        assert part in text
    for key in KEYS:
        assert "+".join(word.capitalize() for word in key.split("+")) in text
    for picture in (ROOT / "docs" / "pictures" / "overlay").glob("*.png"):
        assert f"(pictures/overlay/{picture.name})" in text
        assert picture.stat().st_size < MAX_PICTURE_BYTES


def test_the_version_is_the_same_everywhere() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'version = "{autosweep.__version__}"' in project


def test_links_between_documents_lead_somewhere() -> None:
    folders = ("tests", "benchmarks", "tools", "examples")
    readmes = (ROOT / folder / "README.md" for folder in folders)
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *readmes):
        for link, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", path.read_text("utf-8")):
            target = path.parent / link if link else path
            assert target.exists(), f"{path.name}: {link}"
            if anchor and target.suffix == ".md":
                assert anchor in headings(target), f"{path.name}: {link}#{anchor}"


def headings(document: Path) -> set[str]:
    """Return the anchors of a document's headings, as GitHub makes them."""
    titles = re.findall(r"^#+ (.+)$", document.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize(
    ("readme", "folder"),
    [("benchmarks", "benchmarks"), ("tools", "tools"), ("tests", "tests/support")],
)
def test_every_script_is_in_its_readme(readme: str, folder: str) -> None:
    text = (ROOT / readme / "README.md").read_text("utf-8")
    names = {path.name for path in (ROOT / folder).glob("*.py")} - {"__init__.py"}
    missing = {name for name in names if f"`{name}`" not in text}
    assert not missing


def test_the_map_names_modules_that_exist() -> None:
    rooms = (ROOT / "docs" / "design.md").read_text("utf-8").split("## The rooms")[1]
    named = set(re.findall(r"\b(\w+)\.py\b", rooms.split("## ")[0]))
    assert len(named) > 50
    assert named <= {path.stem for path in (ROOT / "autosweep").rglob("*.py")}


def test_the_sentences_on_the_playing_page_are_the_programs() -> None:
    """What its table quotes is in the code, joined where a string goes over several lines."""
    code = "".join(path.read_text("utf-8") for path in (ROOT / "autosweep").rglob("*.py"))
    joined = re.sub(r'"\s*\n\s*f?"', "", code)
    table = (ROOT / "docs" / "playing.md").read_text("utf-8").split("## What can go wrong")[1]
    quoted = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", table.split("## Systems")[0])
    assert len(quoted) > 20
    for sentence in quoted:
        assert sentence in joined, sentence


SYNONYMS = re.compile(
    r"\b(uncovered|covered|doubtful|unclear|veil|glance|lattice|theme packs?|packs?|pictures?)\b",
    re.IGNORECASE,
)
"""Words for which the glossary has another one."""
GENERATED = {"api.md", "cli.md", "json.md"}


def test_guides_use_the_words_of_the_glossary() -> None:
    guides = [path for path in (ROOT / "docs").glob("*.md") if path.name not in GENERATED]
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *guides):
        text = re.sub(
            r"```.*?```|`[^`\n]*`|\]\([^)]*\)|\*[^*\n]+\*",
            "",
            path.read_text("utf-8"),
            flags=re.DOTALL,
        )
        assert not SYNONYMS.findall(text), path.name


def test_modules_named_in_documents_exist() -> None:
    """A path such as `play/gate.py` is one of the checkout, the package or the tests."""
    documents = (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    places = (ROOT, ROOT / "autosweep", ROOT / "tests")
    for document in documents:
        text = document.read_text("utf-8")
        for name in re.findall(r"[`\s(,]((?:\w+/)+[a-z]\w*\.py)\b", text):
            assert any((place / name).exists() for place in places), f"{document.name}: {name}"
