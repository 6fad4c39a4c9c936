"""The JSON of all commands: each function turns one kind of value into one documented shape.

docs/json.md describes every shape, and a test compares it with what the commands print. Keys keep
their names; new ones may be added. Values of all rooms are taken by their attributes: their modules
are imported for type checking only, so this room is as light as the board.
"""
