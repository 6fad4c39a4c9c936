"""Every threshold of the search for grids, with its unit and where it comes from.

"By hand" means: chosen while looking at screenshots; no run measured it alone. All of them together
are judged by `tests/golden`, `benchmarks/screens.py` (87 boards of real clients at six scales),
`benchmarks/vision.py invented` and `benchmarks/pages.py` (boards no theme knows, and 30 pages of
other grids in which no board may be found). A level is one step of a colour channel, 0 to 255.
"""

from __future__ import annotations

# Flat patches (patches.py)

MIN_PATCH_SIDE = 6
"""Pixels: shorter sides are text and texture. By hand: cells from 12 pixels on are read."""
MAX_PATCH_SIDE = 132
"""Pixels: longer sides are windows and panels. By hand."""
MAX_PATCH_ASPECT = 2.7
"""Ratio of the sides. By hand: a little more than `CELL_ASPECTS`."""
MIN_PATCH_FILL = 0.25
"""Share of its box that a patch fills; faces with a glyph fill half. By hand."""
STIPPLE_CALM = 2
"""Levels that the mean of 2 x 2 pixels may step where one-pixel dither is flat. By hand."""
STIPPLE_STEP = 12
"""Levels that the pixels themselves step there. By hand."""
MIN_STIPPLE_SIDE = 8
"""Pixels of a side that the kernels for dither need."""
MIN_STIPPLE_PIXELS = 200
"""Pixels of dither below which there is none. By hand."""

# Passes over a frame (candidates.py)

MIN_FRAME_SIDE = 40
"""Pixels: no board of 5 x 5 cells is smaller. By hand."""
FIRST_STEP = 5
"""Levels that a pixel of a flat patch may step in the first pass, which finds almost every board.
By hand."""
LATER_STEPS = (12, 25)
"""The same in the next passes: shaded tiles, then noise and compression. By hand; what
each pass finds was measured (`docs/research/reading.md`)."""
HALF_STEPS = (8, 18)
"""The same at half the size, where texture and soft edges are smaller. By hand; measured as the
last."""
TEXTURE_STEP = 8
"""Levels from which a pixel belongs to a patch of texture instead. By hand."""
NEAR_STEP = 2
"""The same in the last pass: chequers of two near colours, whose tiles join otherwise. By hand."""
COARSE_BOXES = (2, 3)
"""Pixels of half size over which dither that was scaled with its screen is averaged. By hand."""
COARSE_STEP = 8
"""Levels after that. By hand."""
DENSE_STEP = 40
"""Levels from which a pixel is part of dense texture. By hand."""
DENSE_BLOCK = 12
"""Pixels of a block that may be dense. By hand."""
DENSE_SHARE = 200
"""Of 255: how much of a block must step. By hand."""
MIN_DENSE_BLOCKS = 4
"""Blocks from which dither is looked for. By hand."""
MAX_PATCHES = 12_000
"""Patches of one pass: more than any board and any screen of text give. By hand."""
NEW_PATCH = 3.0
"""Pixels by which a patch must differ in place or size from all others to be new. By hand."""
MIN_LATTICE_LINES = 3
"""Rows and columns of a lattice that is worth growing. By hand."""
MAX_CELLS_A_PATCH = 40
"""Cells of a lattice for each of its patches. By hand: the last tiles of a nearly won game."""
MIN_OWN_PATCHES = 0.2
"""Share of the cells of a grown grid with a patch of their own below which it is thin. By hand on
six sets: all 244 right grids have 0.25 and more, 12 of 157 wrong ones less than 0.2. Of two sets
drawn afterwards 1 of 143 right grids and 6 of 132 wrong ones have less."""
MAX_CELLS = 20_000
"""Cells of a lattice: more than any client offers. By hand."""
MIN_CELL_PIXELS = 4
"""Pixels of the smallest cell. By hand."""
MAX_SMALL_CELLS, MIN_MANY_PIXELS = 2500, 10
"""Cells of a lattice, and the pixels that each must have where there are more. By hand: what has
more and smaller ones is the pattern of a background, on which the board may lie."""
CLEARLY_MORE = 1.08
"""How much more area a coarse pass must explain to replace what a sharper one found. By hand."""
MAX_OVERLAP = 0.3
"""Share of the smaller of two grids that may lie on the other. By hand."""

