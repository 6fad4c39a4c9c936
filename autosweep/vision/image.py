"""Images from anywhere as height x width x 3 bytes, blue-green-red.

Accepts files, the bytes of files, arrays (grey, with alpha, 16 bits) and frames. A file that is no
image, is empty or is too large raises ImageError. Nothing is decoded before its size is known:
Pillow reads the header, OpenCV decodes.
"""

from __future__ import annotations

import io
import os
import warnings
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.errors import ImageError
from autosweep.files import read_bounded, reason_of
from autosweep.interfaces import Frame, Pixels
from autosweep.vision.arrays import Levels

FORMATS = ("PNG", "JPEG", "BMP", "GIF", "WEBP", "TIFF")
"""Formats that screenshots come in. No other parser is ever given a file."""
MAX_FILE_BYTES = 200_000_000
"""Bytes of a file. Set by hand: a 4K screenshot without compression has 33 million."""
MAX_SIDE = 20_000
"""Pixels of the longer side. Set by hand: more than five 4K monitors in a row."""
MAX_PIXELS = 100_000_000
"""Pixels in all: 300 MB as bytes. Set by hand: twelve 4K monitors."""
PLAIN_PIXELS = 26_000_000
"""Pixels above which an image is decoded to 3 bytes each at once: some formats have up to 32 bytes
a pixel. More than three 4K monitors."""
BAND_ROWS = 32
"""Rows of pixels that `step_map` takes at a time, so that they stay in the processor's cache."""
BAND_PIXELS = 200_000
"""Pixels converted at a time where values are no bytes, so that no second copy is made."""

ImageSource = (
    npt.NDArray[np.generic] | str | os.PathLike[str] | bytes | bytearray | memoryview | Frame
)
"""What can be read: an array of pixels, a path, the bytes of an image file, or a frame."""


def load_image(source: ImageSource) -> Pixels:
    """Return an image as blue-green-red bytes; raises ImageError where it cannot."""
    if isinstance(source, Frame):
        return source.pixels
    if isinstance(source, np.ndarray):
        return as_pixels(source, "The array")
    if isinstance(source, bytes | bytearray | memoryview):
        return _load_bytes(source)
    return load_file(Path(source))


def _load_bytes(data: bytes | bytearray | memoryview) -> Pixels:
    """Return the image in the bytes of a file; raises ImageError where there is none."""
    size = memoryview(data).nbytes
    if size > MAX_FILE_BYTES:
        msg = f"The image data is too large ({size} bytes)."
        raise ImageError(msg, remedy=f"At most {MAX_FILE_BYTES // 1_000_000} million bytes.")
    # A view may skip bytes of its buffer, which numpy would refuse: a copy has them in a row.
    return decode(np.frombuffer(bytes(data), np.uint8), "The image data")


def load_file(path: Path, *, most_bytes: int = MAX_FILE_BYTES, most_side: int = MAX_SIDE) -> Pixels:
    """Return the image in a file; raises ImageError where there is none."""
    try:
        data = np.frombuffer(read_bounded(path, most_bytes, only_files=True), np.uint8)
    except (OSError, ValueError) as error:
        msg = f"{path} cannot be read: {reason_of(error)}."
        raise ImageError(msg) from error
    return decode(data, str(path), most_side=most_side)


def decode(data: npt.NDArray[np.uint8], name: str, *, most_side: int = MAX_SIDE) -> Pixels:
    """Return the image in the bytes of a file; raises ImageError where there is none."""
    if data.size == 0:
        msg = f"{name} is empty."
        raise ImageError(msg)
    width, height = _size_in_header(data, name, most_side)
    if max(width, height) > most_side or width * height > MAX_PIXELS:
        raise _too_large(name, f"{width} x {height} pixels", most_side)
    try:
        decoded = cv2.imdecode(data, _decoding_flags(width, height))
    except cv2.error as error:
        msg = f"{name} is an image that cannot be decoded."
        raise ImageError(msg) from error
    if decoded is None:
        msg = f"{name} is an image that cannot be decoded."
        raise ImageError(msg)
    return as_pixels(decoded, name)


