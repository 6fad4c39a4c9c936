"""Rule variants of Minesweeper: what a clue says, what a layout must obey, and both as clauses."""
