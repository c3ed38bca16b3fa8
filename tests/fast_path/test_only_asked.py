"""Sentences after which nothing is done, whatever a reader makes of them."""

import pytest

from voice_gateway.fast_path import wants_nothing


@pytest.mark.parametrize(
    "sentence",
    [
        "turn nothing on",
        "he's on the ladder, switch nothing on",
        "touch none of the lamps",
        "turn off the, what was it?",
    ],
)
def test_nothing_is_wanted(sentence: str) -> None:
    assert wants_nothing(sentence, None)


@pytest.mark.parametrize(
    "sentence", ["turn on the lamp", "leave nothing on", "turn it off, there's nothing on telly"]
)
def test_something_is_wanted(sentence: str) -> None:
    assert not wants_nothing(sentence, None)
