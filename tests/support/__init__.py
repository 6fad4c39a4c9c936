"""Helpers of the tests, named for what they help with."""
