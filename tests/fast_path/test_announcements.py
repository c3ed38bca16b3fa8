"""What is to be said aloud, and where."""

import pytest

from voice_gateway.fast_path.announcements import read_announcement
from voice_gateway.wishes import write_wish

ROOMS = {"kitchen", "living room", "living", "bedroom"}


def read(sentence: str) -> str | None:
    wish = read_announcement(sentence, ROOMS.__contains__, {"kitchen light"}.__contains__)
    return write_wish(wish) if wish else None


@pytest.mark.parametrize(
    "sentence",
    [
        "tell the kitchen that dinner is ready",
        "tell the kitchen dinner is ready",
        "please let the kitchen know that dinner is ready",
        "announce in the kitchen that dinner is ready",
        "announce dinner is ready in the kitchen",
        "say dinner is ready to the kitchen",
    ],
)
def test_s84_a_room_is_told(sentence: str) -> None:
    assert read(sentence) == "announce dinner is ready @ kitchen"


@pytest.mark.parametrize(
    "sentence",
    [
        "announce that dinner is ready",
        "broadcast dinner is ready",
        "tell everyone that dinner is ready",
        "tell the whole house dinner is ready",
    ],
)
def test_s84_everybody_is_told(sentence: str) -> None:
    assert read(sentence) == "announce dinner is ready"


def test_a_room_of_two_words_is_named_in_full() -> None:
    assert read("tell the living room that dinner is ready") == "announce dinner is ready @ living room"


@pytest.mark.parametrize(
    "sentence",
    [
        "tell mom that dinner is ready",
        "tell me a joke",
        "say hello",
        "tell the kitchen light to turn off",
        "announce what the temperature is",
    ],
)
def test_what_is_no_announcement(sentence: str) -> None:
    assert read(sentence) is None
