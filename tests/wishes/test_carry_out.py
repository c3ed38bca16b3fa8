"""Wishes carried out in a simulated home, through the real tools and the real executor."""

from collections.abc import AsyncIterator

import pytest

from tests.wishes.house import House, open_house, told
from voice_gateway.outcome import TurnOutcome
from voice_gateway.tools import Consent, TurnState
from voice_gateway.truth import outcome_of
from voice_gateway.wishes.tree import WHERE

KITCHEN, LIVING, BEDROOM = "kitchen-kitchen-light", "living-room-living-room-light", "bedroom-bedroom-light"
BLINDS, THERMOSTAT, LAMP = (
    "living-room-living-room-blinds",
    "bedroom-bedroom-thermostat",
    "hallway-hallway-lamp",
)


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house() as opened:
        yield opened


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("on kitchen light", "Kitchen light is now on."),
        ("level kitchen light 40", "Kitchen light is now on at 40 percent."),
        ("level living room light +20", "Living room light is now on at 80 percent."),
        ("level living room light x0.5", "Living room light is now on at 30 percent."),
        ("level living room light up", "Living room light is now on at 80 percent."),
        ("level living room light +90", "Living room light is now on."),
        ("level living room blinds 50", "Living room blinds are now 50 percent open."),
        ("level living room blinds down", "Living room blinds are now 80 percent open."),
        ("speed bedroom fan low", "Bedroom fan is now on at 33 percent."),
        ("temp bedroom 70f", "Bedroom thermostat is now set to 21.1 °C in heat mode."),
        ("temp bedroom +0.5", "Bedroom thermostat is now set to 19.5 °C in heat mode."),
        ("level bedroom heating up", "Bedroom thermostat is now set to 20 °C in heat mode."),
        ("warmer bedroom 2", "Bedroom thermostat is now set to 21 °C in heat mode."),
        ("set bedroom 20", "Bedroom thermostat is now set to 20 °C in heat mode."),
        ("set bedroom light 20", "Bedroom light is now on at 20 percent."),
        ("mode bedroom cool", "Bedroom thermostat is now set to 19 °C in cool mode."),
        ("start coffee machine", "Coffee machine is now on."),
    ],
)
async def test_what_is_wished_is_done_and_told(house: House, line: str, said: str) -> None:
    carried = await house.do(line)
    assert told(carried) == said
    assert outcome_of(carried.results) is TurnOutcome.DONE


async def test_steps_are_done_in_their_order(house: House) -> None:
    await house.do("on kitchen light; off living room light; level kitchen light 30")
    assert house.state(KITCHEN).level == 30
    assert house.state(LIVING).on is False


async def test_where_nothing_is_named_the_lights_of_the_room_get_brighter(house: House) -> None:
    assert told(await house.do("level 40", room="Bedroom")) == "Bedroom light is now on at 40 percent."
    assert told(await house.do("level -40")) == WHERE


async def test_halving_several_halves_each_of_them(house: House) -> None:
    await house.do("level kitchen light 80")
    await house.do("level lights downstairs x0.5")
    assert (house.state(KITCHEN).level, house.state(LIVING).level) == (40, 30)


async def test_what_is_left_out_stays_as_it_is(house: House) -> None:
    await house.do("off lights except hallway lamp")
    assert house.state(LAMP).on
    assert house.state(LIVING).on is False


async def test_a_room_says_which_one_is_meant(house: House) -> None:
    await house.do("on light", room="Bedroom")
    assert house.state(BEDROOM).on
    assert house.state(KITCHEN).on is False


async def test_where_several_fit_the_person_chooses(house: House) -> None:
    carried = await house.do("level light 30")
    assert carried.waiting is not None
    assert carried.waiting.question.startswith("Which one do you mean")
    assert carried.calls == []
    chosen = await house.interpreter.choose(carried.waiting, (BEDROOM,), TurnState(consent=Consent.GIVEN))
    assert told(chosen) == "Bedroom light is now on at 30 percent."


async def test_a_guarded_step_is_held_until_there_is_a_yes(house: House) -> None:
    carried = await house.do("unlock front door")
    assert [result.pending for result in carried.results] == ["Unlock the front door? Say yes to confirm."]
    assert house.state("hallway-front-door").locked


@pytest.mark.parametrize(
    ("consent", "happens"), [(Consent.GIVEN, "done"), (Consent.UNSURE, "asked"), (Consent.NONE, "refused")]
)
async def test_how_sure_it_is_decides_what_happens(house: House, consent: Consent, happens: str) -> None:
    [result] = (await house.do("on kitchen light", consent=consent)).results
    assert house.state(KITCHEN).on is (happens == "done")
    assert bool(result.pending) is (happens == "asked")


