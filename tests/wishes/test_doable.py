"""What the home can never do is known before it is tried."""

from collections.abc import AsyncIterator

import pytest

from tests.devices.homes import EVERY_KIND
from tests.wishes.house import House, open_house
from voice_gateway.wishes import read_wish, write_wish
from voice_gateway.wishes.doable import is_beyond, not_by_halves


@pytest.fixture
async def house() -> AsyncIterator[House]:
    async with open_house(file=EVERY_KIND) as opened:
        yield opened


@pytest.mark.parametrize(
    "line",
    [
        "source tv hdmi-7",
        "mode wash program boiling",
        "lock lounge lamp",
        "on swimming pool",
        "on lounge lamp; lock lounge lamp",
        "in 10m: lock lounge lamp",
    ],
)
async def test_what_is_beyond_the_home(line: str, house: House) -> None:
    assert house.interpreter.steps
    assert is_beyond(read_wish(line), house.interpreter.steps, "")


@pytest.mark.parametrize(
    "line",
    [
        "source tv hdmi 2",
        "play hdmi 2 @ tv",
        "play jazz",
        "mode wash program quick",
        "mode house alarm night",
        "off lights",
        "on light",
        "activate movie night",
        "activate something else",
        "volume 40",
        "undo",
        "time",
        "timer 5m",
        "ask read swimming pool",
    ],
)
async def test_what_can_be_tried(line: str, house: House) -> None:
    assert house.interpreter.steps
    assert not is_beyond(read_wish(line), house.interpreter.steps, "")


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("source tv hdmi-7; volume tv 7", "source tv hdmi-7"),
        ("source tv hdmi-7; on lounge lamp", "source tv hdmi-7; on lounge lamp"),
        ("on lounge lamp; volume tv 7", "on lounge lamp; volume tv 7"),
    ],
)
async def test_a_device_that_cannot_do_all_of_it_is_not_told_the_rest(
    line: str, left: str, house: House
) -> None:
    assert house.interpreter.steps
    assert write_wish(not_by_halves(read_wish(line), house.interpreter.steps, "")) == left
