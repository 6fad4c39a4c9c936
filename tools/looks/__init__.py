"""Labelled images of Minesweeper in invented looks, and of other grids: `python -m tools.looks`.

Image k of a seed is the same on every run. Training, fitting and benchmarks load what is written
here by `dataset.load`. Families in `families.KEPT_OUT` are never used for training or tuning.
"""
