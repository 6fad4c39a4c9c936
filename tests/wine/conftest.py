"""What the tests with Python of Windows share: autosweep as it is installed, a client on a display.

Everything is skipped where Wine or that Python is missing; `make test-windows` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.clients import PROGRAMS, running
from support.wine_python import SECONDS, Desk, install, require_windows_python, with_python


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder; `inside` is for Python of Windows itself."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.wine)
            item.add_marker(pytest.mark.timeout(SECONDS + 100))


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with autosweep as a wheel for Windows would install it."""
    require_windows_python()
    return install(tmp_path_factory.mktemp("windows") / "app")


@pytest.fixture
def winemine_desk(app: Path, tmp_path: Path) -> Desk:
    """Return a function that starts winemine on a display of its own.

    It yields variables with which Python of Windows joins its desktop.
    """

    @contextmanager
    def start(*, expert: bool = False) -> Iterator[dict[str, str]]:
        with running(PROGRAMS["winemine"], tmp_path / "client", expert=expert) as display:
            prefix = tmp_path / "client" / "client-config" / "prefix"
            wine = {"WINEPREFIX": str(prefix), "WINEDEBUG": "-all"}
            yield with_python({**display, **wine}, app)

    return start