@pytest.mark.parametrize("line", ["on disco ball", "level disco ball x0.5", "level disco ball +20"])
async def test_what_is_not_there_is_said_and_nothing_is_done(house: House, line: str) -> None:
    carried = await house.do(line)
    assert told(carried) == "There is no device called “disco ball”."
    assert outcome_of(carried.results) is TurnOutcome.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("in 10m: on kitchen light", "I can't do things at another time yet, so I haven't changed anything."),
        ("on kitchen light for 5m",
         "I can't do things for a while and then undo them yet, so I haven't changed anything."),
        ("play norah jones", "I can't play music or films yet."),
        ("temp bedroom max", "I can't do that yet."),
        ("volume x2", "I can't change that volume yet."),
        ("ask why kitchen light", "I can't tell you that yet."),
        ("undo", "There is nothing that I could take back."),
    ],
)  # fmt: skip
async def test_what_cannot_be_done_is_declined(house: House, line: str, said: str) -> None:
    before = house.home.devices()
    carried = await house.do(line)
    assert told(carried) == said
    assert carried.outcome is TurnOutcome.DECLINED
    assert house.home.devices() == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("mode bedroom eco", "The bedroom thermostat has the modes off, heat, cool, auto, not eco."),
        ("mode bedroom turbo", "The bedroom thermostat has the modes off, heat, cool, auto, not turbo."),
        ("color kitchen light blue", "The kitchen light has no colours."),
        ("volume bedroom fan 30", "The bedroom fan has no volume."),
        ("clean kitchen light", "The kitchen light can't be sent to clean."),
    ],
)
async def test_what_a_device_is_not_built_for_is_said(house: House, line: str, said: str) -> None:
    before = house.home.devices()
    carried = await house.do(line)
    assert told(carried) == said
    assert outcome_of(carried.results) is TurnOutcome.DECLINED
    assert house.home.devices() == before


@pytest.mark.parametrize(
    "condition",
    [
        "if front door locked",
        "unless front door unlocked",
        "if bedroom < 19",
        "unless bedroom > 25",
        "if bathroom empty",
    ],
)
async def test_under_a_condition_that_holds_it_is_done(house: House, condition: str) -> None:
    await house.do(f"{condition}: on kitchen light")
    assert house.state(KITCHEN).on


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("if front door unlocked", "Front door is locked. So I've left it as it is."),
        ("if bedroom > 25", "Bedroom thermostat reads 18.5 °C. So I've left it as it is."),
        ("if garden gate open", "I can't tell whether that is so (garden gate), so I changed nothing."),
    ],
)
async def test_under_a_condition_that_does_not_hold_nothing_is_done(
    house: House, condition: str, said: str
) -> None:
    carried = await house.do(f"{condition}: on kitchen light")
    assert told(carried) == said
    assert house.state(KITCHEN).on is False


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("ask count lights on", "2 of 5 lights are on: living room light and hallway lamp."),
        ("ask any doors unlocked", "No, no door is unlocked."),
        ("ask warmest", "The warmest is the bathroom, with 22.4 °C."),
        ("ask dampest", "The dampest is the bathroom, with humidity 58 %."),
        ("ask emptiest", "Bedroom thermostat has the least battery, with 18 %."),
        ("ask hungriest", "Nothing there measures power."),
        ("ask bathroom humidity", "Bathroom sensor reads humidity 58 %."),
        ("ask find toaster", "There is no device called “toaster”."),
        ("ask read front door last-opened", "Front door is locked. I keep no record of when that changes."),
    ],
)
async def test_questions_are_answered_from_the_home(house: House, line: str, said: str) -> None:
    assert told(await house.do(line)) == said


async def test_here_is_the_room_where_it_is_said(house: House) -> None:
    assert told(await house.do("ask list here", room="Kitchen")).startswith("3 devices: kitchen light")


@pytest.mark.parametrize(
    "line",
    ["on kitchen light", "level living room light x0.5", "temp bedroom 22", "close living room blinds",
     "off lights", "mode bedroom cool"],
)  # fmt: skip
async def test_what_was_done_can_be_taken_back(house: House, line: str) -> None:
    before = house.home.devices()
    await house.do(line)
    assert house.home.devices() != before
    await house.do("undo")
    assert [device.state for device in house.home.devices()] == [device.state for device in before]


async def test_a_correction_takes_back_the_wrong_one_and_does_the_right_one(house: House) -> None:
    await house.do("on kitchen light")
    await house.do("undo; on bedroom light")
    assert house.state(KITCHEN).on is False
    assert house.state(BEDROOM).on


async def test_a_corrected_amount_is_not_set_back_first(house: House) -> None:
    await house.do("temp bedroom 22")
    carried = await house.do("undo; temp bedroom 18")
    assert [call["args"].get("value") for call in carried.calls] == [18]
    assert house.state(THERMOSTAT).target == 18


async def test_a_home_behind_a_distant_server_is_told_by_the_names_that_were_said() -> None:
    async with open_house(known=False) as house:
        assert (
            told(await house.do("temp bedroom 70f"))
            == "Bedroom thermostat is now set to 21.1 °C in heat mode."
        )
        assert told(await house.do("level kitchen light x0.5")) == "I can't do that yet."
