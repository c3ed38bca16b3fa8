"""One spelling for what was typed or heard, and what is a question."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.routing import is_question
from voice_gateway.routing.wording import normalise, tokens, without_politeness


@pytest.mark.parametrize(
    "text",
    [
        "Is the hall light on?",
        "what's the humidity in the cellar",
        "hey jarvis, who is at the door",
        "can you tell me if the windows are closed",
        "did anyone lock the gate",
    ],
)
def test_a_sentence_that_wants_an_answer_is_a_question(text: str) -> None:
    assert is_question(text)


@pytest.mark.parametrize(
    "text",
    [
        "Could you turn on the hall light?",
        "lock the gate",
        "would you please open the blinds",
        "how about some light",
        "",
    ],
)
def test_a_polite_command_is_no_question(text: str) -> None:
    assert not is_question(text)


def test_numbers_contractions_and_percent_signs_have_one_spelling() -> None:
    assert tokens("What's 50%?") == tokens("whats fifty percent") == ["what", "is", "#", "%"]
    assert tokens("20.5°") == tokens("twenty degrees")


def test_the_wake_word_is_not_part_of_the_sentence() -> None:
    assert tokens("Hey Jarvis, lights off!") == ["lights", "off"]


def test_a_wake_word_alone_stays() -> None:
    assert tokens("alexa") == ["alexa"]


def test_politeness_is_taken_off_both_ends() -> None:
    assert without_politeness(normalise("Could you please dim the lamp for me, please?")) == "dim the lamp"


@given(st.text())
def test_any_text_becomes_words(text: str) -> None:
    assert tokens(text) == tokens(text.lower()) or not text.isascii()
    is_question(text)
