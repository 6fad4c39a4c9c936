"""Minesweeper clients of our own with every kind of look, end, restart and behaviour."""
