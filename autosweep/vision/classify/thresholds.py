"""Every threshold of naming cells, with its unit and where it comes from.

"By hand" means: chosen while looking at screenshots; no run measured it alone. All of them together
are judged by `tests/golden`, `benchmarks/screens.py` (87 boards of real clients at six scales, with
and without their themes), `benchmarks/vision.py invented` and `benchmarks/corrupted.py`. A level is
one step of a colour channel, 0 to 255; a sample is one of the 16 x 16 (by theme) or 32 x 32 (by
shape) to which a cell is brought. Costs are negative logarithms of probabilities.
"""

from __future__ import annotations

# Confidence of a symbol by theme (confidence.py)

CLEAR_AT = 0.88
"""Ratio near / far at which a symbol is as likely the next one. Fitted, as the slopes are, by
`benchmarks/calibration.py --fit --sheets 2800 --seed 5`: 134,400 cells of 13 themes."""
CLEAR_SLOPE = 20.0
"""How fast that changes: by one in the exponent for each 1/20 of the ratio. Fitted."""
FITS_AT = 1.0
"""Ratio near / limit at which a cell is as likely nothing that the theme knows: one, by the
definition of the limit."""
FITS_SLOPE = 12.0
"""How fast that changes: by one in the exponent for each 1/12 of the ratio. Fitted."""

# Naming by theme (by_theme.py)

NEXT_SAMPLE = 0.25
"""Share of each of the two next samples of a line in a softened one. By hand; `confidence_of` was
fitted on top of it."""
SHIFTS = (0.5, 1.0, 1.5)
"""Pixels by which a grid may be moved to fit the images better. By hand."""
CERTAIN_AT_ONCE = 0.92
"""Confidence of every cell at which a grid is not moved: near / limit of 0.8. Moving it takes an
eighth of a quick read of a 1080p screen (`benchmarks/vision.py speed`)."""
SHIFT_COST = 0.5
"""Levels that a shift by one pixel must win. By hand."""
NEAR_BEST_FACTOR, NEAR_BEST_LEVELS = 1.3, 2
"""Factor, and levels added, within which of the best theme others are compared too. By hand."""
HALF_PIXEL_ERROR = 0.01
"""Pixels by which edges may be off the half pixels that they are all on. By hand."""
NUDGES = (-0.6, 0.0, 0.6)
"""Samples by which a glyph may lie off its image: clients place glyphs on whole pixels. By hand."""
STRENGTHS = (0.6, 1.5)
"""How much weaker or stronger against its ground a glyph may be than in its image. By hand."""
SAME_RING_GROUND = 12.0
"""Levels within which the borders of an image and of a plain one are the same. By hand."""
SAMPLE_LINES = 6
"""Rows and columns that are compared when a grid is fitted. By hand, for speed."""
UNREADABLE_BELOW = 0.5
"""Confidence below which a cell is UNREAD: the symbol is as likely wrong."""
FRAME_SHARE = 0.045
"""Share of a cell at the edge of the board that may show the board's frame. By hand."""
ROOM_PIXELS = 0.6
"""Pixels by which a line of cells may leave the frame. By hand."""
MAX_DIFFERENCE = 50.0
"""Levels (root mean square) beyond which it does not matter how different a cell is. By hand."""
MIN_LIMIT, LIMIT_SHARE = 7.0, 0.4
"""Levels, plus share of the image's contrast, by which a cell may differ from an image. By
hand; `confidence_of` was fitted on top of it."""
STRICT_LIMIT = 0.72
"""Share of the limit for plain cells, and for themes without all eight numbers. By hand."""
MAX_PLAIN_PEAK, PEAK_OF_PLAIN = 11.0, 4
"""Levels by which the most different samples of a plain cell may be off its image, less what all
samples are off, and how many samples these are. On 87 boards of known clients, also as JPEG of
quality 50 to 85, the farthest plain cell is 7.6 off; the faintest digit on large cells of a
stranger's client is 14.7."""
SIGN_RIM = 3 / 16
"""Share of a side of a cell that bevels and lines between cells may take, where signs are looked
for. By hand."""
SIGNED_CONFIDENCE = 0.3
"""Most confidence of a plain cell with a sign: it is unreadable."""

