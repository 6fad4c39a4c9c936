"""Read the text in a frame: buttons, dialogs, result messages."""

from autosweep.vision.ocr.read_text import MISSING, TextLine, can_read_text, prepare, read_text

__all__ = ["MISSING", "TextLine", "can_read_text", "prepare", "read_text"]
