"""Every threshold of reading text, with its unit and where it comes from."""

from __future__ import annotations

MIN_CONFIDENCE = 0.6
"""Confidence (0 to 1) of a line below which it is left out. Measured: of 2,157 button texts that
were read right none had less than 0.76 (`benchmarks/button_texts.py`)."""
MIN_SIDE = 200
"""Pixels to which the shorter side is padded. The detector enlarges a frame until its shorter side
has 736 pixels, so a strip of 30 would take a gigabyte of memory. By hand."""
MAX_ASPECT = 4
"""Longer side over shorter side up to which nothing is padded, for the same reason. By hand."""
MAX_SIDE = 2600
"""Pixels of the longer side above which a frame is read at a reduced size: time and memory grow
with its area. By hand; a frame of 1920x1080 takes 0.35 s, one of 3840x2160 1.6 s."""
EMPTY_MARGIN = 24
"""Pixels that are kept round what is drawn on an empty frame. By hand."""
THREADS = 2
"""Threads of the recognition. The client that is played needs the processor too. By hand."""
LARGE_SCALE = 0.3
"""Scale at which large letters are read. Measured on a page of 1600 x 1000: letters of 120 and 180
pixels are read on 8 and 7 of 9 buttons at full size, on all of them at this one."""
LARGE_SIDE = 736
"""Pixels to which both sides are padded for that: the shorter side from which the detector enlarges
nothing."""
LETTER_WIDTH = 0.3
"""Width of a letter, as a share of the height of its line, below which a line was read in part. By
hand: narrow Latin letters have 0.4 and more."""
MIN_OTHER_CONFIDENCE = 0.8
"""Confidence (0 to 1) of a Cyrillic or Korean line below which it is none: the mean of the less
certain half of its letters. By hand, between the lines of `benchmarks/button_texts.py` that were
read right and the lines in Latin letters, of which none was taken for Cyrillic."""
MIN_AMONG_CONFIDENCE = 0.6
"""The same beside such a line: what is not read in Latin letters there is hardly anything else."""
