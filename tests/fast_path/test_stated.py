"""What is meant only where it is in some state, said in many ways."""

import pytest

from tests.fast_path.test_pronouns import read
from voice_gateway.fast_path.stated import with_states


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("whichever blinds are open", "all blinds that are open"),
        ("whatever's still on", "everything that are on"),
        ("any light left burning", "all light that are on"),
        ("any door that isn't locked", "any door that are unlocked"),
        ("if any lamp is still on switch it off", "all lamp that are on switch it off"),
    ],
)
def test_every_way_is_written_as_one(said: str, written: str) -> None:
    assert with_states(said) == written


@pytest.mark.parametrize("said", ["is anything still on upstairs", "the lamp is on", "turn the lamp on"])
def test_what_is_asked_or_told_stays_as_it_is(said: str) -> None:
    assert with_states(said) == said


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("turn off whatever lights are still on in the kitchen", "off all lights in the kitchen"),
        ("any lights still on downstairs, turn them off", "off all lights that are on downstairs"),
        ("turn on the lights that are off", "on lights"),
        (
            "lock any door that isn't locked and turn off the kitchen light",
            "lock any door; off kitchen light",
        ),
    ],
)
def test_it_makes_a_group_smaller(sentence: str, line: str) -> None:
    assert read(sentence) == line


def test_what_is_in_the_way_of_it_is_not_dropped() -> None:
    """Lights that are on in a place that nobody knows are not all lights."""
    assert read("whatever lights are still on behind the moon, switch them off") is None
