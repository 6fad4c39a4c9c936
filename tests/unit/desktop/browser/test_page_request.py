"""Addresses as people write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from autosweep.desktop.browser.page_request import page_address, port_address
from autosweep.errors import BadInput


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("https://example.org/mines?a=1", "https://example.org/mines?a=1"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000/"),
        ("example.org/mines", "https://example.org/mines"),
        ("localhost:8000/game", "http://localhost:8000/game"),
        ("127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("data:text/html,<p>x", "data:text/html,<p>x"),
    ],
)
def test_a_page_is_named_by_a_url_or_a_host(given: str, address: str) -> None:
    assert page_address(given) == address


def test_a_page_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my game.html"
    file.write_text("<p>x")
    assert page_address(str(file)) == file.as_uri()


@pytest.mark.parametrize("given", ["", "   ", "mines", "ftp://example.org", "javascript:alert(1)"])
def test_what_is_no_page_is_refused(given: str) -> None:
    with pytest.raises(BadInput, match="not the address of a page"):
        page_address(given)


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("9222", "http://127.0.0.1:9222"),
        ("localhost:9222", "http://localhost:9222"),
        ("http://127.0.0.1:9222", "http://127.0.0.1:9222"),
    ],
)
def test_a_debugging_port_is_named_by_address_or_number(given: str, address: str) -> None:
    assert port_address(given) == address


@pytest.mark.parametrize("given", ["", "http://127.0.0.1", "host:99999999", "ftp://x:1"])
def test_what_is_no_port_is_refused(given: str) -> None:
    with pytest.raises(BadInput, match="not the address of a debugging port"):
        port_address(given)
