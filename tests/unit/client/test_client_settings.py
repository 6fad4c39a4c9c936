from typing import Any

import pytest

from autosweep.client.client_settings import ClientSettings
from autosweep.errors import ExitCode, SettingsError


@pytest.mark.parametrize(
    "settings",
    [
        {"rows": 1},
        {"rows": 101},
        {"cols": 1},
        {"cols": 101},
        {"mines": -1},
        {"mines": 81},
        {"cell_px": 9},
        {"cell_px": 129},
        {"skin": "neon"},
        {"position": (-1, 5)},
        {"position": (5, -1)},
    ],
    ids=str,
)
def test_what_cannot_be_is_said(settings: dict[str, Any]) -> None:
    with pytest.raises(SettingsError) as caught:
        ClientSettings(**settings)
    assert caught.value.exit_code == ExitCode.BAD_INPUT
    assert str(caught.value).endswith((".", "?"))
    assert caught.value.remedy


@pytest.mark.parametrize(
    "given",
    [
        {"rows": 2, "cols": 2, "mines": 3},
        {"rows": 100, "cols": 100, "mines": 0, "cell_px": 10},
        {"cell_px": 128, "position": (0, 0), "skin": "MEADOW"},
    ],
    ids=str,
)
def test_the_ends_of_the_ranges_are_allowed(given: dict[str, Any]) -> None:
    settings = ClientSettings(**given)
    assert all(getattr(settings, name) == value for name, value in given.items())
