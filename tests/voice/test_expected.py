"""What is usually said in a home is found by how it sounds, and whoever speaks behind it is left out."""

import pytest

from tests.programs import needs_packages
from voice_gateway.voice.expected import Expected


@pytest.fixture(scope="module")
def expected() -> Expected:
    needs_packages("hibari")
    return Expected(["hall light", "worktop lights", "front door", "chidi's lamp", "reading light"])


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("Turn off the whole night.", "turn off the hall light"),
        ("Light the flint door.", "lock the front door"),
        ("Right in the reading lines.", "brighten the reading light"),
        ("Turned on Cheaty's lamp", "turn on chidi's lamp"),
        ("Turn off the hall light whether for the weekend", "turn off the hall light"),
    ],
)
def test_s88_the_nearest_of_what_is_usually_said(expected: Expected, heard: str, said: str) -> None:
    assert said in [guess.text for guess in expected.nearest([heard])[:4]]


def test_what_was_heard_exactly_is_nearest_of_all(expected: Expected) -> None:
    nearest = expected.nearest(["nothing of it", "Lock the front door."])
    assert nearest[0].text == "lock the front door"
    assert nearest[0].apart == 0


def test_a_home_without_names_and_silence_have_nothing_to_offer() -> None:
    needs_packages("hibari")
    assert Expected([]).nearest(["turn off all the lights"])[0].text == "turn off all the lights"
    assert Expected([]).nearest([]) == []
