"""Wishes for everything that a home may hold beside what a radio moves: colours, music, robots, scenes."""

from collections.abc import AsyncIterator

import pytest

from tests.devices.homes import EVERY_KIND
from tests.wishes.house import House, open_house, told
from voice_gateway.outcome import TurnOutcome
from voice_gateway.truth import outcome_of

LAMP, SPEAKER, TV, ROBOT = (
    "living-room-lounge-lamp", "kitchen-kitchen-speaker", "living-room-tv", "kitchen-robbie",
)  # fmt: skip


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(file=EVERY_KIND) as opened:
        yield opened


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("color lounge lamp blue", "Lounge lamp is now blue."),
        ("color lounge lamp sky blue", "Lounge lamp is now sky blue."),
        ("color lounge lamp rainbow", "Lounge lamp is now on in warm white, effect Rainbow."),
        ("white lounge lamp daylight", "Lounge lamp is now on in daylight."),
        ("white lounge lamp 4000k", "Lounge lamp is now on in neutral white."),
        ("white lounge lamp cooler", "Lounge lamp is now on in soft white."),
        ("warmer lounge lamp", "Lounge lamp is now on in candlelight."),
        ("level lounge lamp 40; color lounge lamp red", "Lounge lamp is now red at 40 percent."),
        ("volume kitchen speaker 40", "Kitchen speaker is now playing Radio 3 at 40 percent."),
        ("volume kitchen speaker +10", "Kitchen speaker is now playing Radio 3 at 40 percent."),
        ("volume kitchen speaker down", "Kitchen speaker is now playing Radio 3 at 20 percent."),
        ("pause kitchen speaker; volume kitchen speaker 40",
         "Kitchen speaker is now paused, with its volume at 40 percent."),
        ("mute kitchen speaker", "Kitchen speaker is now playing Radio 3, muted."),
        ("pause kitchen speaker", "Kitchen speaker is now paused."),
        ("pause", "Kitchen speaker is now paused."),
        ("pause music", "Kitchen speaker is now paused."),
        ("stop kitchen speaker", "Kitchen speaker is now paused."),
        ("next", "Kitchen speaker went on to the next."),
        ("off kitchen speaker", "Kitchen speaker is now off."),
        ("play tv", "TV is now playing from HDMI 1 at 20 percent."),
        ("source tv hdmi 2", "TV is now on from HDMI 2 at 20 percent."),
        ("source kitchen speaker radio 4",
         "Kitchen speaker is now playing Radio 3 from Radio 4 at 30 percent."),
        ("play hdmi 2 @ tv", "TV is now on from HDMI 2 at 20 percent."),
        ("clean robbie", "Robbie is now cleaning."),
        ("start robbie", "Robbie is now cleaning."),
        ("dock robbie", "Robbie is now docked."),
        ("locate robbie", "Robbie is making itself heard."),
        ("clean robbie; stop robbie", "Robbie is now paused."),
        ("start lawn mower", "Lawn mower is now mowing."),
        ("activate movie night", "Movie night was started."),
        ("on movie night", "Movie night was started."),
        ("press doorbell", "Doorbell was pressed."),
        ("humidity bedroom humidifier 60", "Bedroom humidifier is now on, set to 60 percent humidity."),
        ("arm house alarm night", "House alarm is now armed for the night."),
        ("mode house alarm night", "House alarm is now armed for the night."),
        ("mode house alarm armed-home", "House alarm is now armed home."),
        ("on house alarm", "House alarm is now armed away."),
        ("set charging current 16", "Charging current is now set to 16 A."),
        ("mode wash program quick", "Wash program is now set to Quick."),
        ("preset bedroom climate eco",
         "Bedroom climate is now set to 18 to 24 °C in heat mode, preset eco, fan auto, swing off."),
        ("mode bedroom climate away",
         "Bedroom climate is now set to 18 to 24 °C in heat mode, preset away, fan auto, swing off."),
        ("fanmode bedroom climate low",
         "Bedroom climate is now set to 18 to 24 °C in heat mode, preset home, fan low, swing off."),
        ("tilt study blinds 20", "Study blinds are now open, tilted to 20 percent."),
        ("on lounge lamp", "Lounge lamp is now on in warm white."),
        ("ask robbie", "Robbie is docked."),
        ("ask count players playing", "1 of 2 players is playing: kitchen speaker."),
        ("ask anna", "Anna is away."),
        ("ask shopping list", "On the shopping list: milk and bread."),
        ("list shopping read", "On the shopping list: milk and bread."),
        ("list grocery read", "On the shopping list: milk and bread."),
        ("color lounge lamp coolest white", "Lounge lamp is now on in ice white."),
        ("color lounge lamp warmest white", "Lounge lamp is now on in candlelight."),
        ("list shopping add eggs, rice", "Shopping list has rice on it now."),
        ("list shopping remove milk; list shopping read", "On the shopping list: bread."),
        ("list shopping clear; list grocery read", "There is nothing on the shopping list."),
        ("list shopping clear; list grocery clear", "There is nothing on the shopping list."),
        ("list shopping drop", "Shopping list no longer has bread on it."),
        ("ask read kitchen speaker volume", "Kitchen speaker is at 30 percent volume."),
        ("ask weather", "Weather is cloudy and 11 °C."),
    ],
)  # fmt: skip
async def test_what_is_wished_is_done_and_told(house: House, line: str, said: str) -> None:
    carried = await house.do(line)
    assert told(carried).endswith(said)
    assert outcome_of(carried.results) in (TurnOutcome.DONE, TurnOutcome.ANSWERED)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("color lounge lamp mauvish", "I don't know the colour “mauvish”."),
        ("source tv betamax", "The TV has the sources HDMI 1, HDMI 2, not betamax."),
        ("set charging current 40", "The charging current takes 6 to 16 A, not 40."),
        ("humidity bedroom humidifier 90", "The bedroom humidifier takes 30 to 70 percent, not 90."),
        ("volume robbie 30", "The robbie has no volume. It can be started, paused and sent home."),
        ("mode wash program silk", "The wash program has the options Eco 40, Quick, Wool, not silk."),
        ("on drive camera", "The drive camera can't be turned on. I can only tell you how it is."),
    ],
)
async def test_what_does_not_fit_is_refused_in_plain_words(house: House, line: str, said: str) -> None:
    before = house.home.devices()
    assert told(await house.do(line)) == said
    assert house.home.devices() == before


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("disarm house alarm", "Disarm the house alarm? Say yes to confirm."),
        ("activate open the gates", "Start the open the gates? Say yes to confirm."),
        ("on immersion", "Turn on the immersion? Say yes to confirm."),
    ],
)
async def test_what_lets_someone_in_or_gets_hot_needs_a_yes(house: House, line: str, asked: str) -> None:
    await house.do("arm house alarm away")
    before = house.home.devices()
    carried = await house.do(line)
    assert [result.pending for result in carried.results] == [asked]
    assert house.home.devices() == before


