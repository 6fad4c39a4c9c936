"""One board over many frames: the only room that compares frames, for play, overlay and replay."""
