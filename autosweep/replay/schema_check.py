"""The check of recorded lines, made from `recording.schema.json`.

Compiling the schema takes some 30 ms in every process that loads a recording, so the build does it:
`python schema_check.py FILE` writes the code, which is installed beside this module as
`recording_validator.py`. Where there is none (a build without CMake), or where it was made from
another schema (one that is being edited), the schema is compiled here.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import fastjsonschema

LineCheck = Callable[[dict[str, Any]], object]
_SCHEMA = Path(__file__).with_name("recording.schema.json")
_VALIDATOR = "autosweep.replay.recording_validator"


@cache
def line_check() -> LineCheck:
    """Return a function that checks `{type: line}` and raises JsonSchemaValueException."""
    text = _SCHEMA.read_bytes()
    try:
        built = import_module(_VALIDATOR)
    except ImportError:
        # Also one that was written by another version of fastjsonschema.
        built = None
    found: LineCheck
    if built is not None and _digest(text) == built.SCHEMA:
        found = built.validate
    else:
        found = fastjsonschema.compile(_definition(text))
    return found


def validator_source() -> str:
    """Return the code of `recording_validator.py`."""
    text = _SCHEMA.read_bytes()
    code = fastjsonschema.compile_to_code(_definition(text))
    return f'{code}\nSCHEMA = "{_digest(text)}"\n'


def _definition(text: bytes) -> dict[str, Any]:
    """Return the schema of `{type: line}`: an error then names the part of the line."""
    schema = json.loads(text)
    kinds = [one["$ref"] for one in schema["oneOf"]]
    by_kind = {kind.rpartition("/")[2]: {"$ref": kind} for kind in kinds}
    return {"properties": by_kind, "definitions": schema["definitions"]}


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(validator_source(), encoding="utf-8")
