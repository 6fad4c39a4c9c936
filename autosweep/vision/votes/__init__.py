"""A second source of grids: a small network votes, place by place, for the lattice of a board.

The first source (`locating`) compares flat patches; it misses looks whose tiles have no flat part,
join without lines or are shaded across the board. Here every place of a frame votes: inside a board
or not, where in its cell the place lies, and how large that cell is. Imports neither the classifier
nor `read`.
"""
