"""Types of the arrays that the reader passes around."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Bools = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.uint8]
"""Cell codes."""
Mask = npt.NDArray[np.uint8]
"""Zero or one a pixel, as OpenCV wants it."""
Levels = npt.NDArray[np.uint8]
"""One channel of pixels."""
Ints = npt.NDArray[np.intp]
"""Indices and counts."""
Ints32 = npt.NDArray[np.int32]
"""Counts of neighbours and boxes in samples."""
Floats = npt.NDArray[np.float64]
"""Coordinates in pixels."""
Samples = npt.NDArray[np.float32]
"""Resampled cells and what is computed from them, in levels (0 to 255) unless said otherwise."""
