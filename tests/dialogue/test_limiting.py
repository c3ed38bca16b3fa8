"""An answer that is limited to some of what was asked about does only that."""

import pytest

from voice_gateway.dialogue import AskedCall, AwaitingYes, limited
from voice_gateway.wishes import read_wish, write_wish

DOORS = "open north door; open south door"


def left(sentence: str, wish: str = DOORS, *asked: AskedCall) -> str:
    found = limited(sentence, AwaitingYes("Shall I open the doors?", asked, wish=read_wish(wish)))
    return write_wish(found) if found else ""


@pytest.mark.parametrize(
    "sentence",
    [
        "only the north one",
        "Only the north one, there's a goat at the south.",
        "just the north door please",
        "yes, only the north door",
        "yes but just the north one",
        "the north one alone",
    ],
)
def test_only_what_is_named_is_left(sentence: str) -> None:
    assert left(sentence) == "open north door"


@pytest.mark.parametrize(
    "sentence",
    [
        "yes",
        "only the doors",
        "the north one",
        "not the north one",
        "only the garage",
        "just do it",
        "only if it's dry",
        "only the north door and the south door",
    ],
)
def test_what_is_limited_to_none_of_them_is_left_to_others(sentence: str) -> None:
    assert left(sentence) == ""


def test_one_thing_cannot_be_limited() -> None:
    assert left("only the north one", "open north door") == ""
