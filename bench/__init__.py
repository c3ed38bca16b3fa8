"""Measurements, each side by side with what a user would pick instead. Run them with `make bench`."""
