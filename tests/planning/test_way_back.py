"""What opens, unlocks, floods, heats or screams waits for a yes, also on the way back to how things were."""

import pytest

from tests.assembled import Assemble, devices

HOME = devices(
    ("Front Door", "Hallway", "lock", "locked = false"),
    ("Garage Door", "Garage", "garage_door", "position = 100"),
    ("Water Valve", "Cellar", "valve", "position = 100"),
    ("Hallway Siren", "Hallway", "siren", "on = true"),
    ("House Alarm", "Hallway", "alarm_panel", 'activity = "disarmed"'),
)


@pytest.mark.parametrize(
    ("done", "device"),
    [
        ("lock the front door", "Front Door"),
        ("close the garage door", "Garage Door"),
        ("close the water valve", "Water Valve"),
        ("turn off the hallway siren", "Hallway Siren"),
        ("arm the house alarm", "House Alarm"),
    ],
)
@pytest.mark.parametrize("back", ["undo that", "put that back how it was", "scrap that"])
async def test_nothing_is_opened_by_taking_something_back(
    assemble: Assemble, done: str, device: str, back: str
) -> None:
    async with assemble(home=HOME) as house:
        before = house.state(device)
        await house.ask(done)
        safe = house.state(device)
        assert safe != before
        await house.ask(back)
        assert house.state(device) == safe


@pytest.mark.parametrize(
    ("done", "device"),
    [("lock the front door for ten minutes", "Front Door"), ("close the garage for an hour", "Garage Door")],
)
async def test_what_would_open_again_by_itself_is_asked_about_first(
    assemble: Assemble, done: str, device: str
) -> None:
    async with assemble(home=HOME) as house:
        before = house.state(device)
        assert "Say yes" in (await house.ask(done)).text
        await house.later(hours=2)
        assert house.state(device) == before
        await house.ask(done)
        await house.ask("yes")
        assert house.state(device) != before
        await house.later(hours=2)
        assert house.state(device) == before
