"""Every threshold of reading is in a thresholds module, documented and used."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import autosweep.vision

VISION = Path(autosweep.vision.__file__).parent
TABLES = sorted(VISION.rglob("thresholds.py"))
OTHERS = sorted(set(VISION.rglob("*.py")) - set(TABLES))
PLAIN = {0.0, 0.5, 1.0, 1.5, 2.0, 255.0}
"""Halves and wholes that say where a middle is, not where a line is drawn."""
ROUNDING = 0.01
"""Smaller numbers keep a division from being one by zero."""


def names_of(table: Path) -> dict[str, str]:
    """Return the names that a table assigns, each with the text below it."""
    body = ast.parse(table.read_text("utf-8")).body
    found = {}
    for at, node in enumerate(body):
        targets = node.targets if isinstance(node, ast.Assign) else []
        text = body[at + 1] if at + 1 < len(body) else None
        told = text.value if isinstance(text, ast.Expr) else None
        words = str(told.value) if isinstance(told, ast.Constant) else ""
        for target in targets:
            parts = target.elts if isinstance(target, ast.Tuple) else [target]
            found |= {part.id: words for part in parts if isinstance(part, ast.Name)}
    return found


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.parent.name)
def test_every_threshold_says_what_it_is_and_is_used(table: Path) -> None:
    code = "\n".join(path.read_text("utf-8") for path in OTHERS)
    own = table.read_text("utf-8")
    for name, words in names_of(table).items():
        if name.startswith("_"):
            continue
        assert len(words) > len("By hand."), f"{name} has no text"
        assert name in code or own.count(name) > 1, f"{name} is not used"


@pytest.mark.parametrize("module", OTHERS, ids=lambda path: str(path.relative_to(VISION)))
def test_no_line_is_drawn_by_a_bare_number(module: Path) -> None:
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if not isinstance(node, ast.Compare):
            continue
        for part in ast.walk(node):
            value = part.value if isinstance(part, ast.Constant) else None
            if isinstance(value, float) and value > ROUNDING:
                assert value in PLAIN, f"{module.name}:{part.lineno} compares with {value}"
    assert "By hand" not in module.read_text("utf-8"), f"{module.name} has a threshold of its own"
