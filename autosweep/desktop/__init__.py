"""Where frames come from and clicks go, on every platform; `open.py` is the way in."""
