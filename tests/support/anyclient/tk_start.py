"""The start page of the Tk fixture client: what must be chosen before there is a board."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.anyclient.tk_client import TkClient

_SIZES = ("8*8", "12*12", "20*20")


def start_page(client: TkClient) -> None:
    """Show the start page; a choice or its start button begins the first game."""
    client.tell("start page")
    page, options = client.endpage, client.options
    client.holder.pack_forget()
    page.pack(fill="both", expand=True, padx=30, pady=20)
    heading = client.label(page, 16)
    heading.configure(text="Mine field")
    heading.pack(pady=10)
    hint = client.label(page, 9)
    hint.configure(text="(Right click to reset)")
    hint.pack(side="bottom", pady=6)
    row = tk.Frame(page, bg=client.look.page)
    row.pack(pady=6)
    asks, _, button = options.entry.partition("+")
    chosen: list[str] = []

    def choose(text: str) -> None:
        chosen.append(text)
        if not button:
            client.new_game("start page")

    for text in _SIZES if asks == "size" else options.levels.split("|"):
        made = client.button(row, text, "allowed:start", lambda text=text: choose(text))  # type: ignore[misc]
        made.pack(side="left", padx=6)
    if button:
        start = client.button(
            page, "Start", "allowed:start", lambda: chosen and client.new_game("start page")
        )
        start.pack(pady=6)
