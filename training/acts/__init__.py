"""Trains the reader of speech acts: `python -m training.acts --strangers FILE`."""
