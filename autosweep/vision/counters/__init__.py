"""Read the mine counter beside a board: seven segments or text."""
