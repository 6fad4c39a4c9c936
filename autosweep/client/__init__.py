"""The built-in game: its looks, the Tk window and the in-process screen."""
