"""Pictures from anywhere as height x width x 3 bytes, blue-green-red.

Accepts files, the bytes of files, arrays (grey, with alpha, 16 bits) and frames. A file that is no
picture, is empty or is too large raises ImageError; nothing is decoded before its size is known to
be bearable.
"""

from __future__ import annotations

import os
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.errors import ImageError
from autosweep.files import read_bounded, reason_of
from autosweep.interfaces import Frame, Pixels
from autosweep.vision.headers import HEAD_BYTES, KNOWN, announced_size

MAX_FILE_BYTES = 200_000_000
MAX_SIDE = 20_000
MAX_PIXELS = 100_000_000
PLAIN_PIXELS = 26_000_000
"""More than three 4K monitors: decoded to 3 bytes a pixel at once, since some kinds have 32."""
BAND_PIXELS = 200_000
"""Values that are no bytes are brought to them so many pixels at a time."""

Picture = npt.NDArray[np.generic] | str | os.PathLike[str] | bytes | bytearray | memoryview | Frame
"""What can be read: an array of pixels, a path, the bytes of an image file, or a frame."""


def load_picture(source: Picture) -> Pixels:
    """Return a picture as blue-green-red bytes; raises ImageError where it cannot."""
    if isinstance(source, Frame):
        return source.pixels
    if isinstance(source, np.ndarray):
        return as_pixels(source, "The array")
    if isinstance(source, bytes | bytearray | memoryview):
        return _load_bytes(source)
    return load_file(Path(source))


def _load_bytes(data: bytes | bytearray | memoryview) -> Pixels:
    """Return the picture in the bytes of an image file; raises ImageError where there is none."""
    size = memoryview(data).nbytes
    if size > MAX_FILE_BYTES:
        msg = f"The image data is too large ({size} bytes)."
        raise ImageError(msg, remedy=f"At most {MAX_FILE_BYTES // 1_000_000} million bytes.")
    # A view may skip bytes of its buffer, which numpy would refuse: a copy has them in a row.
    return decode(np.frombuffer(bytes(data), np.uint8), "The image data")


def load_file(path: Path, *, most_bytes: int = MAX_FILE_BYTES, most_side: int = MAX_SIDE) -> Pixels:
    """Return the picture in a file; raises ImageError where there is none."""
    try:
        data = np.frombuffer(read_bounded(path, most_bytes, only_files=True), np.uint8)
    except (OSError, ValueError) as error:
        msg = f"{path} cannot be read: {reason_of(error)}."
        raise ImageError(msg) from error
    return decode(data, str(path), most_side=most_side)


def decode(data: npt.NDArray[np.uint8], name: str, *, most_side: int = MAX_SIDE) -> Pixels:
    """Return the picture in the bytes of a file; raises ImageError where they are none."""
    if data.size == 0:
        msg = f"{name} is empty."
        raise ImageError(msg)
    # Some kinds keep their directory at the end: then all of the file is the head.
    announced = announced_size(data[:HEAD_BYTES].tobytes()) or announced_size(data.tobytes())
    if announced is None:
        msg = f"{name} is not a picture: its first bytes are not those of {KNOWN}."
        raise ImageError(msg)
    if max(announced) > most_side or announced[0] * announced[1] > MAX_PIXELS:
        raise _too_large(name, *announced, most_side)
    try:
        decoded = cv2.imdecode(data, _wanted(*announced))
    except cv2.error as error:
        msg = f"{name} is not a picture that can be decoded."
        raise ImageError(msg) from error
    if decoded is None:
        msg = f"{name} is not a picture that can be decoded."
        raise ImageError(msg)
    return as_pixels(decoded, name)


def _wanted(width: int, height: int) -> int:
    """Return as what a picture of a size is to be decoded; never turned as its camera was held."""
    if width * height <= PLAIN_PIXELS:
        return cv2.IMREAD_UNCHANGED
    return cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION


def as_pixels(array: npt.NDArray[np.generic], name: str) -> Pixels:
    """Return an array of grey, colour or colour and alpha as blue-green-red bytes."""
    if array.ndim not in (2, 3) or 0 in array.shape:
        msg = f"{name} has the shape {array.shape}, which is not that of a picture."
        raise ImageError(msg)
    height, width = array.shape[:2]
    if max(height, width) > MAX_SIDE or height * width > MAX_PIXELS:
        raise _too_large(name, width, height, MAX_SIDE)
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
    msg = f"{name} has {channels} channels, which is not a picture."
    raise ImageError(msg)


def _too_large(name: str, width: int, height: int, most_side: int) -> ImageError:
    msg = f"{name} is too large ({width} x {height} pixels)."
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
    msg = f"{name} has values of type {array.dtype}, which is not a picture."
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