# Lattices of patches (lattice.py)

MIN_MEMBERS = 6
"""Patches of a lattice. By hand."""
MIN_LINKS = 2
"""Neighbours across, and down, that give a pitch. By hand."""
MODE_WINDOW = 1.1
"""Pixels within which distances count as one pitch: clients round per column. By hand."""
MIN_LEVEL_PIXELS, LEVEL_SHARE = 1.6, 0.06
"""Pixels, or share of a patch's side if that is more, by which neighbours may be off a line. By
hand."""
MAX_TOUCH_PIXELS = 0.6
"""Pixels by which neighbours may overlap. By hand."""
MAX_GAP_SHARE, MAX_GAP_PIXELS = 1.5, 5
"""Distance of neighbours: at most this share of a side plus these pixels. By hand."""
MIN_ALIKE_PIXELS, ALIKE_SHARE = 2.0, 0.12
"""Pixels, or share of a side if that is more, by which the sizes of neighbours differ. By hand."""
COLUMN_BREAK = 0.35
"""Share of the pitch: a larger gap between centres begins a new column. By hand."""
MIN_COLUMN_PIXELS, COLUMN_SHARE = 1.6, 0.055
"""Pixels, or share of the pitch if that is more, by which a column may be off its place. By
hand."""
MIN_PITCH_PIXELS, PITCH_SHARE = 0.6, 0.035
"""Pixels, or share of the pitch if that is more, by which pitches of one board differ. By hand."""
MAX_CELLS_APART = 4
"""Cells between two lattices that are one board. By hand."""
PHASE_SHARE = 0.13
"""Share of the pitch by which two lattices, or a patch and a lattice, may be out of phase. By
hand."""
MIN_PHASE_PIXELS = 1.1
"""The same in pixels, where that is more. By hand."""
WELL_FILLED = 25
"""Patches of a lattice, at least half its cells, from which nothing else is looked for in it. By
hand."""
MIN_SCATTERED, MAX_SCATTERED = 8, 400
"""Equal patches far apart that may be the last tiles of a game. By hand."""
MIN_SCATTERED_PIXELS, SCATTERED_SHARE = 1.5, 0.06
"""Pixels, or share of a side if that is more, by which their sizes differ. By hand."""
RESONANCE_STEP = 0.05
"""Pixels between the pitches that are tried for them. By hand."""
MIN_RESONANCE = 0.9
"""Agreement in phase, 0 to 1, of a pitch. By hand."""
MIN_SCATTERED_ON = 0.5
"""Share of such patches that must lie on the lattice. By hand."""
MIN_FACE, MAX_FACE = 0.45, 1.06
"""Side of a cell's face as a share of the pitch. By hand: bevels, gaps and shadows."""
MIN_BESIDE = 2
"""Patches of a usual size that make a new line beside a lattice. By hand."""
MIN_USUAL_PIXELS, USUAL_SHARE = 1.2, 0.05
"""Pixels, or share of a side if that is more, within which patches are of one size. By hand."""
USUAL_MEMBERS = 0.1
"""Share of the members that have a usual size. By hand."""
STRAY_SHARE = 0.25
"""An outer line with less than this share of the patches of a good line is a stray. By hand."""
GOOD_LINE = 0.75
"""Quantile of the patches a line that a good line has. By hand."""
MIN_CORE_LINES = 3
"""Rows and columns that are left when strays are dropped. By hand."""

# Edges of cells (grid_edges.py)

