"""Recordings: write, read, replay and compare."""