# Groups of cells (clusters.py)

FLAT_QUANTILE = 0.99
"""Percentile of the samples of a plain cell that are fainter than `FAINT_GLYPH`. By hand."""
PLAIN_JOIN = 2.5
"""Levels (mean relief and 0.6 of the colour) within which plain cells are one group. By hand."""
PLAIN_COLOR_WEIGHT = 0.6
"""Weight of the colour in that. By hand."""
GRAIN_WEIGHT = 2.0
"""Weight of a stipple's grain beside the colour. By hand."""
MAX_PLAIN_GROUPS = 9
"""Plain groups; where there are more, `PLAIN_JOIN` grows. By hand."""
PLAIN_JOIN_GROWTH, MAX_PLAIN_JOIN = 1.5, 40.0
"""Factor by which it grows, and levels at which it stops. By hand."""
FAINT_RESIDUE = 22.0
"""Levels above its median that the largest samples of a faint glyph have. By hand."""
FAINT_SAMPLES = 10
"""How many samples these are. By hand."""
GLYPH_JOIN = 0.055
"""Mean difference of features (0 to 1.5) within which glyphs are one group. By hand."""
GLYPH_PEAK = 0.5
"""Mean of the 40 largest differences of features within which they are. By hand."""
PEAK_SAMPLES = 40
"""How many these are. By hand."""
SAME_RING = 10.0
"""Levels within which the border of a cell is that of a tile. By hand."""
MEMBERS_CLASSIFIED = 4
"""Cells of a group that are shown to the network. By hand, for speed."""
MAX_GLYPH_GROUPS = 26
"""Groups of glyphs; more come from grain or noise and are joined by class. By hand."""
CLEAR_CLASS = 0.5
"""Probability from which a group has a clear class for that. By hand."""
SAME_TILE_GROUND = 26.0
"""Levels within which grounds, and borders, of glyphs are one. By hand."""
SAME_TINT = 45.0
"""Levels within which the tints of glyphs are one. By hand."""
SAME_PLAIN = 5.0
"""Levels within which the grounds of cells that are classed as plain are one. By hand."""
STRONG_SAMPLE = 50.0
"""Levels off the ground from which a sample tells the colour of a glyph. By hand."""
MIN_TINT_SAMPLES = 8
"""Samples that are enough for that. By hand."""
MARK_QUANTILE = 0.9
"""Percentile of the band round the middle that is flat if a pattern is a mark. By hand."""
PLAIN_CLASS = 0.6
"""Probability of the class plain from which a group is a plain tile. By hand."""
NO_GLYPH_CLASS = 0.5
"""Probability of plain or other from which a frequent group is a tile with a pattern. By hand."""
PATTERNED_SHARE = 0.12
"""Share of the cells that makes such a group frequent. By hand."""
COMMON_SHARE, COMMON_GLYPH = 0.3, 0.5
"""So is a group with this share of the cells and no class above this probability. By hand."""
TILE_SHARE = 0.55
"""No glyph is on this share of the cells. By hand."""

# Features of a glyph (glyph_network.py); the network was trained on features with these values

