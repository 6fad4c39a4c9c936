"""Names of the Wayland interfaces that the back end for wlroots needs."""

from __future__ import annotations

SCREENCOPY = "zwlr_screencopy_manager_v1"
"""Copies what a monitor shows into shared memory."""
VIRTUAL_POINTER = "zwlr_virtual_pointer_manager_v1"
"""A mouse that a program moves."""
VIRTUAL_KEYBOARD = "zwp_virtual_keyboard_manager_v1"
"""A keyboard on which a program types."""
LAYER_SHELL = "zwlr_layer_shell_v1"
"""Surfaces above all windows."""
