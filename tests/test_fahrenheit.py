"""Whole sentences in a household that counts in °F."""

from collections.abc import AsyncIterator

import pytest

from tests.assembled import Assemble, Assembled
from tests.servers.ollama import call


@pytest.fixture
async def house(assemble: Assemble) -> AsyncIterator[Assembled]:
    async with assemble(**{"home.degrees": "fahrenheit"}) as house:
        yield house


@pytest.mark.parametrize(
    ("sentence", "target"),
    [
        ("set the thermostat to 70", 70.0),
        ("set the bedroom to 68", 68.0),
        ("make the bedroom seventy one degrees", 71.0),
        ("set the thermostat to 72 degrees fahrenheit", 72.0),
        ("set the thermostat to 21 celsius", 69.8),
        ("set the thermostat to twenty degrees celsius", 68.0),
        ("make the bedroom 5 degrees warmer", 71.2),
    ],
)
async def test_a_number_means_the_degrees_of_the_household(
    house: Assembled, sentence: str, target: float
) -> None:
    answer = await house.ask(sentence)
    assert answer.text == f"Bedroom thermostat is now set to {target:g} °F in heat mode."
    assert house.state("bedroom thermostat").target == target


async def test_it_that_was_spoken_of_is_set_and_put_back(house: Assembled) -> None:
    said = await house.say("set the thermostat to 70", "set it to 72", "undo", "dim the bedroom light to 70")
    assert [answer.text for answer in said[1:]] == [
        "Bedroom thermostat is now set to 72 °F in heat mode.",
        "Bedroom thermostat is now set to 70 °F in heat mode.",
        "Bedroom light is now on at 70 percent.",
    ]


async def test_what_is_measured_is_told_and_compared_in_the_same_degrees(house: Assembled) -> None:
    said = await house.say(
        "how warm is it in the bathroom",
        "turn on the hallway lamp if it is above 75 in the bathroom",
        "turn on the hallway lamp if it is above 70 in the bathroom",
    )
    assert said[0].text == "Bathroom sensor reads 72.3 °F."
    assert [house.state("hallway lamp").on, "lamp is now on" in said[2].text] == [True, True]
    assert "lamp is now on" not in said[1].text


async def test_a_plan_and_a_while_keep_to_them(house: Assembled) -> None:
    said = await house.say("set the bedroom to 70", "set the bedroom to 66 for an hour")
    assert said[1].text.endswith("set to 66 °F in heat mode. In 1 hour I'll put it back as it was.")
    await house.later(hours=1.1)
    assert house.state("bedroom thermostat").target == 70.0
    later = await house.ask("set the thermostat to 69 in ten minutes")
    assert later.text == "In 10 minutes I'll set the thermostat to 69 degrees."
    await house.later(minutes=11)
    assert house.state("bedroom thermostat").target == 69.0


async def test_an_event_waits_for_such_degrees(house: Assembled) -> None:
    await house.ask("when the bathroom gets above 25 celsius turn on the bedroom fan")
    await house.happens("bathroom sensor", value=76.0)
    assert not house.state("bedroom fan").on
    await house.happens("bathroom sensor", value=78.0)
    assert house.state("bedroom fan").on


async def test_sums_see_the_sentence_as_it_was_said(house: Assembled) -> None:
    answer = await house.ask("what is 70 fahrenheit in celsius")
    assert answer.text == "70 degrees Fahrenheit is about 21.1 degrees Celsius."


async def test_a_model_is_told_which_degrees_it_writes(assemble: Assemble) -> None:
    given = {"device": "bedroom thermostat", "action": "set_temperature", "value": "70"}
    made = call(("control_zwave_device", given))
    async with assemble(
        made, **{"home.degrees": "fahrenheit", "fast_path": False, "caller": "model"}
    ) as house:
        answer = await house.ask("set the bedroom thermostat to 70 degrees")
        assert answer.text == "Bedroom thermostat is now set to 70 °F in heat mode."
        assert "degrees Fahrenheit for set_temperature" in str(house.ollama.chats[0])