MIN_OFFSET, MAX_OFFSET = 0.4, 2.5
"""Pixels by which one kind of patch may lie off another in the same column. By hand."""
OFFSET_SHARE = 0.07
"""The same as a share of the pitch, where that is more: bevels are as wide as cells are large.
By hand on boards at scale 2 and 3 (`benchmarks/screens.py`)."""
MIN_COLUMN_VOTES = 2
"""Patches of a column that tells where its centre is. By hand."""
MAX_COLUMN_SPREAD = 0.75
"""Pixels: median spread of their centres. By hand."""
MIN_GOOD_COLUMNS = 3
"""Such columns from which the others do not count. By hand."""
STRAIGHT_QUANTILE, MAX_STRAIGHT_PIXELS = 0.9, 0.8
"""Share of the columns near a straight line, and pixels that are near. By hand."""
WHOLE_PITCH_PIXELS = 0.7
"""Pixels over the whole board within which a pitch is taken as a whole number. By hand."""
MAX_SLOPE_PAIRS = 4000
"""Pairs of columns that vote for the pitch: the farthest ones. By hand."""

# Extent of a board (extent.py)

MARGINS = (3, 8, 26)
"""Cells beyond the lattice that are looked at, more only where all of the last were added. By
hand."""
ROOM_PIXELS = 0.6
"""Pixels by which a line of cells may leave the frame. By hand."""
MAX_FLAT = 12
"""Levels that a blank cell may differ within itself. By hand."""
RING_STEP, MAX_RING_STEPS = 20, 0.2
"""Levels off the ground, and share of the samples of the ring round a glyph that may be so far. By
hand."""
MAX_SIDE_STEPS, MIN_CALM_SIDES = 0.12, 2
"""The same share along a side, and sides that must be calm. By hand."""
GLYPH_STEP = 40
"""Levels off the ground from which a sample is part of a glyph. By hand."""
MIN_GLYPH_SAMPLES = 4
"""Samples (of 144) of a glyph. By hand."""
GLYPH_HEIGHTS = (4, 11)
"""Samples (of 12) that a glyph is high. By hand."""
GLYPH_OFF_ACROSS, GLYPH_OFF_DOWN = 0.15, 0.2
"""Share of the cell by which a glyph's centre may be off the middle. By hand."""
GLYPH_LEVEL = 1
"""Samples by which a glyph outside the lattice may be off the level of those inside. By hand."""
SIDE_TOLERANCE = 16.0
"""Levels by which samples of equal rims differ. By hand."""
MAX_PROTOTYPES = 6
"""Different rims of tiles. By hand."""
MIN_PROTOTYPE, PROTOTYPE_SHARE = 2, 0.01
"""Cells, or share of the cells with a patch if that is more, that have a rim. By hand."""
PROTOTYPE_RIM = 0.85
"""Share of a rim's samples that are alike in one prototype. By hand."""
MIN_RELIEF = 8
"""Levels off the face from which a sample of a rim is structure. By hand."""
RELIEF_SHARE, MIN_RELIEF_TOLERANCE = 0.45, 4
"""Share of its relief by which such a sample may differ, and levels at least. By hand."""
MIN_SIDE_ALIKE, MIN_SIDES_ALIKE = 0.8, 3
"""Share of the samples of a side that are alike, and sides (of 4) that are. By hand."""
MIN_STRUCTURE = 6
"""Samples of structure from which a rim, or one side of it, has any. By hand."""
MIN_STRUCTURE_ALIKE = 0.6
"""Share of the structure that is alike. By hand."""
RELIEF_BOUND, MIN_RELIEF_FOUND = 1.5, 0.5
"""How much stronger a relief counts, and the share of it that must be there. By hand."""
GROUND_CONTRAST = 5
"""Levels between the grounds of neighbours that contrast. By hand: checkerboards."""
OPEN_TOLERANCE = 10.0
"""Levels within which grounds are one colour of open ground. By hand."""
MIN_OPEN, OPEN_SHARE = 2, 0.05
"""Cells, or share of the open cells if that is more, of such a colour. By hand."""
LINE_SHARE = 0.85
"""Share of a line that must look like cells for the board to go on there. By hand."""
SURE_LINE_SHARE = 0.97
"""The same of a line with one tile or glyph, and of a blank line. By hand."""
MIN_STRONG = 2
"""Tiles and glyphs in a line that is added. By hand."""
MAX_BLANK_LINES, MAX_BLANK_BORDER = 2, 5
"""Blank lines that are skipped on the way to more cells, and to a visible border. By hand."""
BORDER_STEP = 8
"""Levels from which a blank line ends at a border. By hand."""
MIN_BORDER_LONG, MIN_BORDER_SHORT = 0.9, 0.85
"""Share of that border along the line, and at each of its ends. By hand."""
TRIM_BELOW, TRIM_PATCHES = 0.5, 0.15
"""An outer line is dropped where less than this share is explained and has a patch. By hand."""
MIN_TRIMMED_LINES = 5
"""Rows and columns that are left then. By hand."""

