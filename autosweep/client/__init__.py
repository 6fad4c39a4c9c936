"""The built-in game: its skins, the Tk window and the in-process screen."""
