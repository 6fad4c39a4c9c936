"""The thresholds of the modules of this package itself, with unit and origin.

Those of the search for grids, of naming cells and of counters are in `thresholds.py` of these
packages. "By hand" means: chosen while looking at screenshots; no run measured it alone. All of
them together are judged by `tests/golden`, `benchmarks/screens.py` and `benchmarks/pages.py`.
"""

from __future__ import annotations

# Confidence (reading.py; the other rooms import ACT_CONFIDENCE from there)

CUT_CONFIDENCE = 0.5
"""Most confidence of a cell at a cut: below every level at which a cell is used or clicked."""

DOUBT_CONFIDENCE = 0.5
"""Most confidence of a cell of a board that is doubted as a whole: the same level."""

# From grids to readings (read.py)

MIN_MOVED_PIXELS = 1.0
"""Pixels, across and down together, from which a board may have moved. By hand."""
MAX_UNCERTAIN = 0.15
"""Share of uncertain cells up to which a quick search is enough. By hand."""
MAX_QUICK_GRIDS = 6
"""Grids of the first pass that are shown to the themes at once. By hand, for speed."""
MAX_BEYOND = 0.3
"""Share of certain cells in a line beyond the border from which the board is larger. By hand."""
MIN_EXTENSION, MIN_TELLING_BEYOND = 0.7, 2
"""Share of certain cells in such a line, and number of them that are not empty, from which it is
added: padding may have the colour of empty cells. By hand."""
MAX_EXTENSION = 8
"""Lines that are added. By hand."""
MIN_CERTAIN = 0.5
"""Share of certain cells from which a theme explains a grid. By hand."""
CLEARLY_KNOWN = 0.8
"""Share of certain cells from which a theme counts where shape and rules disagree. By hand on
messages over boards."""
MIN_HELPFUL = 0.25
"""Share of certain cells from which a theme that does not explain a grid may help. By hand."""
MAX_RETRIES = 3
"""Rejected grids that are shown to the themes. By hand, for speed."""
MIN_RETRY = 0.9
"""Share of certain cells from which a theme explains a rejected grid. By hand on JPEG screenshots
of low quality."""
MAX_RETRY_UNCERTAIN = 0.1
"""Share of uncertain cells of such a grid. By hand."""
MIN_TELLING, MIN_TELLING_CELLS = 0.03, 2
"""Share of the certain cells, and number of them, that must not be empty: blank paper can pass for
empty cells. By hand."""
MAX_SIGNED, MIN_SIGNED_CELLS = 0.03, 3
"""Share of the cells, and number of them, that may be hidden ones with signs that the theme does
not know: a pointer covers up to three. By hand: on a board of a stranger's client 14 of 54 are."""
MAX_THEME_BROKEN = 0.4
"""Share of cells that may break a rule before the grid is no board. By hand."""

# Evidence that a board without numbers is Minesweeper (minesweeper_evidence.py)

_SQUARES = (8, 9, 10, 12, 14, 15, 16, 20)
USUAL_SIZES = frozenset({*((n, n) for n in _SQUARES), (8, 10), (14, 18), (16, 30), (20, 24)})
"""Lines of usual boards, the fewer ones first."""
MIN_USUAL_LINES, MAX_USUAL_LINES = 8, 30
"""Lines of the shorter side of nearly every board: those of Connect Four and of word games are
fewer, those of a canvas for pixels are more."""
SQUARE_CELL = 0.03
"""Share by which width and height of a square cell differ. By hand."""
CLEAR_LEVELS = 40.0
"""Levels between colours that are clearly different. By hand."""
SAME_TILE_LEVELS = 10.0
"""Levels of mean difference between two tiles of one make. By hand."""
MIN_EQUAL_TILES = 0.8
"""Share of the hidden cells that are of one make, or of two that alternate, from which that begins
to count. By hand: of bricks and floors fewer are."""
FACE_REACH_CELLS = 3.0
"""Cells above a board within which a face lies. By hand."""
EVIDENCE_WEIGHTS = {
    "theme": 4.0,
    "known_level": 2.0,
    "counter": 3.0,
    "words": 3.0,
    "face": 1.0,
    "usual_size": 2.0,
    "usual_lines": 2.0,
    "square": 1.0,
    "raised": 2.0,
    "equal": 4.0,
    "apart": 1.0,
    "chequered": -3.0,
}
"""What each sign weighs, as log-odds. By hand on drawn boards and drawn other grids."""
OUTSIDE_CELLS = 0.5
"""Cells beyond the border whose colour is compared with that of the tiles. By hand."""
MIN_EVIDENCE = 7.5
"""Sum of the weights from which a board without numbers is believed. By hand: square, equal, plain
tiles in a usual number of lines reach 8, draughts 7, Connect Four and word games 6, most floors and
bricks less."""
MIN_GAME_EVIDENCE = 1.5
"""The same of the signs that equal tiles of other games do not have: raised tiles, a counter,
words, a theme and the size of a level; a face alone is not enough, as any button above a grid may
pass for one. Of 21 boards without numbers on screenshots of known and strange clients 20 have 2 or
more, other games 0 or 1."""

