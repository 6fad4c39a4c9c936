"""Opens the page that a command asks for: starts a browser, or attaches to one that runs.

Playwright speaks with the browser. Its objects belong to the thread that opened the page.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from autosweep.closing import Closing
from autosweep.desktop.browser.answer_time import (
    ANSWER_TIME,
    Overdue,
    answered_in_time,
    ended_by_ctrl_c,
)
from autosweep.desktop.browser.browser_programs import (
    CHROMIUM,
    FIREFOX,
    BrowserProgram,
    choose_program,
    no_browser,
)
from autosweep.desktop.browser.chromium_page import ChromiumPage
from autosweep.desktop.browser.page_request import PageRequest
from autosweep.desktop.browser.playwright_page import LOAD_TIME, PlaywrightPage, first_line
from autosweep.errors import EnvironmentFault, MissingExtra, install_command

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

VIEWPORT = (1280, 960)
"""Points of a page in a browser that is started."""
_START_TIME = 30.0
"""Seconds that a browser is given to start, or to answer."""
_MILLISECONDS = 1000
_CERTIFICATE = ("ERR_CERT", "SEC_ERROR", "SSL_ERROR", "MOZILLA_PKIX", "ERR_SSL")
"""Parts of the names of errors that tell of a certificate."""
_NAMED = 6
"""Tabs that a message names at most."""


class PageSession(Closing):
    """A page in a browser; close it, which ends a browser that was started for it."""

    def __init__(self, request: PageRequest) -> None:
        """Open the page.

        Raises MissingExtra without Playwright, EnvironmentFault where there is no browser, none
        answers, or the page does not load.
        """
        self.in_window = request.headed
        """Whether the browser may show the page in a window of a display."""
        self._opened = contextlib.ExitStack()
        with contextlib.ExitStack() as stack:
            playwright = started(stack)
            if request.attach:
                self.program = request.attach
                self.link = self._attached(playwright, request, stack)
            else:
                self.link = self._launched(playwright, request, stack)
            self._opened = stack.pop_all()

    def close(self) -> None:
        """Leave the page; a browser that ran before goes on."""
        self._opened.close()

    def _launched(
        self, playwright: Playwright, request: PageRequest, stack: contextlib.ExitStack
    ) -> PlaywrightPage:
        program = choose_program(request.program) or own_program(playwright)
        if program is None:
            raise no_browser()
        self.program = program.path
        browser = launch(playwright, program, headed=request.headed)
        stack.callback(close_browser, browser)
        if program.engine == CHROMIUM:
            context = browser.new_context(no_viewport=True)
            page = context.new_page()
            size = None if request.headed else VIEWPORT
            scale = request.scale if request.headed else request.scale or 1.0
            link: PlaywrightPage = ChromiumPage(page, scale=scale, size=size)
        else:
            page = _firefox_context(browser, request).new_page()
            link = PlaywrightPage(page)
        _load(page, request.url)
        link.name = page.url
        return link

    def _attached(
        self, playwright: Playwright, request: PageRequest, stack: contextlib.ExitStack
    ) -> PlaywrightPage:
        from playwright.sync_api import Error

        try:
            browser = playwright.chromium.connect_over_cdp(
                request.attach, timeout=_START_TIME * _MILLISECONDS
            )
        except Error as error:
            msg = f"No browser answers at {request.attach}: {_reason(error)}."
            remedy = "Start it with --remote-debugging-port=PORT and give that port."
            raise EnvironmentFault(msg, remedy=remedy) from None
        stack.callback(close_browser, browser)
        self.in_window = _shows_windows(browser)
        if request.url:
            # A profile of its own: several games of one page do not share what it stores.
            context = browser.new_context(no_viewport=True)
            stack.callback(close_browser, context)
            page = context.new_page()
            scale = request.scale or (None if request.headed else 1.0)
            link = ChromiumPage(page, scale=scale, size=None if request.headed else VIEWPORT)
            _load(page, request.url)
        else:
            page = chosen_tab(
                [page for context in browser.contexts for page in context.pages], request.tab
            )
            with contextlib.suppress(Error):
                # A tab in the background is not drawn.
                page.bring_to_front()
            link = ChromiumPage(page, scale=request.scale, size=None)
            stack.callback(_restore, link)
        link.name = page.url
        return link


def _shows_windows(browser: Browser) -> bool:
    """Return True unless a running browser says that it has no windows."""
    from playwright.sync_api import Error

    try:
        version = browser.new_browser_cdp_session().send("Browser.getVersion")
    except Error:
        return True
    return "Headless" not in str(version.get("userAgent", ""))


def chosen_tab(pages: list[Page], wanted: str) -> Page:
    """Return the one tab whose title or address holds a text; raises EnvironmentFault."""
    shown = [(page, _title(page)) for page in pages if not page.url.startswith("devtools:")]
    low = wanted.lower()
    exact = [page for page, title in shown if low in (title.lower(), page.url.lower())]
    found = exact or [p for p, title in shown if low in title.lower() or low in p.url.lower()]
    if len(found) == 1:
        return found[0]
    listed = [(p, title) for p, title in shown if p in found] or shown
    names = ", ".join(f"{title!r} ({page.url})" for page, title in listed[:_NAMED]) or "none"
    if not found:
        msg = f"The browser has no tab {wanted!r}." if wanted else "The browser has no tab."
        raise EnvironmentFault(msg, remedy=f"Tabs: {names}.")
    msg = f"{len(found)} tabs are called {wanted!r}." if wanted else f"There are {len(found)} tabs."
    raise EnvironmentFault(msg, remedy=f"Name one with --tab, by its title or address: {names}.")


def _title(page: Page) -> str:
    from playwright.sync_api import Error

    try:
        with answered_in_time():
            return page.title()
    except (Error, Overdue):
        return ""


def started(stack: contextlib.ExitStack) -> Playwright:
    """Start Playwright until the end of a stack; raises MissingExtra where it is missing."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        msg = "Playwright, which speaks with browsers, is not installed."
        remedy = f"Install it: `{install_command('browser')}`."
        raise MissingExtra(msg, remedy=remedy) from error
    try:
        return stack.enter_context(sync_playwright())
    except (Error, OSError) as error:
        msg = f"Playwright cannot be started: {first_line(error)}."
        remedy = f"Install it again: `{install_command('browser')}`."
        raise EnvironmentFault(msg, remedy=remedy) from None


