"""Turns without end against the assembled gateway, while everything around it breaks."""