GROUND_TOLERANCE = 22.0
"""Levels within which samples are ground when its slope is fitted. By hand."""
MAX_SLOPE = 40.0
"""Levels from one side of a cell to the other that a ground may change. By hand."""
COLOR_BIN = 24
"""Levels of a bin in which the commonest colour is counted. By hand."""
FAINT_GLYPH = 24.0
"""Levels off the ground below which nothing is a glyph. By hand."""
PEAK_SHARE = 0.4
"""Share of a glyph's peak from which a sample belongs to it. By hand."""
PEAK_QUANTILE, FEATURE_QUANTILE = 0.995, 0.98
"""Percentiles that are the peak, for boxes and for features. By hand."""
MIN_FEATURE_PEAK = 50.0
"""Levels: fainter glyphs are not brought to full strength. By hand."""
MAX_FEATURE = 1.5
"""Most that a feature can be, in peaks. By hand."""
ZOOM_BELOW = 25
"""Samples: glyphs with a longer side are taken as the whole cell. By hand."""
MIN_ZOOM = 6
"""Samples to which a window is cut at least. By hand."""
ZOOM_MARGIN = 1.45
"""Side of the window cut out, as a multiple of the glyph's longer side. By hand."""
MIN_INNER_PART = 7
"""Samples from which a part that reaches the middle is a glyph. By hand."""
MIN_RIM_LINE = 10
"""Samples from which a part that does not reach it is a line along the rim, not a dot. By hand."""

# Cost of a labelling (labelling_cost.py)

TEMPERATURE = 1.25
"""Divides the network's logits: it is too certain on themes it has not seen. By hand."""
MAX_CLASS_COST = 7.0
"""Most that an unlikely class costs. By hand."""
NEVER = 60.0
"""Cost of a label that a group cannot have."""
KNOWN_NOT = 600.0
"""Cost of a label that an earlier frame rules out: more than all rules together may cost."""
CHANGED_COST = 1.0
"""Cost of a hidden tile of which no cell looks as all cells did before the first click. By hand."""
MAX_GROUP_WEIGHT = 3
"""Cells of a group that count: equal cells are one piece of evidence. By hand."""
FEW_PLAIN = 4
"""Groups of plain tiles that count in full: scaling splits one make of tile into many. By hand."""
EMPTY_BONUS = 0.7
"""Cost by which a plain tile is empty rather than hidden. By hand."""
RAISED_COST = 0.5
"""Cost of an empty cell with a raised bevel. By hand."""
PATTERNED_COST = 1.0
"""Cost of any label for a tile with a pattern. By hand."""
PLAIN_UNREAD, PLAIN_UNREAD_CELL, MAX_UNREAD_PLAIN = 4.5, 0.15, 40
"""Cost of a plain group that is neither: of the group, of a cell; cells that count. By hand."""
GLYPH_UNREAD, OTHER_UNREAD, GLYPH_UNREAD_CELL, MAX_UNREAD_GLYPH = 4.5, 1.0, 0.3, 10
"""The same of a glyph: at most, beyond its class `other`, of a cell; cells that count. By hand."""
RARE_SHARE, RARE_COST = 0.06, 3.0
"""Share of the cells beyond which question marks and wrong flags have this cost. By hand."""
MARK_SHARE, MARK_COST = 0.3, 2.0
"""The same of flags and mines. By hand."""
QUESTION_COST, WRONG_COST, PLAIN_GLYPH_COST = 0.5, 0.3, 0.5
"""Cost of a question mark, a wrong flag, and of a glyph that is a plain tile. By hand."""
OFF_CENTRE, OFF_CENTRE_COST = 0.2, 2.0
"""Share of the cell by which a number may be off the middle, and cost beyond. By hand."""
CLEAR_GAP = 2.6
"""Cost by which the second label of a certain glyph is above its first. By hand."""
MIN_MINES = 0.08
"""Share of the cells that may be mines, shown ones included, in nearly any game. By hand."""
FEW_MINES_COST, FEW_MINES_SLOPE = 6.0, 12.0
"""Cost of fewer, and the more the fewer. By hand."""
IMPOSSIBLE_COST = 30.0
"""Cost of no possible mine at all, and of empty cells without any number. By hand."""
RULE_COST = 2.5
"""Cost of a cell that breaks a rule. By hand."""
MAX_RULES_A_TILE = 2
"""Broken rules that a hidden cell counts for, whatever number of zeros it touches. By hand."""
MANY_FLAGS_COST = 0.4
"""Cost of a number with more flags round it than it says: people flag wrongly. By hand."""
LONE_WRONG_FLAG = 5.0
"""Cost of wrong flags where no mine is shown. By hand."""
DIGIT_ON_HIDDEN, MARK_ON_EMPTY = 1.2, 1.2
"""Cost of a number on the tile of hidden cells, and of a flag on that of empty ones. By hand."""
MAX_ON_HIDDEN = 3.5
"""Most that numbers on hidden tiles cost together: a theme that keeps the tile does so for all. By
hand."""
ALIKE_COST, ALIKE_SCALE = 2.0, 5.0
"""Cost of different labels for plain tiles that look equal, and levels over which it falls to 1/e.
By hand."""
APART_COST, MIN_APART = 4.0, 5
"""Cost of one label for two makes of tile that never touch, and least cells of each. By hand."""
DIFFERENT_TILE, DIFFERENT_SHARE = 10.0, 0.35
"""Levels by which tiles of two makes differ, and share of the largest difference. By hand."""
SPLIT_LEVELS, SPLIT_COST = (40.0, 80.0), 4.0
"""Levels between the tints of a glyph's halves from which it begins to tell against a number, and
tells in full; and what it costs then (in logits). By hand."""
RAISED_LEVELS = 6
"""Levels that the edges of a raised tile are lighter and darker than its face. By hand."""
OPTIONS, CLEAR_OPTIONS = 7, 3
"""Labels tried for each group: the likeliest ones; fewer where the first is clear. By hand, for
speed."""