# Tests of a grid (acceptance.py)

MIN_LINES = 4
"""Rows and columns of a board. By hand: levels for beginners on public pages have 4 x 4 cells."""
MIN_USUAL_LINES, MAX_SMALL_LINES = 5, 6
"""Rows and columns from which a board is not small, and most of them that a small one has in the
other direction: keypads, calendars and bars of icons have four lines too. By hand."""
MIN_SMALL_EXPLAINED = 0.9
"""Share of the cells of a small board that are explained. By hand: sixteen cells tell little."""
CELL_ASPECTS = (0.38, 2.6)
"""Width of a cell over its height. By hand: clients with stretched windows."""
MIN_EXPLAINED = 0.45
"""Share of the cells that look like a tile, a glyph or blank ground. By hand."""
BLANK_FLAT = 14.0
"""Levels that the middle of a blank cell may differ within itself. By hand on
`benchmarks/pages.py`."""
SAME_GROUND = 32.0
"""Levels within which the grounds of blank cells are one. By hand on `benchmarks/pages.py`."""
MAX_TOUCHING = 0.2
"""Share of neighbouring blank cells that may be of two grounds. By hand on `benchmarks/pages.py`:
seat plans and light puzzles have more."""
MIN_TOUCHING = 8
"""Such pairs below which nothing is said. By hand on the same pages."""
ALTERNATES = 0.9
"""Share of a ground on squares of one colour from which it is half of a checkerboard. By hand."""
MIN_ALTERNATING = 6
"""Cells of such a ground. By hand."""
MAX_SIGN, MAX_SIGNS = 0.15, 2
"""Share of the cells up to which blank cells of one ground may be signs (a flag may be nothing but
a colour), and number of such grounds. By hand."""
MIN_BLANK = 0.5
"""Share of blank cells from which marks in corners are looked for. By hand."""
MARK_STEP = 25.0
"""Levels off the ground from which a sample is a mark. By hand on `benchmarks/pages.py`:
calendars."""
MIN_MARK = 2
"""Samples of a mark. By hand."""
LINE_MARKS = 0.5
"""Share of the cells from which marks along a whole side are a line or bevel. By hand."""
MARKS_DIFFER = 12.0
"""Levels by which marks differ from cell to cell; less is a shine that all tiles have. By hand."""
MAX_MARKED = 0.4
"""Share of all cells that may have marks in one corner. By hand on `benchmarks/pages.py`."""
BLOCKS = (3, 4, 5)
"""Cells between the thick lines of sudokus, nonograms and ledgers."""
THICKER = 1.35
"""How much thicker these are than the thin ones. By hand on `benchmarks/pages.py`."""
MIN_THICK = 40
"""Levels that a thick line has across, in all. By hand."""
LINE_REACH = 3
"""Pixels at either side of an edge that belong to its line. By hand."""
MAX_CLUE_LINES = 3
"""Lines of clues at the ends of a puzzle that may have been taken for cells. By hand."""
SAMPLED_LINES = 40
"""Lines of pixels that are enough to measure a line between cells. By hand, for speed."""
STRIDES = (1, 2, 3, 5, 7, 11, 13, 17, 23, 31, 43, 61, 83)
"""Steps between them: primes, since one that divides the pitch meets the same part of each cell."""
MAX_MOVED_PIXELS = 1.8
"""Pixels by which the edges of a board may differ between two frames. By hand."""
SURROUNDING_CELLS = 1.2
"""Cells round a board that are searched to find it again. By hand."""
