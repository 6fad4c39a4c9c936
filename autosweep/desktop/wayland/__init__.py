"""Desktops of Wayland: compositors with wlroots' protocols (`wlr`), and what they need."""
