"""What can be known about a position: constraints, counting, analysis, strategies. Pure."""
