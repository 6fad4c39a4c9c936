"""Boards, random or solved by reasoning alone, and what their solution needs. Pure."""
