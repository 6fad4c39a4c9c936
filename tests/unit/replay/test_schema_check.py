"""The check of recorded lines: the code that the build writes decides as the schema does."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import fastjsonschema
import pytest

from autosweep.replay import schema_check
from autosweep.replay.schema_check import LineCheck, line_check, validator_source

SESSION = Path("fixtures/recordings/format-1/session.jsonl")
BUILT = "autosweep.replay.recording_validator"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Let every test choose its check, and leave none behind."""
    line_check.cache_clear()
    yield
    line_check.cache_clear()


def built(source: str) -> ModuleType:
    """Return the module that the build would install."""
    module = ModuleType(BUILT)
    exec(compile(source, "recording_validator.py", "exec"), module.__dict__)  # noqa: S102
    return module


def verdict(check: LineCheck, line: dict[str, Any]) -> str:
    """Return the part that a check objects to; empty where it objects to nothing."""
    try:
        check({line["type"]: line})
    except fastjsonschema.JsonSchemaValueException as error:
        return f"{error.path} {error.rule}"
    return ""


def test_the_built_check_decides_as_the_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, BUILT, None)
    slow = line_check()
    line_check.cache_clear()
    module = built(validator_source())
    monkeypatch.setitem(sys.modules, BUILT, module)
    fast = line_check()
    assert fast is module.validate
    assert slow is not fast
    objections = set()
    for text in SESSION.read_text("utf-8").splitlines():
        line = json.loads(text)
        assert verdict(fast, line) == verdict(slow, line) == ""
        for key in line.keys() - {"type"}:
            for other in ({**line, key: "\0"}, {k: v for k, v in line.items() if k != key}):
                assert verdict(fast, other) == verdict(slow, other)
                objections.add(verdict(fast, other))
    assert len(objections) > 10


def test_a_check_of_another_schema_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    module = built(validator_source())
    monkeypatch.setitem(sys.modules, BUILT, module)
    edited = tmp_path / "recording.schema.json"
    schema = json.loads(schema_check._SCHEMA.read_text("utf-8"))
    schema["definitions"]["summary"]["required"] = ["type", "new"]
    edited.write_text(json.dumps(schema), "utf-8")
    monkeypatch.setattr(schema_check, "_SCHEMA", edited)
    assert verdict(module.validate, {"type": "summary"}) == ""
    assert "required" in verdict(line_check(), {"type": "summary"})
