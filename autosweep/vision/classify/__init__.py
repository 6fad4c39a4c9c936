"""Name the cells of a grid: by the images of a theme, or without one by shape and rules.

Does not import `read`, nor the search for grids apart from its type of patches.
"""
