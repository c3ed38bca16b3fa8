"""What only tells how things are may be a wish, and is never more than asked about."""

import pytest

from voice_gateway.gate import judge, only_hints
from voice_gateway.routing.acts import SpeechActs
from voice_gateway.tools import Consent

ACTS = SpeechActs()


@pytest.mark.parametrize(
    "sentence",
    ["it's freezing in the lounge", "It’s far too bright in the kitchen", "by heck it's nippy in the den"],
)
def test_a_complaint_is_asked_about(sentence: str) -> None:
    assert only_hints(sentence)
    assert judge(ACTS, sentence).now is Consent.UNSURE


@pytest.mark.parametrize(
    "sentence",
    [
        "it's too dark in here, lights on please",
        "the kitchen light is too bright, dim it",
        "make it warmer in the lounge",
        "kill the kitchen light",
    ],
)
def test_a_wish_beside_a_complaint_is_a_wish(sentence: str) -> None:
    assert not only_hints(sentence)
    assert judge(ACTS, sentence).now is Consent.GIVEN
