"""What a sentence can be, and the interface of everything that decides it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol


class Intent(StrEnum):
    """The kinds of sentence. Each names the tier of tools that is bound for it."""

    DEVICE = "device"
    DATETIME = "datetime"
    VOLUME = "volume"
    SEARCH = "search"
    GENERAL = "general"


@dataclass(frozen=True)
class Classification:
    """What a sentence was taken to be."""

    intent: Intent
    confidence: float
    """Between 0 and 1: how often such a decision is right."""

    close: tuple[Intent, ...] = ()
    """Other intents that are nearly as likely; their tools are bound as well."""

    unsupported: bool = False
    """The sentence asks for something to be done that the gateway cannot do (a taxi, an alarm)."""

    scores: Mapping[str, float] = field(default_factory=dict)
    """The probability of every label, for the curious and for evaluations."""


class IntentClassifier(Protocol):
    """Decides what kind of sentence this is, without a language model."""

    def classify(self, text: str) -> Classification: ...
