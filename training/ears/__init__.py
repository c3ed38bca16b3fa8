"""Teaches the packaged Whisper the names and the noise of homes."""
