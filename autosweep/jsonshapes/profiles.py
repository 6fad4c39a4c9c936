"""Learned profiles of clients."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from autosweep.jsonshapes.parts import Json

if TYPE_CHECKING:
    from autosweep.play.learned_profile import LearnedProfile
    from autosweep.play.profile_store import BrokenProfile


def learned_profile_json(profile: LearnedProfile) -> Json:
    """Return a learned profile as `client-profile` prints it: its evidence and the conclusions."""
    first, opened = profile.first_click, profile.open_click
    return {
        "name": profile.name,
        "games": profile.games,
        "won": profile.won,
        "lost": profile.lost,
        "unknown": profile.unknown,
        "new_game": profile.new_game,
        "new_game_name": profile.new_game_name,
        "first_click": None if first is None else first.value,
        "open_click": None if opened is None else opened.value,
        "settle_ms": profile.settle_ms,
        "last_used": profile.last_used,
        **asdict(profile.identity),
        "boards": [{"size": size, **asdict(counts)} for size, counts in profile.boards.items()],
        "ignored_clicks": profile.ignored_clicks,
        "opening_clicks": profile.opening_clicks,
        "ends": [
            {"result": result, "evidence": kind, "count": count}
            for result, kinds in profile.ends.items()
            for kind, count in kinds.items()
        ],
        "controls": [{"control": what, "count": count} for what, count in profile.controls.items()],
        "draw_times": [
            {"ms": ms, "count": count} for ms, count in sorted(profile.draw_times.items())
        ],
    }


def broken_profile_json(broken: BrokenProfile) -> Json:
    """Return a file that is no learned profile."""
    return {"file": str(broken.file), "reason": broken.reason}
