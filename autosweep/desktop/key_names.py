"""Key combinations by name, as settings and client profiles write them: `ctrl+n`, `f2`, `?`."""

from __future__ import annotations


def split_keys(keys: str) -> list[str]:
    """Split a combination; a plus sign at the end is a key itself."""
    if len(keys) > 1 and keys.endswith("+"):
        return [*(part for part in keys[:-1].split("+") if part), "+"]
    return keys.split("+") if keys != "+" else ["+"]
