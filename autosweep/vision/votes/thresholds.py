"""The thresholds of the second source of grids, with unit and origin.

The run that made the network and measured it is described in `docs/research/votes.md`.
"""

from __future__ import annotations

# The network (network.py)

STRIDE = 4
"""Pixels between two places that vote."""
BLOCK = 32
"""Pixels: the sides of what the network is given are multiples of this, its coarsest stride."""
BASE_PITCH = 22.0
"""Pixels of a cell whose pitch vote is 0; a vote of 1 means twice that. Fixed by the training."""

# Places that vote (search.py)

FIRST_SCALES = (0.5, 0.25)
"""Scales at which a frame is searched first: half of the pixels of a side cost a quarter of the
time. The network is trained for cells of 8 to 56 pixels, so cells of 16 to 220 are found."""
LAST_SCALES = (1.0,)
"""Scales that are searched where the first ones explain nothing: cells of 8 to 16 pixels."""
MAX_VOTING_PIXELS = 3_200_000
"""Pixels of a frame above which it is not searched at a scale: 0.35 seconds on one core."""
MIN_SCALED_SIDE = 60
"""Pixels of the shorter side of a scaled frame. By hand: five cells of twelve pixels."""
INSIDE = 0.5
"""Probability from which a place is inside a board."""
MIN_PLACES, MIN_PLACES_ACROSS = 60, 8
"""Places of a region in all, and across it: five cells of eight pixels have ten across."""
MAX_REGIONS = 6
"""Regions of a scaled frame that are looked at, the largest first. By hand, for speed."""
MIN_REGION_CELLS = 3.5
"""Cells across a region. By hand: a board of five lines of which a message hides one."""
PITCHES = (7.0, 64.0)
"""Pixels of a cell, as voted, at least and at most: what the network was trained for, and a bit."""
MIN_COHERENCE = 0.12
"""Length of the mean vote of a region from which it is looked at again: noise has none."""

# The fit of pitch and phase, in fit.py

PITCH_RANGE = 0.12
"""Share by which the pitch may differ from what most places voted, first look."""
REFINED_RANGE = 0.1
"""The same for the second look, whose pitch is that of the first."""
LINE_WIDTH = 1.2
"""Cells (standard deviation) round a line whose votes move it. By hand."""
MIN_LINE_COHERENCE = 0.5
"""Length of their mean vote from which they may move it. By hand."""
MAX_LINE_MOVE = 0.25
"""Cells by which they may move it. By hand."""
MIN_HEARD = 0.02
"""Weight of the votes near a line, as a share of what a line has on the mean, from which they may
move it: beyond all places that vote there is none. By hand."""
SAME_PITCH = 0.12
"""Octaves within which voted pitches are averaged: 8 % of the pitch. By hand."""
EDGE_UNIT = 16
"""Edges are rounded to this part of a pixel: far below what changes a reading, far above what two
builds of OpenCV differ by."""

# The second look (refine.py)

MIN_SIDE = 64
"""Pixels of the sides of the second look at least: two blocks of the network."""
BORDER_PIXELS = 8
"""Pixels beyond the frame that are shown to the network: a board may end with the frame. By
hand."""
REFINED_PITCH = 24.0
"""Pixels of a cell at the second look: the middle of what the network was trained for."""
OWN_PITCHES = (13.0, 40.0)
"""Pixels of a cell between which the second look may also keep the pitch of the first."""
NEAR_REFINED = (20.0, 29.0)
"""Pitches so near to `REFINED_PITCH` that no other one is tried."""
MARGIN_CELLS, WIDER_MARGIN_CELLS = 3, 5
"""Cells round a region at the second look, and where the board reached the end of that."""
MAX_REFINED_PIXELS = 1_500_000
"""Pixels of the second look: where there would be more, cells are taken smaller."""
MIN_WEIGHT = 40.0
"""Sum of probabilities of all places at the second look. By hand."""
FAINT_INSIDE = 0.3
"""Probability from which a place votes at the second look."""
MAX_LOGIT = 4.0
"""Bound of the evidence of one place for or against the inside, for the border. By hand."""
OUTSIDE_LOGIT = -3.0
"""Evidence of a cell that is not in the frame."""
MAX_OUTSIDE = 0.15
"""Share of a cell that may lie outside of the frame. Set by the experiment with 243 boards."""
MIN_LINES = 5
"""Rows and columns of a board. By hand: as in `locating`."""

# Which grids are kept (search.py)

MIN_SCORE = 0.35
"""Probability of the inside times the coherence of the votes. By hand."""
GOOD_SCORE = 0.75
"""The same from which no other look at that place is needed. By hand."""
MAX_SHARED = 0.25
"""Share of the smaller of two grids that they may have in common. By hand."""
REGION_AREA_WEIGHT, GRID_AREA_WEIGHT = 0.3, 0.35
"""Exponent of the area in what a region promises, and in the order of grids: agreement counts more
than size. By hand."""
MAX_GRIDS = 4
"""Grids that are kept, the best first. By hand: each of them is read."""
