"""Windows: its windows, its mouse and keyboard, by ctypes."""
