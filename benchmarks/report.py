"""Putting tables into documents: the part between two marks is replaced, the rest stays."""

from __future__ import annotations

from pathlib import Path

READING = Path(__file__).parent.parent / "docs" / "research" / "reading.md"


def put(document: Path, name: str, text: str) -> None:
    """Replace what stands between the marks of a name in a document."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, _, rest = document.read_text("utf-8").partition(begin)
    _, found, after = rest.partition(end)
    if not found:
        msg = f"{document} has no marks for {name}"
        raise SystemExit(msg)
    document.write_text(f"{before}{begin}\n{text}\n{end}{after}", "utf-8")
