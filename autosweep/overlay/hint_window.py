"""The window that hints are drawn on: over the game, without focus, transparent for the mouse.

Without a compositor a window cannot be transparent, so its shape is cut to the drawn pixels, and
these are the game's own pixels with the hints blended in: the result is right with and without a
compositor. Sizes are in pixels of the screen: Qt's own scaling is switched off on X11, where
capture and mouse count pixels, too; elsewhere places are in points. XWayland has pixels of its own
(`stretched_drawing`). The only module that imports PySide6.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Sequence

import numpy as np

from autosweep.errors import EnvironmentFault, MissingExtra, NoDisplay, install_command
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels
from autosweep.overlay.stretched_drawing import pixels_per_point
from autosweep.overlay.view import PixelMask

try:
    from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, Signal, qInstallMessageHandler
    from PySide6.QtGui import (
        QBackingStore,
        QBitmap,
        QExposeEvent,
        QGuiApplication,
        QImage,
        QPainter,
        QRegion,
        QSurfaceFormat,
        QWindow,
    )
except ImportError as _error:
    _msg = f"The overlay needs PySide6, which cannot be imported: {_error}."
    _remedy = f"Install it: `{install_command('overlay')}`."
    if importlib.util.find_spec("PySide6") is not None:
        _remedy = "Install what it lacks (Debian: `apt-get install libegl1 libgl1`)."
    raise MissingExtra(_msg, remedy=_remedy) from _error

_SCALING = (
    "QT_SCALE_FACTOR",
    "QT_SCREEN_SCALE_FACTORS",
    "QT_FONT_DPI",
    "QT_SCALE_FACTOR_ROUNDING_POLICY",
)
_LIBRARIES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
"""What Qt needs on an X display and does not bring, with the Debian packages."""
_CALLS = 200
_PATIENCE = 5.0
"""Seconds to wait for the window's thread."""
_NOWHERE = QRect(-9, -9, 1, 1)
"""A cut outside the window: an empty one would mean no cut at all."""


def start_application() -> QGuiApplication:
    """Start Qt; raises NoDisplay if it cannot draw here."""
    if sys.platform == "linux":
        # Frames and windows count pixels there; Qt would count points of its own.
        for name in _SCALING:
            os.environ.pop(name, None)
        os.environ["QT_ENABLE_HIGHDPI_SCALING"] = "0"
        os.environ["QT_QPA_PLATFORM"] = "xcb"
        _require_xcb()
    if not os.environ.get("AUTOSWEEP_DEBUG"):
        # Our errors name the same faults in a sentence.
        qInstallMessageHandler(lambda *_: None)
    application = QGuiApplication.instance() or QGuiApplication(["autosweep"])
    assert isinstance(application, QGuiApplication)  # noqa: S101 - a fault of ours
    application.setQuitOnLastWindowClosed(False)
    _require_sound_binding(application)
    return application


def _require_sound_binding(application: QGuiApplication) -> None:
    """Raise MissingExtra for a PySide6 that takes references of None away, as 6.12 does.

    Before Python 3.12, where None cannot die, it would end the program after some minutes.
    """
    before = sys.getrefcount(None)
    for _ in range(_CALLS):
        application.setQuitOnLastWindowClosed(False)
    if sys.version_info < (3, 12) and sys.getrefcount(None) <= before - _CALLS:
        msg = "This version of PySide6 breaks this version of Python within minutes."
        remedy = "Install another: `pip install 'PySide6-Essentials<6.12'`."
        raise MissingExtra(msg, remedy=remedy)


def _require_xcb() -> None:
    """Raise NoDisplay if a library is missing: Qt itself would end the process."""
    import ctypes

    for library, package in _LIBRARIES.items():
        try:
            ctypes.CDLL(library)
        except OSError as error:
            msg = f"Qt cannot draw here: the library {library} is missing."
            remedy = f"Install it (Debian: `apt-get install {package}`)."
            raise NoDisplay(msg, remedy=remedy) from error


