"""Whether a guess may be made: by the settings, by what the client spares, by a person."""

from __future__ import annotations

from collections.abc import Callable

from autosweep.errors import Refused
from autosweep.play.client_profile import Client
from autosweep.play.decide import spares_first_click
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move
from autosweep.vision.reading import Reading


class GuessApproval:
    """Allows guesses or refuses them."""

    def __init__(self, settings: PlaySettings, ask: Callable[[Move], bool] | None) -> None:
        """Follow the settings; `ask` is asked where they say so."""
        self._settings = settings
        self._ask = ask

    def approve(self, reading: Reading, move: Move, client: Client, *, dry_run: bool) -> bool:
        """Make sure that a guess may be made; return True if a person was asked.

        Raises Refused where it must not. A dry run asks nobody.
        """
        asked = self._settings.guess == "ask" and not dry_run
        # What was learned is likely, and no more: it lifts no prohibition.
        spared = client.learned.first_click is None and spares_first_click(reading, client.rules)
        if self._settings.guess == "never" and not spared:
            msg = f"Nothing is certain and guessing is off; the best guess is {move}."
            raise Refused(msg, remedy="Allow it with `--guess best`.")
        if asked and not (self._ask and self._ask(move)):
            msg = f"The guess {move} was not approved."
            raise Refused(msg, remedy="Allow guesses with `--guess best`.")
        return asked
