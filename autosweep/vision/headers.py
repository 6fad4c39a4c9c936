"""How large a picture file says it is, read from its first bytes before anything is decoded.

A file of a few kilobytes can announce pictures of gigabytes. The kinds that screenshots come in are
known here; any other kind is refused rather than decoded on trust.
"""

from __future__ import annotations

from collections.abc import Iterator

HEAD_BYTES = 65536
"""How much of a file is enough to find its size."""
KNOWN = "PNG, JPEG, BMP, GIF, WebP or TIFF"


def announced_size(head: bytes) -> tuple[int, int] | None:
    """Return width and height as a header tells them, None where it is of no known kind."""
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return _pair(head, 16, 4, "big")
    if head.startswith(b"BM"):
        return _pair(head, 18, 4, "little", signed=True)
    if head.startswith(b"GIF8"):
        return _pair(head, 6, 2, "little")
    if head.startswith(b"\xff\xd8"):
        return _jpeg(head)
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return _webp(head)
    if head.startswith((b"II*\0", b"MM\0*")):
        return _tiff(head)
    return None


def _pair(
    head: bytes, at: int, size: int, order: str, *, signed: bool = False
) -> tuple[int, int] | None:
    if len(head) < at + 2 * size:
        return None
    first, second = head[at : at + size], head[at + size : at + 2 * size]
    if order == "big":
        return int.from_bytes(first, "big"), int.from_bytes(second, "big")
    width = int.from_bytes(first, "little", signed=signed)
    return abs(width), abs(int.from_bytes(second, "little", signed=signed))


def _jpeg(head: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 < len(head) and head[at] == 0xFF:
        marker, length = head[at + 1], int.from_bytes(head[at + 2 : at + 4], "big")
        # SOF0 to SOF15 hold the size; C4, C8 and CC are tables among them.
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height = int.from_bytes(head[at + 5 : at + 7], "big")
            return int.from_bytes(head[at + 7 : at + 9], "big"), height
        at += 2 + max(length, 2)
    return None


def _webp(head: bytes) -> tuple[int, int] | None:
    kind = head[12:16]
    if kind == b"VP8X" and len(head) >= 30:
        width = int.from_bytes(head[24:27], "little")
        return width + 1, int.from_bytes(head[27:30], "little") + 1
    if kind == b"VP8L" and len(head) >= 25:
        bits = int.from_bytes(head[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if kind == b"VP8 " and len(head) >= 30:
        width = int.from_bytes(head[26:28], "little") & 0x3FFF
        return width, int.from_bytes(head[28:30], "little") & 0x3FFF
    return None


def _tiff(head: bytes) -> tuple[int, int] | None:
    fields = dict(_tiff_fields(head))
    return (fields[256], fields[257]) if 256 in fields and 257 in fields else None


def _tiff_fields(head: bytes) -> Iterator[tuple[int, int]]:
    """Yield tag and value of the first directory, which need not lie at the beginning."""

    def number(at: int, size: int) -> int:
        part = head[at : at + size]
        return int.from_bytes(part, "little" if head.startswith(b"II") else "big")

    at = number(4, 4)
    for entry in range(number(at, 2)):
        place = at + 2 + 12 * entry
        if place + 12 > len(head):
            return
        size = 2 if number(place + 2, 2) == 3 else 4
        yield number(place, 2), number(place + 8, size)
