"""Trains the micro-router: `python -m training.routing --corpus FILE`."""
