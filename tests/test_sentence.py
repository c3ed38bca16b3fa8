"""What can be taken as a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.errors import InputError
from voice_gateway.sentence import clean_sentence


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\x00\x07", "\u200b\u200e"])
def test_nothing_readable_is_no_sentence(text: str) -> None:
    with pytest.raises(InputError, match="empty"):
        clean_sentence(text, 4000)


def test_a_hundred_kilobytes_are_too_much() -> None:
    with pytest.raises(InputError, match="102,400 characters; at most 4,000"):
        clean_sentence("a" * 102_400, 4000)


def test_control_characters_and_line_breaks_become_spaces() -> None:
    assert clean_sentence(" turn\x1b[31m on\r\nthe\tlight\x00 ", 4000) == "turn [31m on the light"


@given(st.text(max_size=200))
def test_whatever_is_accepted_is_one_readable_line(text: str) -> None:
    try:
        sentence = clean_sentence(text, 4000)
    except InputError:
        return
    assert sentence == sentence.strip()
    assert sentence.isprintable()
