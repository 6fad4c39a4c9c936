"""The command line: one module a command; heavy imports are late."""
