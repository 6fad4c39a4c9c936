"""Find the grids of boards in a frame: flat patches, lattices, their extent, and acceptance.

Imports neither the classifier nor `read`.
"""
