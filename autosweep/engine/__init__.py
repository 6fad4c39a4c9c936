"""The C++ core: exact counting at full speed, where it was built; the pure twin works without it.

`core()` returns the compiled module or None. The variable AUTOSWEEP_ENGINE chooses: `pure` ignores
the module, `native` insists on it. Imports nothing of the project but the errors.
"""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType

from autosweep.errors import EnvironmentFault, SettingsError

VARIABLE = "AUTOSWEEP_ENGINE"
"""The environment variable that chooses between the engine and its twin."""


def core() -> ModuleType | None:
    """Return the compiled module, or None where the pure twin is to be used.

    Raises EnvironmentFault where it is demanded and missing, SettingsError for an unknown choice.
    """
    choice = os.environ.get(VARIABLE, "")
    if choice not in {"", "native", "pure"}:
        msg = f"{VARIABLE} is {choice!r}, which is no engine."
        raise SettingsError(msg, remedy="Set it to `native` or `pure`, or leave it out.")
    if choice == "pure":
        return None
    module = _compiled()
    if module is None and choice == "native":
        msg = "The compiled engine is not part of this installation."
        remedy = "Install with a C++20 compiler at hand, or leave AUTOSWEEP_ENGINE out."
        raise EnvironmentFault(msg, remedy=remedy)
    return module


@cache
def _compiled() -> ModuleType | None:
    try:
        from autosweep.engine import _core
    except ImportError:
        return None
    return _core