class HintWindow(QWindow):
    """A window without border or focus that clicks pass through."""

    def __init__(self, *, cut: bool) -> None:
        """Create the window; `cut` it to what is drawn, for systems without a compositor."""
        super().__init__()
        self._cuts = cut
        self.setFlags(
            Qt.WindowType.Tool
            | Qt.WindowType.FramelessWindowHint
            | Qt.WindowType.WindowStaysOnTopHint
            | Qt.WindowType.WindowTransparentForInput
            | Qt.WindowType.WindowDoesNotAcceptFocus
            | Qt.WindowType.BypassWindowManagerHint
            | Qt.WindowType.NoDropShadowWindowHint
        )
        if sys.platform == "linux":
            # Mutter draws a shadow of a shaped window, unless its visual has an alpha channel.
            # Every pixel drawn is opaque, so servers without a compositor show the same.
            form = QSurfaceFormat()
            form.setAlphaBufferSize(8)
            self.setFormat(form)
        self.setTitle("autosweep hints")
        self._store = QBackingStore(self)
        self._image = QImage()
        self._spare = 0
        if cut:
            self.setMask(QRegion(_NOWHERE))

    def present(self, pixels: Pixels, mask: PixelMask, place: Rect) -> None:
        """Show the masked pixels."""
        height, width = mask.shape
        # Transparent outside of the cut, too: wlroots shows X windows without their cuts.
        four = np.zeros((height, width, 4), np.uint8)
        four[mask, :3] = pixels[mask]
        four[mask, 3] = 255
        shape = QImage.Format.Format_ARGB32_Premultiplied
        self._image = QImage(four.data, width, height, 4 * width, shape).copy()
        scale = width / max(1, place.w)
        self._image.setDevicePixelRatio(scale)
        self.setGeometry(place.x, place.y, place.w, place.h + self._spare)
        if self._cuts:
            # The cut comes first: what is drawn outside of it is lost.
            self.setMask(_region(mask, scale) if mask.any() else QRegion(_NOWHERE))
        if self._cuts and sys.platform == "linux":
            # Marco, a compositor, is not told of new cuts of a window that bypasses the manager:
            # it updates them when the size changes. A row below the board comes and goes.
            self._spare = 1 - self._spare
            self.resize(place.w, place.h + self._spare)
        self.setVisible(True)
        self._paint()

    def blank(self) -> None:
        """Show nothing."""
        if self._cuts:
            self.setMask(QRegion(_NOWHERE))
        self.setVisible(False)

    def exposeEvent(self, event: QExposeEvent) -> None:  # noqa: N802 - Qt's name
        """Draw again what was hidden."""
        del event
        if self.isExposed():
            self._paint()

    def _paint(self) -> None:
        if self._image.isNull() or not self.isVisible():
            return
        size = self.size()
        if self._store.size() != size:
            self._store.resize(size)
        whole = QRegion(QRect(QPoint(0, 0), size))
        self._store.beginPaint(whole)
        painter = QPainter(self._store.paintDevice())
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.fillRect(QRect(QPoint(0, 0), size), Qt.GlobalColor.transparent)
        painter.drawImage(QPoint(0, 0), self._image)
        painter.end()
        self._store.endPaint()
        self._store.flush(whole)


def _region(mask: PixelMask, scale: float) -> QRegion:
    """Return the masked pixels as a region in points."""
    if scale != 1:
        rows, cols = np.nonzero(mask)
        height, width = (int(np.ceil(side / scale)) for side in mask.shape)
        mask = np.zeros((height, width), bool)
        mask[(rows / scale).astype(int), (cols / scale).astype(int)] = True
    height, width = mask.shape
    bits = np.packbits(mask, axis=1, bitorder="big")
    image = QImage(bits.data, width, height, bits.shape[1], QImage.Format.Format_Mono)
    # In a bitmap 1 is drawn; a mono image counts from the colour table, where 0 is white here.
    image.setColorTable([0xFFFFFFFF, 0xFF000000])
    return QRegion(QBitmap.fromImage(image.copy()))


