"""Pixels to readings: numpy and cv2, never the screen."""

import os

# The matrices here are small: several threads of the linear algebra library only wait for each
# other, which costs ten times the work itself. Has an effect where numpy is not yet loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