# Small boards (small_boards.py)

MIN_SMALL_NUMBERS = 3
"""Certain numbers from which a board of fewer than five lines needs no sign beside it. By hand."""

# Both ways of naming together (combine.py)

MIN_AGREEMENT = 0.97
"""Share of the cells certain both ways that must agree before one reading completes the other. By
hand."""
MAX_AGREED = 0.89
"""Most confidence of two uncertain opinions together: just below the acting level."""
UNLIKE_ANYTHING = 0.1
"""Confidence below which a cell is like nothing in the theme. By hand on messages over boards."""
MOSTLY_KNOWN = 0.6
"""Share of cells that a theme must be certain of before that counts. By hand."""
MAX_FOREIGN = 0.5
"""Most confidence that such a cell keeps. By hand."""
RULE_FACTOR = 0.5
"""What is left of the confidence of a cell that breaks the rules of the game. By hand; no value up
to 0.89 would let a program act on it."""

# Boards that are cut off (cut_sides.py)

MAX_OUTSIDE_PIXELS = 1.5
"""Pixels by which a grid must reach over the border of the frame to be cut. By hand."""
MIN_STRIP = 0.1
"""Share of a cell that must be visible of one more line. By hand."""
MIN_STRIP_PIXELS = 4
"""The same in pixels; a board nearer than this touches the edge. By hand."""
SAME_STRIP = 9.0
"""Levels of mean difference between a strip and the same part of a cell. By hand."""
SAME_EDGE = 25.0
"""Levels by which a strip may differ from each line of the board in a pixel between two cells: more
means that the strip is not divided into cells. By hand."""
MIN_MATCHING, MIN_CONTRASTING = 0.85, 0.5
"""Shares of the strips that must look like a cell, and unlike what lies beside the board. By
hand."""
MIN_INNER_STRIP, MAX_INNER_STRIP = 0.2, 0.85
"""Shares of a cell between which the height of a strip is that ends within the frame: less is a
shadow or a border, more a line of cells that the search would have found. By hand."""
EDGE_REACH = 3
"""Pixels at either side of an edge between two cells of such a strip that tell them apart. By
hand."""
BESIDE_PIXELS = 12
"""Pixels beside the board that give that colour. By hand."""

# Two sources of grids (arbitration.py)

MAX_GRID_OUTSIDE = 0.15
"""Cells by which a grid of the votes may reach outside of the frame. Set by an experiment with 243
boards: right grids reach 0.08 outside at most."""
MIN_CERTAIN_NUMBERS = 3
"""Certain numbers that a grid of the votes must hold before any cell of it is certain. By hand: a
plan of seats had one."""

MAX_VOTED_UNCERTAIN = 0.05
"""Share of uncertain cells of such a grid up to which the others are certain. By hand."""
MIN_TOLD_SCORE = 0.75
"""Score of the votes from which a grid that only they found is told though it cannot be read. By
hand on drawn boards and drawn other grids."""
MAX_SMALL_CELL = 20.0
"""Pixels of a cell below which the votes at full size are asked too. By hand: at half the size such
a cell has less than ten."""

