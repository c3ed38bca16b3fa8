"""The home behind Home Assistant: against a real one, and against a far side that misbehaves."""
