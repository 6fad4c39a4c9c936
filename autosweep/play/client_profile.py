"""What is known about the client on the screen, by its theme, by its window or by earlier games.

The only part of `play` that reads themes from the disk: decisions get what they need of it as
a value. What a theme says of its own client wins over what was learned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from autosweep.board import FirstClick
from autosweep.interfaces import Window
from autosweep.play.browser_windows import is_browser
from autosweep.play.learned_profile import LearnedProfile
from autosweep.vision.themes import ClientProfile, OpenClick, load_themes

NOBODY = "unknown"
"""The client of a window that is drawn as a known client and is another."""
_SOME_CLASS = "learned"
"""Window class in the rules of a client whose first click was learned: rules without a class or a
title are those of no client."""
_DISTRUSTED = "distrusted"
"""The numbers of a client in a recording, where they were wrong before."""


@dataclass(frozen=True, slots=True)
class LearnedRules:
    """Rules that earlier games have shown and no theme tells; recorded with every decision."""

    first_click: FirstClick | None = None
    """What the first click is spared."""
    open_click: OpenClick | None = None
    """What a click on an open cell does."""
    distrusted: bool = False
    """Whether a move that followed from its numbers has opened a mine in this run."""

    def added_to(self, rules: ClientProfile) -> ClientProfile:
        """Return rules with these in place of what is not known."""
        if self.first_click is not None:
            classes = rules.classes or (_SOME_CLASS,)
            rules = replace(rules, first_click=self.first_click, classes=classes)
        if self.open_click is not None:
            rules = replace(rules, open_click=self.open_click)
        return rules

    def as_json(self) -> dict[str, str]:
        """Return the rules that are known."""
        known = {"first_click": self.first_click, "open_click": self.open_click}
        found = {key: value.value for key, value in known.items() if value is not None}
        return {**found, "numbers": _DISTRUSTED} if self.distrusted else found


def recorded_rules(value: Mapping[str, str] | None) -> LearnedRules:
    """Return learned rules as a recording has them; raises ValueError for an unknown one."""
    value = value or {}
    first, opened = value.get("first_click"), value.get("open_click")
    return LearnedRules(
        None if first is None else FirstClick(first),
        None if opened is None else OpenClick(opened),
        distrusted=value.get("numbers") == _DISTRUSTED,
    )


@dataclass(frozen=True, slots=True)
class Client:
    """The client whose rules a decision may rely on."""

    name: str = ""
    """Its theme; empty for the theme that was read, NOBODY where nothing is known of it."""
    rules: ClientProfile = field(default_factory=ClientProfile)
    """How it behaves, learned rules included; empty where nothing is known."""
    learned: LearnedRules = field(default_factory=LearnedRules)
    """The rules among them that were learned."""


def with_distrust(client: Client) -> Client:
    """Return a client on whose numbers no certain move rests any more."""
    return replace(client, learned=replace(client.learned, distrusted=True))


def profile_of(theme: str, window: Window | None = None) -> ClientProfile:
    """Return the profile of a theme, else of a theme that names the window's class.

    A client that is drawn differently is still the same program. An empty profile where neither is
    known.
    """
    name = client_of(theme, window)
    return next((each.profile for each in load_themes() if each.name == name), ClientProfile())


def client_of(theme: str, window: Window | None = None) -> str:
    """Return the name of that theme; empty where there is none."""
    themes = load_themes()
    if any(each.name == theme for each in themes):
        return theme
    kind = "" if window is None else window.kind.lower()
    for each in themes:
        if kind and kind in (name.lower() for name in each.profile.classes):
            return each.name
    return ""


def client_named(name: str, theme: str, learned: LearnedRules | None = None) -> Client:
    """Return a client by its name in a recording, as `decided_for` gives it."""
    learned = learned or LearnedRules()
    return Client(name, learned.added_to(profile_of(name or theme)), learned)


def identified(
    theme: str, window: Window | None, learned: LearnedProfile | None
) -> tuple[ClientProfile, Client]:
    """Return the profile by which a client is controlled, and the client that decisions rely on.

    `learned` is what earlier games have shown of the client in this window. Where the window is not
    that of the theme's client, it wins over the theme. A page that is only drawn like a program has
    none of its keys.
    """
    profile, name = profile_of(theme, window), decided_for(theme, window)
    if name == NOBODY and window is not None and is_browser(window):
        profile = replace(profile, new_game=None)
    if learned is None:
        return profile, client_named(name, theme)
    rules = profile_of(name or theme)
    told = bool(rules.titles or rules.classes)
    unknown = rules.open_click is OpenClick.UNKNOWN
    added = LearnedRules(
        None if told else learned.first_click, learned.open_click if unknown else None
    )
    client = client_named(name, theme, added)
    size = None if window is None else (window.rect.w, window.rect.h)
    control, first = learned.known_control(size), name == NOBODY or not told
    return _with_learned(profile, learned, control, first=first), client


def _with_learned(
    profile: ClientProfile, learned: LearnedProfile, control: str | None, *, first: bool
) -> ClientProfile:
    """Return a profile with what was learned; `first` says that the latter wins."""
    ways = (control, profile.new_game) if first else (profile.new_game, control)
    return replace(
        profile,
        new_game=ways[0] or ways[1],
        settle_ms=max(profile.settle_ms, learned.settle_ms or 0),
    )


def decided_for(theme: str, window: Window | None) -> str:
    """Return the client whose rules a decision may rely on, empty for that of the theme.

    Many programs are drawn alike and differ in their rules, such as whether the first click is
    spared: where the window is known it must be the client's, or nothing is known of it.
    """
    name = client_of(theme, window)
    if window is not None and not _is_window_of(profile_of(theme, window), window):
        return NOBODY
    return "" if name == theme else name


def _is_window_of(profile: ClientProfile, window: Window) -> bool:
    """Return True if a window may be that of a client, by its class, else by its title."""
    if profile.classes and window.kind:
        return window.kind.lower() in (kind.lower() for kind in profile.classes)
    titles = [title.lower() for title in profile.titles]
    return not titles or any(title in window.title.lower() for title in titles)
