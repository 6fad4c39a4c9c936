"""Puzzles of rule variants: solved, explained, made and played."""
