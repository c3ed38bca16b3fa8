"""Decides what kind of sentence was said, so that only the tools it needs are bound."""

from voice_gateway.routing.acts import Act, ActReading, read_act
from voice_gateway.routing.home_words import HomeWords
from voice_gateway.routing.intent import Classification, Intent, IntentClassifier
from voice_gateway.routing.router import MicroRouter
from voice_gateway.routing.wording import is_question


def default_classifier() -> MicroRouter:
    """The classifier the gateway uses unless it is given another. It can follow the live home."""
    return MicroRouter()


__all__ = [
    "Act",
    "ActReading",
    "Classification",
    "HomeWords",
    "Intent",
    "IntentClassifier",
    "MicroRouter",
    "default_classifier",
    "is_question",
    "read_act",
]
