"""Hints drawn over a game: on a picture of it."""
