"""Every threshold of reading mine counters, with its unit and where it comes from.

"By hand" means: chosen while looking at screenshots; no run measured it alone. All of them together
are judged by `benchmarks/screens.py`, which counts the counters that are read and those read wrong,
and by `tests/unit/vision/counters`. A misread total spoils every guess, so they are strict.
"""

from __future__ import annotations

# Seven segments (seven_segment.py)

MIN_PANEL_HEIGHT = 12
"""Pixels of a counter's panel. By hand."""
REACH_ABOVE_CELLS, MIN_REACH_CELL = 5, 24.0
"""Cells above a board in which a panel may be, and least pixels that a cell counts for. By hand."""
PANEL_SIDE_PIXELS, MIN_PANEL_SPAN = 8, 90
"""Pixels left of the board, and width that is searched at least. By hand."""
PANEL_GAP = 2
"""Pixels between a panel and the board. By hand."""
PANEL_STEP = 24
"""Levels from which a pixel is part of a panel. By hand."""
PANEL_JOINS = (1, 3, 5, 9, 15)
"""Pixels between parts of a panel that may belong together. By hand, on screens at scale 1 to 3."""
PANEL_ASPECTS = (1.2, 3.6)
"""Width of a panel over its height: three or four digits. By hand."""
PANEL_FRAMES = (0.06, 0.08, 0.1)
"""Width of a panel's frame as shares of its height. By hand, on screens at scale 1 to 3."""
DARK_QUANTILE = 0.2
"""Share of the pixels that are dark ground: of three eights more is lit than not. By hand."""
BRIGHT_QUANTILE, MIN_BRIGHT = 0.97, 40
"""Percentile that is the brightest, and levels off the ground that it must have. By hand."""
SEGMENT_VISIBLE = 0.4
"""Share of the brightest from which a pixel belongs to a digit. By hand."""
MIN_DIGIT_PIXELS = 8
"""Pixels that digits are high and wide together. By hand."""
DIGIT_COUNTS = (3, 4)
"""Digits of a counter."""
LIT, UNLIT = 0.62, 0.38
"""A segment is lit from here on and unlit up to there, as shares of the brightest. By hand."""
LIT_QUANTILE = 0.75
"""Percentile of a segment's pixels that is its brightness. By hand."""
MAX_ONE_WIDTH, MIN_ONE_LIT = 0.28, 0.6
"""Width of a one as a share of its height, and share of each half's rows that is lit. By hand."""
MAX_DIGIT_WIDTH = 0.85
"""Width of a digit as a share of its height. By hand."""
SEGMENT_REACH = 0.05
"""Half the side of a segment's spot as a share of the height. By hand."""
MAX_UNEVEN = 0.25
"""Difference of the distances between digits as a share of their height. By hand."""

# Lines of text (text_lines.py)

HEIGHTS = (6, 120)
"""Pixels that a letter may be high. By hand."""
MAX_LETTER_WIDTH, MAX_DIGIT_ASPECT = 1.6, 0.95
"""Width of the widest letter, and of the widest digit, as shares of the height. By hand."""
ONE_LETTER = 0.7
"""Width, as a share of the height, up to which a stroke is not divided. By hand."""
CLEAR_LETTER = 0.88
"""Likeness (0 to 1) from which a wide stroke is one letter. By hand."""
MAX_TOUCHING = 5
"""Width, as a share of the height, of letters that touch each other. By hand."""
DIVIDE_MARGIN = 0.3
"""Share of the height at the ends of a stroke in which it is not divided. By hand."""
MAX_STROKE = 31
"""Pixels that the strokes of a letter may be wide. By hand."""
MIN_CONTRAST = 60.0
"""Levels between text and its ground. By hand."""
NEAR_LETTER = 0.8
"""Least likeness (0 to 1) of a stroke and a letter or digit. By hand."""
NUMBER_BONUS = 0.02
"""How much less like its digits than like letters a word may be to be a number. By hand."""
MAX_LETTERS = 40
"""Letters of a line: longer ones are sentences. By hand, for speed."""
MAX_PARTS = 2500
"""Parts of a surrounding: more is an image, not text. By hand, for speed."""
WORD_GAP, LINE_GAP = 0.32, 1.5
"""Gap between two letters, as a share of their height, from which a word, and a line, ends. By
hand."""
LOWER, HIGHER = 0.6, 1.65
"""Heights of the letters of a line as shares of the first one. By hand."""
LEVEL_SHARE, MIN_LEVEL = 0.3, 2
"""Share of the height, and pixels at least, by which letters are off a line. By hand."""
MARK_REACH = 0.7
"""Distance, as a share of its height, of a sign that belongs to a number. By hand."""
MAX_MARK_HEIGHT = 0.45
"""Height of a sign as a share of the number's. By hand."""
MINUS_ASPECT, MINUS_WIDTH = 1.3, 0.25
"""Width of a minus over its height, and as a share of the number's height. By hand."""

# Text beside a board (text_counter.py)

REACH_PIXELS, REACH_CELLS = 190, 5
"""Pixels, or cells if that is more, round a board in which a counter is searched. By hand, on
screens at scale 1 to 3."""
MIN_DENSITY, MAX_DENSITY = 0.05, 0.5
"""Shares of the cells that are mines in any usual game. By hand."""
CLEAR_DIGIT = 0.9
"""Likeness (0 to 1) of each digit of a number without a name. By hand."""
LETTERS_A_MISTAKE = 4
"""Letters of the name of the game of which one may be misread, missing or one too many. By hand."""
MIN_LONG_WORD = 5
"""Letters of a word in which one may be misread. By hand."""
MIN_LABEL = 3
"""Letters from which a word beside a number is its name and no icon. By hand."""
LABEL_REACH = 1.2
"""Gap between a number and a word above or below it, as a share of the number's height. By hand."""
