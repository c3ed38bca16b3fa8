"""Trains the network that reads sentences: what each does, its verbs, and the wish that is written for it."""
