"""The home before and after: what comes along with a wish, and what should not have happened."""

from typing import Any

import pytest

from tests.devices.homes import EVERY_KIND
from voice_gateway.devices import load_home, parse_command
from voice_gateway.measuring.tasks.states import compare, prepare, snapshot

LAMP, ROBOT, SPEAKER = "living-room-lounge-lamp", "kitchen-robbie", "kitchen-kitchen-speaker"


@pytest.mark.parametrize(
    ("device", "action", "value", "after"),
    [
        (LAMP, "set_color", "blue", {"hue": 240}),
        (LAMP, "set_color", "blue", {"hue": 235, "saturation": 95}),
        (LAMP, "set_color", "daylight", {"kelvin": 6000}),
        (LAMP, "set_color", "rainbow", {"effect": "rainbow"}),
        (ROBOT, "clean", None, {"activity": "cleaning"}),
        (SPEAKER, "set_volume", 40, {"volume": 40}),
        (SPEAKER, "off", None, {"on": False}),
    ],
)
async def test_what_comes_along_is_not_wrong(
    device: str, action: str, value: object, after: dict[str, Any]
) -> None:
    home = load_home(EVERY_KIND, delay=0)
    begin = snapshot(home)
    await home.command(device, parse_command(action, value))
    verdict = compare(home, begin, {device: after})
    assert (verdict.missing, verdict.wrong) == ((), ())


async def test_a_colour_that_nobody_wanted_is_wrong() -> None:
    home = load_home(EVERY_KIND, delay=0)
    prepare(home, {LAMP: {"on": False}})
    begin = snapshot(home)
    await home.command(LAMP, parse_command("set_color", "blue"))
    verdict = compare(home, begin, {LAMP: {"on": True}})
    assert verdict.missing == ()
    assert "lounge lamp: hue went from None to 240" in verdict.wrong


async def test_another_colour_is_missing() -> None:
    home = load_home(EVERY_KIND, delay=0)
    begin = snapshot(home)
    await home.command(LAMP, parse_command("set_color", "green"))
    assert compare(home, begin, {LAMP: {"hue": 240}}).missing == ("lounge lamp: hue is 120, not 240",)