def own_program(playwright: Playwright) -> BrowserProgram | None:
    """Return a browser that Playwright has downloaded, None if it has none."""
    for engine, kind in ((CHROMIUM, playwright.chromium), (FIREFOX, playwright.firefox)):
        path = kind.executable_path
        if path and os.path.isfile(path):  # noqa: PTH113 - as Playwright names it
            return BrowserProgram(path, engine)
    return None


def launch(
    playwright: Playwright, program: BrowserProgram, *, headed: bool, words: Sequence[str] = ()
) -> Browser:
    """Start a browser with further words on its command line; raises EnvironmentFault."""
    from playwright.sync_api import Error

    kind = playwright.chromium if program.engine == CHROMIUM else playwright.firefox
    downloaded = program.path == kind.executable_path
    arguments = ["--no-sandbox"] if program.engine == CHROMIUM and _is_root() else []
    # Playwright drives its own Firefox by a protocol of its own, the system's by WebDriver BiDi.
    stock_firefox = program.engine == FIREFOX and not downloaded
    try:
        return kind.launch(
            executable_path=program.path,
            channel="moz-firefox" if stock_firefox else None,
            headless=not headed,
            args=[*arguments, *words],
            chromium_sandbox=not (downloaded or _is_root()) if kind.name == CHROMIUM else None,
            # Ctrl-C ends a step, not the browser under it.
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
            timeout=_START_TIME * _MILLISECONDS,
        )
    except Error as error:
        msg = f"The browser {program.path} cannot be started: {_reason(error)}."
        remedy = "Name another one with --browser-program."
        if headed:
            remedy = "Leave out --headed, or run it where there is a display."
        raise EnvironmentFault(msg, remedy=remedy) from None


def _firefox_context(browser: Browser, request: PageRequest) -> BrowserContext:
    from playwright.sync_api import Error

    try:
        return browser.new_context(
            viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]},
            device_scale_factor=request.scale or 1.0,
        )
    except Error as error:
        msg = f"Playwright cannot drive this Firefox: {_reason(error)}."
        remedy = "Use Chromium, Chrome or Edge, or `playwright install firefox`."
        raise EnvironmentFault(msg, remedy=remedy) from None


def _is_root() -> bool:
    """Return True if this is root, for whom Chromium has no sandbox."""
    return hasattr(os, "getuid") and os.getuid() == 0


def _load(page: Page, url: str) -> None:
    """Load a page; raises EnvironmentFault if that fails."""
    from playwright.sync_api import Error
    from playwright.sync_api import TimeoutError as PlaywrightTimeout

    limit = LOAD_TIME * _MILLISECONDS
    try:
        with ended_by_ctrl_c(2 * LOAD_TIME + ANSWER_TIME):
            response = page.goto(url, wait_until="commit", timeout=limit)
            # A page whose advertisements never end is there long before it is complete.
            with contextlib.suppress(PlaywrightTimeout):
                page.wait_for_load_state("load", timeout=limit)
    except Overdue:
        msg = f"The page {url} does not load: the browser does not answer."
        raise EnvironmentFault(msg, remedy="Check the address and the network.") from None
    except Error as error:
        why = _reason(error)
        if "ERR_HTTP_RESPONSE_CODE_FAILURE" in why:
            # An answer without a body, such as 404, is an error page of the browser.
            why = "the server answers with an error"
        if any(part in str(error) for part in _CERTIFICATE):
            msg = f"The certificate of {url} is not valid: {why}."
            raise EnvironmentFault(msg, remedy="Check the address and the clock.") from None
        msg = f"The page {url} does not load: {why}."
        raise EnvironmentFault(msg, remedy="Check the address and the network.") from None
    if response is not None and response.status >= 400:
        msg = f"The page {url} does not load: the server answers {response.status}."
        raise EnvironmentFault(msg, remedy="Check the address.")


def _reason(error: Exception) -> str:
    """Return what an error of Playwright says, without the address, which the message has."""
    return first_line(error).partition(" at http")[0].partition(" at file")[0]


def close_browser(what: Browser | BrowserContext) -> None:
    """Close a browser or a part of it; one that is gone is closed enough."""
    from playwright.sync_api import Error

    with contextlib.suppress(Error):
        what.close()


def _restore(link: ChromiumPage) -> None:
    from autosweep.errors import DisplayLost

    with contextlib.suppress(DisplayLost):
        link.restore()