# Search for the best labelling (labelling_search.py)

MAX_FAMILIES = 7
"""Families of plain groups that are tried in all combinations. By hand, for speed."""
STARTS = 3
"""Labellings that are improved. By hand, for speed."""
MAX_FLIPPED = 12
"""Plain groups that are changed together with those most like them. By hand, for speed."""
MAX_ROUNDS = 4
"""Rounds of changing one group at a time. By hand, for speed."""
MAX_LABELLINGS = 6000
"""Different labellings that are tried for one board: what bounds the time. Of 339 boards six try
more, with 57 to 272 groups of cells."""
GAP_SCALE = 1.5
"""Cost between the best and the second label over which confidence changes. By hand."""
PATTERNED_FACTOR = 0.85
"""Confidence left to tiles with a pattern, unless all cells look alike. By hand."""
UNLIKE_COST, UNLIKE_SCALE = 2.5, 0.35
"""Cost of a label at which a group is as likely something else, and how fast that changes. By
hand."""
MAX_BOARD_COST, BOARD_COST_SCALE = 1.3, 0.12
"""Mean cost of the glyphs' labels at which a whole board is as likely misread, and how fast that
changes. By hand."""
USUAL_COST, USUAL_WEIGHT = 0.4, 4.0
"""What the glyphs of a theme that is read well cost, and with what weight that is expected. By
hand."""
MAX_GLYPH_CELLS = 12
"""Cells of a group that count in that mean. By hand."""
MAX_EXCESS, EXCESS_SCALE = 10.0, 1.5
"""Cost beyond the groups' own choices at which a whole board is as likely misread, and how fast
that changes. By hand."""
TWIN_FACTOR = 0.85
"""Confidence left to the smaller of two groups with one label that look different. By hand."""
TWIN_SHARE = 4
"""How many times larger the other group is. By hand."""
TWIN_TINT = 25
"""Levels between their tints. By hand."""
UNEXPLAINED_FACTOR = 0.8
"""Confidence left to plain tiles that nothing explains. By hand."""
MAX_UNEXPLAINED = 2
"""Plain cells that may be neither hidden nor empty before all plain cells lose confidence. By
hand."""
SAME_MAKE = 40.0
"""Levels between the grounds of tiles of one make, as on a checkerboard or a slope. By hand."""
ALTERNATES = 0.8
"""Difference between the shares on squares of one colour from which two makes alternate. By
hand."""
BROKEN_FACTOR, NEAR_BROKEN_FACTOR = 0.5, 0.85
"""Confidence left to a cell that breaks a rule, and to its neighbours. By hand."""
MAX_EXPLODED = 2
"""Mines of a group that may be the exploded one. By hand."""
EXPLODED_GROUND, EXPLODED_TINT = 30, 50
"""Levels between the tints of its ground, and of its glyph, and those of other mines. By hand."""
RED_LEVEL, RED_FACTOR = 120, 1.6
"""Levels of red, and how much more than blue and green, of a reddish ground. By hand."""