def _size_in_header(data: npt.NDArray[np.uint8], name: str, most_side: int) -> tuple[int, int]:
    """Return width and height as the header says them; pixels are not decoded."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            # Pillow warns above its own limit; ours is checked by the caller.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data.data), formats=FORMATS) as image:
                return image.size
    except Image.DecompressionBombError as error:
        raise _too_large(name, "by its header", most_side) from error
    except Exception as error:  # Pillow's parsers raise many types for broken headers
        msg = f"{name} is not an image file: {', '.join(FORMATS[:-1])} or {FORMATS[-1]}."
        raise ImageError(msg) from error


def _decoding_flags(width: int, height: int) -> int:
    """Return how OpenCV is to decode an image of a size; it is never rotated by its EXIF data."""
    if width * height <= PLAIN_PIXELS:
        return cv2.IMREAD_UNCHANGED
    return cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION


def as_pixels(array: npt.NDArray[np.generic], name: str) -> Pixels:
    """Return an array of grey, colour or colour and alpha as blue-green-red bytes."""
    if array.ndim not in (2, 3) or 0 in array.shape:
        msg = f"{name} has the shape {array.shape}, which is not that of an image."
        raise ImageError(msg)
    height, width = array.shape[:2]
    if max(height, width) > MAX_SIDE or height * width > MAX_PIXELS:
        raise _too_large(name, f"{width} x {height} pixels", MAX_SIDE)
    pixels = _as_bytes(array, name)
    if pixels.ndim == 2:
        pixels = pixels[..., None]
    channels = pixels.shape[2]
    if channels == 3:
        return np.ascontiguousarray(pixels)
    if channels in (1, 2):
        return np.ascontiguousarray(np.repeat(pixels[..., :1], 3, axis=2))
    if channels == 4:
        return np.ascontiguousarray(pixels[..., :3])
    msg = f"{name} has {channels} channels, which is not an image."
    raise ImageError(msg)


def _too_large(name: str, size: str, most_side: int) -> ImageError:
    msg = f"{name} is too large ({size})."
    most = f"{most_side} pixels a side and {MAX_PIXELS // 1_000_000} million in all"
    return ImageError(msg, remedy=f"Cut out the part with the board: at most {most}.")


def _as_bytes(array: npt.NDArray[np.generic], name: str) -> Pixels:
    if array.dtype == np.uint8:
        return array.astype(np.uint8, copy=False)
    if array.dtype == np.uint16:
        # the upper half of each value as it lies in memory: a shift would make two copies
        wide = array.astype("<u2", copy=False)
        return wide.reshape(-1).view(np.uint8)[1::2].reshape(array.shape)
    if array.dtype == np.bool_:
        return array.astype(np.uint8) * np.uint8(255)
    if array.dtype.kind == "f":
        return _scaled(array)
    msg = f"{name} has values of type {array.dtype}, which is not an image."
    raise ImageError(msg)


def _scaled(array: npt.NDArray[np.generic]) -> Pixels:
    """Return real numbers as bytes: 0 to 1 where none is larger, else 0 to 255."""
    rows = max(1, BAND_PIXELS // array.shape[1])
    bands = [slice(top, top + rows) for top in range(0, len(array), rows)]

    def finite(band: slice) -> npt.NDArray[np.float32]:
        return np.nan_to_num(array[band].astype(np.float32))

    most = max(float(finite(band).max()) for band in bands)
    top = 255.0 if most > 1.0 else 1.0
    found = np.empty(array.shape, np.uint8)
    for band in bands:
        found[band] = np.clip(finite(band) / top * 255, 0, 255)
    return found


def step_map(pixels: Pixels) -> Levels:
    """Return each pixel's largest channel difference to the right and down; the border is 255."""
    height, width = pixels.shape[:2]
    step = np.full((height, width), 255, np.uint8)
    for top in range(0, height - 1, BAND_ROWS):
        band = pixels[top : min(top + BAND_ROWS, height - 1) + 1]
        here = band[:-1, :-1]
        largest = cv2.max(cv2.absdiff(band[:-1, 1:], here), cv2.absdiff(band[1:, :-1], here))
        blue, green, red = cv2.split(largest)
        step[top : top + len(band) - 1, :-1] = cv2.max(cv2.max(blue, green), red)
    return step
