"""The first minutes."""