# Classes of cells with a ground of their own (coloured_mines.py)

OWN_TINT = 40.0
"""Levels by which the tint of such a ground differs from that of every commoner one. By hand."""
MIN_ALTERNATING_CELLS, ALTERNATING_SHARE = 6, 0.9
"""Cells from which a class may be one colour of a checkerboard, and share of them on its squares.
By hand."""
MIN_OTHER_HIDDEN = 0.5
"""Hidden cells of another ground for each cell of a class. By hand, after a dithered board whose
hidden cells had two grounds."""
MAX_CLASS_FAULTS = 0.1
"""Numbers that contradict a class of mines, and zeros that touch it, for each number beside it. By
hand: some are misread."""
MIN_CLASS_MINES = 0.5
"""Share of a class with signs like mines from which it is mines. By hand."""
MIN_CLASS_NUMBERS, MIN_CLASS_SATISFIED = 4, 0.8
"""Numbers beside a class without such signs, and share of them that it satisfies; also numbers of
a class, and share of them that count the marks round them. By hand."""
MIN_DEEP_CELLS = 2
"""Cells of it that touch nothing open: nobody flags there. By hand."""
COLOURED_MARK_COST, COLOURED_HIDDEN_COST = 1.5, 4.0
"""Cost of a flag and of a hidden cell in a class of mines, which cost nothing there. By hand."""

# Tests of a board that no theme names (by_shape.py)

MAX_UNREAD = 0.4
"""Share of the cells that may be unreadable. By hand on `benchmarks/pages.py`."""
MAX_BROKEN = 0.12
"""Share of the cells that may break a rule. By hand on `benchmarks/pages.py`."""
MAX_UNKNOWN = 0.25
"""Share of the cells that may have a glyph like nothing known. By hand on the same pages."""
MAX_UNKNOWN_GLYPHS, MIN_GLYPHS = 0.5, 4
"""The same as a share of the glyphs, and least glyphs that it is a share of. By hand."""
MIN_UNREADABLE_CELL = 10.0
"""Pixels of a cell of a board that is not clear: smaller ones are pieces of letters. By hand."""
MAX_DIFFERENT = 2500
"""Different cells of an unknown board: reading takes a millisecond for each. By hand: what has more
is a pattern with pictures over it."""
MIN_LINES = 4
"""Rows and columns of a board. By hand, as in the search for grids."""
MAX_SHOWN_MINES = 0.35
"""Share of the cells that may be mines where there is no number. By hand."""
FRESH_ASPECTS = (0.6, 1.7)
"""Width of a cell over its height on a board that has not begun. By hand."""
FRESH_SHARE = 0.9
"""Share of such a board that is hidden or flagged, and of one make of tile or two. By hand."""
SAME_MAKE_COLOR = 14.0
"""Levels between the grounds of one make there: a palette has more colours. By hand."""

# What the learned reader sees (cell_views.py, cell_network.py); it was trained with these values

MIN_BOARD_CONTRAST, MIN_CELL_CONTRAST = 24.0, 30.0
"""Levels: a fainter board, or cell, is not brought to full contrast. By hand, before the
training."""
MAX_CONTRAST = 4.0
"""Most that a colour can be off the board's mean, in contrasts. By hand, before the training."""
MAX_COMPARED = 900
"""Cells that each cell is compared with; of larger boards, evenly spread ones. Bounds the time."""

# Labels of the learned reader (rule_decoding.py)

