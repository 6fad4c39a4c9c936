"""The names of the ways to a desktop, for options; imports nothing heavy."""

from __future__ import annotations

BACKENDS = ("auto", "x11", "wlr", "portal", "xwayland")
"""Ways to a display on Linux: what fits the session, an X server, a wlroots compositor, the portal
of a desktop, the X programs of a Wayland session."""
