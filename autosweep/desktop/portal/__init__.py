"""Desktops that are reached by their portal, which asks the user first: GNOME, KDE and others."""