class QtCanvas(QObject):
    """A Canvas for another thread: its calls are executed in the window's thread."""

    _asked = Signal(object)

    def __init__(self, stretched: Sequence[Rect] = ()) -> None:
        """Create the window; call it in the application's thread.

        `stretched` are the monitors, in points, of a compositor that stretches X windows to them.
        """
        super().__init__()
        self._stretched = tuple(stretched)
        self._window = HintWindow(cut=not stretched)
        self._window.create()
        self._handle = int(self._window.winId())
        self._closed = False
        self._asked.connect(self._do, Qt.ConnectionType.QueuedConnection)

    @property
    def handle(self) -> int:
        """The system's id of the window."""
        return self._handle

    def pixels_per_point(self, place: Rect) -> float | None:
        """Return how many pixels of the window make a point at a place of the screen.

        None if windows are not stretched. Raises EnvironmentFault if the ratio is not known.
        """
        if not self._stretched:
            return None
        monitor = max(self._stretched, key=lambda each: each.intersect(place).area)
        found = pixels_per_point(_x_monitors(), monitor)
        if found is None:
            msg = f"The monitor {monitor} is not one of those that XWayland has."
            raise EnvironmentFault(msg, remedy="Set its scale to 100 % while you use the overlay.")
        return found

    def show(self, pixels: Pixels, mask: PixelMask, place: Rect) -> None:
        """Show the masked pixels at a place of the screen; return when they are visible."""
        there = self._in_pixels(place)
        self._ask(lambda: self._window.present(pixels, mask, there))

    def move(self, place: Rect) -> None:
        """Show the same elsewhere."""
        there = self._in_pixels(place)
        self._ask(lambda: self._window.setPosition(there.x, there.y))

    def hide(self) -> None:
        """Show nothing; return when nothing is visible."""
        self._ask(self._window.blank)

    def close(self) -> None:
        """Destroy the window; call it in the application's thread."""
        self._closed = True
        self._window.blank()
        self._window.destroy()

    def _in_pixels(self, place: Rect) -> Rect:
        """Return a place in the window's pixels."""
        fine = self.pixels_per_point(place)
        if fine is None:
            return place
        left, top = round(fine * place.x), round(fine * place.y)
        return Rect(left, top, round(fine * place.w), round(fine * place.h))

    def _ask(self, action: Callable[[], None]) -> None:
        done = threading.Event()
        self._asked.emit((action, done))
        done.wait(_PATIENCE)

    def _do(self, asked: tuple[Callable[[], None], threading.Event]) -> None:
        action, done = asked
        if not self._closed:
            action()
            # Sent to the server now, not when Qt next has time.
            sync = getattr(QGuiApplication, "sync", None)
            if sync is not None:
                sync()
        done.set()


class QtStage:
    """Qt with the window for the hints."""

    excluded = False
    """Captures of the screen contain the drawing."""

    def __init__(self, stretched: Sequence[Rect] = ()) -> None:
        """Start Qt; raises NoDisplay if it cannot draw here.

        `stretched` are the monitors, in points, of a compositor that stretches X windows to them.
        """
        self._application = start_application()
        self.canvas = QtCanvas(stretched)
        """What to draw on, from another thread."""

    def run(self, still: Callable[[], bool]) -> None:
        """Run until `still` returns False; it is called often enough for Ctrl-C to work."""
        timer = QTimer()
        timer.timeout.connect(lambda: None if still() else self._application.quit())
        timer.start(200)
        self._application.exec()
        timer.stop()

    def close(self) -> None:
        """Destroy the window."""
        self.canvas.close()


def _x_monitors() -> list[Rect]:
    """Return the monitors of the X screen, in its pixels."""
    places = [screen.geometry() for screen in QGuiApplication.screens()]
    return [Rect(place.x(), place.y(), place.width(), place.height()) for place in places]
