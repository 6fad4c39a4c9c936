"""Writes docs/api.md: the public names of the library and the interfaces, from their docstrings.

`python tools/api_reference.py > docs/api.md`; a test compares the two.
"""

from __future__ import annotations

import ast
import dataclasses
import enum
import inspect
import re
import sys
from collections.abc import Iterator

import autosweep
from autosweep import interfaces

HEAD = """\
# API reference

Made from the docstrings by `python tools/api_reference.py > docs/api.md`; a test compares the two.
How the library is used: [library](library.md). The names of the first part are in
`autosweep.__all__`. The second part is `autosweep.interfaces`: what a program implements to bring
its own screen, pointer, windows, clock or stop signal; `autosweep.testing` has a fake of each.
"""
INTERFACES = (
    *("Frame", "Button", "Click", "MoveTo", "PressKey", "FrameSource", "Pointer", "Window"),
    *("Windows", "Clock", "StopSignal"),
)


def reference() -> str:
    """Return the page."""
    parts = [HEAD, "\n## autosweep\n"]
    names = [name for name in autosweep.__all__ if name != "__version__"]
    parts += [_entry(name, getattr(autosweep, name)) for name in names]
    parts.append("\n## autosweep.interfaces\n")
    parts += [_entry(name, getattr(interfaces, name)) for name in INTERFACES]
    return "".join(parts)


def _entry(name: str, value: object) -> str:
    lines = [f"\n### {name}\n", f"\n```text\n{_head(name, value)}\n```\n", f"\n{_text(value)}\n"]
    if inspect.isclass(value):
        members = [*_fields(value), *_methods(value)]
        if members:
            lines.append("\n| member | |\n|---|---|\n")
            lines += [f"| `{head}` | {text} |\n" for head, text in members]
    return "".join(lines)


def _head(name: str, value: object) -> str:
    if not inspect.isclass(value):
        return f"{name}{_signature(value)}"
    if issubclass(value, enum.Enum):
        return f"{name}: {', '.join(member.name for member in value)}"
    if dataclasses.is_dataclass(value) or issubclass(value, Exception):
        return f"class {name}{_signature(value, returns=False)}"
    return f"class {name}"


def _signature(value: object, *, returns: bool = True) -> str:
    """Return a signature without module names and the memory addresses of defaults."""
    found = inspect.signature(value)  # type: ignore[arg-type]
    if not returns:
        found = found.replace(return_annotation=inspect.Signature.empty)
    text = re.sub(r"<(?:factory|[\w.]+ object at [^>]*)>", "...", str(found))
    text = re.sub(r"\b(?:\w+\.)+(?=[A-Z])", "", text).replace("''", '""')
    return text.replace("'", "")


def _text(value: object) -> str:
    return (inspect.getdoc(value) or "").split("\n\nArgs:")[0]


def _line(text: str) -> str:
    """Return the first paragraph as one line of a table."""
    return " ".join(text.partition("\n\n")[0].split()).replace("|", "\\|")


def _fields(value: type) -> Iterator[tuple[str, str]]:
    """Yield the fields of a dataclass with the strings below them."""
    if not dataclasses.is_dataclass(value):
        return
    told = _field_texts(value)
    for field in dataclasses.fields(value):
        if not field.name.startswith("_"):
            kind = str(field.type).replace("|", "or")
            yield f"{field.name}: {kind}", _line(told.get(field.name, ""))


def _field_texts(value: type) -> dict[str, str]:
    (node,) = ast.parse(inspect.getsource(value)).body
    assert isinstance(node, ast.ClassDef)
    found: dict[str, str] = {}
    for one, following in zip(node.body, node.body[1:], strict=False):
        if not (isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)):
            continue
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            found[one.target.id] = inspect.cleandoc(str(following.value.value))
    return found


def _methods(value: type) -> Iterator[tuple[str, str]]:
    """Yield the public methods and properties that the class itself defines."""
    if issubclass(value, enum.Enum):
        return
    for name, member in vars(value).items():
        if name.startswith("_"):
            continue
        if isinstance(member, property):
            yield name, _line(_text(member))
        elif isinstance(member, classmethod | staticmethod) or inspect.isfunction(member):
            plain = getattr(member, "__func__", member)
            head = re.sub(r"\((?:self|cls)(?:, )?", "(", _signature(plain), count=1)
            yield f"{name}{head}".replace("|", "or"), _line(_text(plain))


if __name__ == "__main__":
    sys.stdout.write(reference())
