"""Pixels to readings: numpy and cv2, never the screen."""