# The extent of a board (extent_evidence.py)

SEAM_REACH = 0.4
"""Cells inside and outside of the last edge in which a step would be a border. By hand: bevels,
rims and gaps are nearer."""
SEAM_BAND = 0.5
"""Share of the width of a cell that is compared. By hand."""
MAX_SEAM_STEP = 6
"""Levels within which pixels are one ground. By hand: JPEG of high quality."""
MIN_SEAMLESS = 1
"""Cells of the last line that run on beyond it, from which it has no border. By hand."""
MIN_ROOM = 0.85
"""Cells of room in the frame beyond the last line, for another line to be there. By hand."""
MAX_UNCERTAIN_LINE = 0.5
"""Share of uncertain cells in the last line up to which it may be the last. By hand."""
MIN_VOTED_OUTER, MAX_VOTED_BEYOND = 0.5, 0.35
"""Probability by the votes that the last line is inside, at least, and that the line beyond it is,
at most, for the border to be clear. By hand."""
SAME_GRID = 0.25
"""Cells by which the edges of two equal grids may differ. By hand."""

# Rules of the game (rules.py)

MAX_CONFLICTS = 12
"""Conflicts that are searched for; then all numbers are uncertain. By hand."""
MODEL_NODES = 1_500_000
"""Propagations to find a layout: 0.3 seconds at the 5,000 a millisecond of hard boards."""
CONFLICT_NODES = 5_000_000
"""Propagations to find the fewest numbers at odds: one second on hard boards. No clock is used: the
same frame must always give the same reading."""
MAX_BLANK_FLAGS = 0.05
"""Share of the cells up to which blanks beside mines are wrong flags and not a misread board. By
hand."""

# Square elements beside a board (icons.py)

ICON_SIZES = (14, 110)
"""Pixels of the shorter side at least and of the longer side at most. By hand: the face of winmine
at scale 1 has 24, an emoji of a page up to 64."""
ICON_ASPECT = (0.75, 1.35)
"""Width over height. By hand: an emoji is a little wider than high."""
ICON_AXIS = 0.06
"""Share of the board's width that an element may be off its middle axis. By hand: counters of
different widths push a face aside."""
ICON_OFF_AXIS = 0.35
"""Share of the board's width that an element off the middle axis may be off it. By hand."""
MIN_ICON_ASIDE, MAX_ICONS_ASIDE = 24, 2
"""Pixels of the shorter side of such an element at least, and how many of them there may be. By
hand."""
ICON_REACH = 0.6
"""Height of the strip above and below a board that is searched, as a share of the board's height.
By hand."""
ICON_LEVELS = 14
"""Levels of 255 by which an element stands off its ground. By hand."""
ICON_BORDER = 3
"""Pixels of the border of a button round its picture, and by which that may be off its middle. By
hand."""
ICON_LINE = 0.8
"""Share of its width from which a row of pixels of the strip is a line across it. By hand."""
ICON_JOIN = (1, 3, 5)
"""Pixels between the parts of an element, tried one after the other. By hand."""

# A header taken for a row of cells (header_row.py)

MIN_HEADER_SIGNS, MAX_HEADER_SHARE = 3, 0.5
"""Cells of the first row with a sign, and most of them as a share of the row. By hand."""
ODD_CONFIDENCE = 0.75
"""Confidence of a hidden cell, for each of the middle one of the row, below which it has a sign. By
hand."""

# Pixels to samples (resample.py)

MAX_SUPERSAMPLING = 6
"""Samples for each one that is wanted, a side: for cells up to 96 pixels. By hand."""

# Themes made from screenshots (learn.py)

MAX_EXAMPLES = 6
"""Images of a symbol. By hand."""
MAX_PLAIN_EXAMPLES = 10
"""Images of plain cells: they differ by their neighbours' shadows. By hand."""
MIN_DIFFERENCE = 2.5
"""Root mean square difference, in levels, from which a cell gets an image of its own. By hand."""