ALIKE = 0.03
"""Squared distance of two vectors over their mean square within which cells look alike. Chosen with
`POOLED_SHARE` among 13 pairs by cells right on 210 boards of the calibration families."""
POOLED_SHARE, MAX_POOLED_COST = 0.5, 8.0
"""Share of what is said of all cells that look alike in what is said of a cell, and most that one
of them can say against a symbol."""
MAX_CELL_COST = 12.0
"""Most that an unlikely symbol costs: the rules must be able to overrule the network."""
MAX_CELL_ROUNDS = 24
"""Rounds of naming cells otherwise. Bounds the time."""
MAX_ZERO_FAULTS = 5
"""Empty cells beside hidden ones that count: where there are more, the client may leave them."""
UNSPREAD_SHARE = 0.3
"""Share of the empty cells beside hidden ones from which the client leaves them."""
MIN_GAIN = 0.05
"""Cost that a change must save."""
USUAL_STRANGENESS, MAX_STRANGE_LOOK, COVERED_COST = -4.0, 6.0, 2.0
"""Strangeness up to which a look counts as usual, most that is made up for beyond it, and evidence
that a covered cell needs in any case. On 422 boards of families not trained on."""

# Confidence of the learned reader (reader_confidence.py)

MAX_GAP = 10.0
"""Cost beyond which it does not matter how much more the next best symbol costs."""
STRANGENESS_RANGE = (-10.0, 4.0)
"""Range in which strangeness counts."""
CONFIDENCE_WEIGHTS = (0.336, 0.524, 0.153, 0.176, 0.341)
"""Weights of the cell's gap, of the gap of cells that look alike, of the mean gap of the board, of
strangeness, and a constant. Fitted on 57,653 cells of 210 boards of the calibration families."""

# The network and shape together (network_opinion.py)

ALONE_SCORE, AGREED_SCORE = 6.0, 4.5
"""Logarithm of the odds from which a cell is certain by the network alone, and where shape says the
same with at least `UNREADABLE_BELOW`. Of 34,045 such cells on 210 boards of the calibration
families 2 are wrong; shape alone is certain of 35,333 there, 384 of them wrong."""
UNDOUBTED = 0.8
"""Confidence of shape below which it doubts a plain tile (`UNEXPLAINED_FACTOR` is the most that is
left then), so that what it says does not count. With a lower one 29 more certain cells of 99,777
are wrong on families kept out; it takes 5 % of the certain cells there, none of 87 screenshots."""
CONFIRMED_SCORE, MAX_FLAT_PEAK = 3.0, 2.0
"""The same with which the network must confirm that a cell is a mark, or hidden though not flat, on
a board of which it does not name the cells, and levels by which a flat cell changes inside. On such
boards of the calibration families shape and network agree on 18,609 numbers and empty cells, none
of them wrong; hidden cells are wrong where a faint sign is taken for a part of the tile. Of 2,352
marks of `tools.looks --seed 47 --kept-out` two were wrong, at 1.1 and 1.7 (`docs/research`)."""
MIN_NAMING_SCORE = 1.0
"""The same below which a cell that shape is certain of keeps the symbol that shape gave it, and
below which a network that does not name the cells of a board confirms none of them."""
MIN_SUPPORT = 0.5
"""Share of the cells of one look on which both agree below which the network must be clear to
confirm one of them. By hand."""
WHOLE_SHARE = 0.95
"""Share of certain cells from which a board without a fault is read whole by shape. By hand."""
MIN_AGREED_HIDDEN = 0.9
"""Share of the cells that are hidden by shape which the network must call hidden for zeros to be
told by what they touch. By hand."""
MIN_POSSIBLE = 0.02
"""Share of possible mines that every game has. By hand."""
MIN_MEAN_SCORE = 2.5
"""Mean of it over a board below which the network does not name the cells."""
MAX_FAMILIAR_STRANGENESS = -2.5
"""Strangeness up to which the network names the cells of a board."""
NO_MINESWEEPER = 0.0
"""Strangeness above which the network finds a board more likely no Minesweeper than any symbol."""
MAX_UNCERTAIN_CONFIDENCE = 0.89
"""Most that the confidence of an uncertain cell can be: just below the acting level."""
MIN_CLEAR_CERTAIN = 0.6
"""Share of certain cells that makes a board clear that shape alone finds unclear."""
