"""Scenarios 69 and 70: exceptions and scopes, and questions over the home."""

import pytest

from tests.assembled import Assemble, devices

HOME = devices(
    ("Hall Light", "Hall", "light", "on = true"),
    ("Star Lamp", "Lounge", "light", "on = true"),
    ("Bedroom Light", "Bedroom", "light", "on = false"),
    ("Fridge", "Kitchen", "switch", "on = true"),
    ("Kettle", "Kitchen", "switch", "on = true"),
    ("Front Door", "Hall", "lock", "locked = true"),
    ("Back Door", "Kitchen", "lock", "locked = false"),
    ("Lounge Sensor", "Lounge", "sensor", 'readings = [{ name = "temperature", value = 21.0, unit = "°C" }]'),
    (
        "Bedroom Sensor",
        "Bedroom",
        "sensor",
        'readings = [{ name = "temperature", value = 17.0, unit = "°C" }]',
    ),
)


@pytest.mark.parametrize(
    ("sentence", "left_on"),
    [
        ("turn off all lights except the star lamp", {"Star Lamp", "Fridge", "Kettle"}),
        ("turn off everything in the kitchen but the fridge", {"Hall Light", "Star Lamp", "Fridge"}),
    ],
)
async def test_s69_what_is_left_out_is_left_alone(
    assemble: Assemble, sentence: str, left_on: set[str]
) -> None:
    async with assemble(home=HOME) as house:
        await house.ask(sentence)
        assert {name for name, state in house.home().items() if state.on} == left_on


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("how many lights are on?", ["2 of 3", "hall light", "star lamp"]),
        ("which doors are unlocked?", ["back door"]),
        ("is any door unlocked?", ["Yes", "back door"]),
        ("are all doors locked?", ["No", "back door"]),
        ("what is on in the kitchen?", ["kettle"]),
        ("which room is the warmest?", ["lounge", "21"]),
    ],
)
async def test_s70_questions_over_the_home(assemble: Assemble, question: str, words: list[str]) -> None:
    async with assemble(home=HOME) as house:
        before = house.home()
        answer = (await house.ask(question)).text
        assert [word for word in words if word not in answer] == []
        assert house.home() == before