@pytest.mark.parametrize(
    ("device", "line"),
    [
        (LAMP, "color lounge lamp blue"),
        (LAMP, "white lounge lamp daylight"),
        (LAMP, "off lounge lamp"),
        (SPEAKER, "volume kitchen speaker 80"),
        (SPEAKER, "mute kitchen speaker"),
        (SPEAKER, "pause kitchen speaker"),
        (TV, "source tv hdmi-2"),
        (TV, "resume tv"),
        (ROBOT, "clean robbie"),
        ("bedroom-bedroom-humidifier", "humidity bedroom humidifier 60"),
        ("hallway-house-alarm", "arm house alarm night"),
        ("garage-charging-current", "set charging current 16"),
        ("kitchen-wash-program", "mode wash program wool"),
        ("bedroom-bedroom-climate", "preset bedroom climate eco"),
        ("bedroom-bedroom-climate", "mode bedroom climate heat_cool"),
        ("study-study-blinds", "tilt study blinds 20"),
    ],
)
async def test_undoing_brings_back_what_was(house: House, device: str, line: str) -> None:
    before = house.state(device)
    await house.do(line)
    assert house.state(device) != before
    undone = await house.do("undo")
    if not any(result.pending for result in undone.results):
        assert house.state(device) == before
    else:
        # Disarming is asked for like any other time.
        assert device == "hallway-house-alarm"


async def test_a_colour_comes_back_after_another(house: House) -> None:
    await house.do("color lounge lamp red")
    await house.do("color lounge lamp blue")
    await house.do("undo")
    assert (house.state(LAMP).hue, house.state(LAMP).saturation) == (0, 100)


async def test_what_left_no_state_cannot_be_taken_back_and_that_is_said(house: House) -> None:
    await house.do("activate movie night")
    carried = await house.do("undo")
    assert told(carried) == "I can't take back that start of the movie night."


async def test_a_room_is_known_by_its_other_names(house: House) -> None:
    assert told(await house.do("off sitting room lamp")) == "Lounge lamp is now off."
    assert told(await house.do("on lamp", room="sitting room")) == "Lounge lamp is now on in warm white."
