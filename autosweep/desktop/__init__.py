"""The edges: mss source, pyautogui pointer, display checks, Xvfb."""
