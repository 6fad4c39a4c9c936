"""X11 by xcffib, over one connection for each process."""
