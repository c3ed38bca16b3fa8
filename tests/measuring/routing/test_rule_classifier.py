"""The rules: a first classifier that needs nothing but the sentence."""

import pytest

from voice_gateway.measuring.routing.rules import RuleClassifier
from voice_gateway.routing import Intent


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("Turn off the porch light.", Intent.DEVICE),
        ("would you please dim the lamps in the study", Intent.DEVICE),
        ("it's too dark in here", Intent.DEVICE),
        ("is the back door locked?", Intent.DEVICE),
        ("set the bedroom to 40 percent", Intent.DEVICE),
        ("what time is it in Oslo?", Intent.DATETIME),
        ("what day of the week is easter", Intent.DATETIME),
        ("turn it up", Intent.VOLUME),
        ("mute the speakers", Intent.VOLUME),
        ("will it rain on friday", Intent.SEARCH),
        ("who is the president of Finland", Intent.SEARCH),
        ("tell me a joke", Intent.GENERAL),
        ("why is the sky blue", Intent.GENERAL),
    ],
)
def test_rules_tell_the_intents_apart(text: str, intent: Intent) -> None:
    found = RuleClassifier().classify(text)
    assert found.intent is intent
    assert not found.unsupported


@pytest.mark.parametrize(
    "text",
    [
        "wake me at seven",
        "book me a taxi",
        "play some jazz",
        "set a timer for ten minutes",
        "add milk to my list",
    ],
)
def test_rules_know_a_request_the_gateway_cannot_fulfil(text: str) -> None:
    found = RuleClassifier().classify(text)
    assert found.intent is Intent.GENERAL
    assert found.unsupported


@pytest.mark.parametrize("text", ["", "   ", "?!", "\x00\x07", "💡", "a" * 100_000])
def test_rules_take_any_text(text: str) -> None:
    assert RuleClassifier().classify(text).intent is Intent.GENERAL
