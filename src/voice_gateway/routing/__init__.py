"""Decides what kind of sentence was said, so that only the tools it needs are bound."""

from voice_gateway.routing.intent import Classification, Intent, IntentClassifier

__all__ = ["Classification", "Intent", "IntentClassifier"]
