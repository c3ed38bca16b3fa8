"""Scenarios 74 to 80: the home is a Home Assistant, a real one, and the product is as people have it.

Where a sentence needs a model, the model is scripted to make the call that it should make; what the call
comes to is looked up in Home Assistant itself.
"""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any

import pytest

from tests.assembled import Assemble, Assembled
from tests.devices.client import eventually
from tests.home_assistant_rig.furnishing import expose
from tests.home_assistant_rig.rig import HomeAssistant, Visitor
from tests.servers.ollama import call, say
from voice_gateway.outcome import TurnOutcome

CONTROL = "control_zwave_device"


def settings_of(home: HomeAssistant) -> dict[str, Any]:
    return {"home.home_assistant_url": home.url, "home.home_assistant_token": home.token}


@pytest.fixture
async def house(assemble: Assemble, furnished: HomeAssistant) -> AsyncIterator[Assembled]:
    async with assemble(now=datetime.now().astimezone(), **settings_of(furnished)) as house:
        yield house


async def told(house: Assembled, sentence: str, device: str, action: str, value: str = "") -> str:
    """What is said when a model makes this call for the sentence."""
    arguments = {"device": device, "action": action} | ({"value": value} if value else {})
    house.script(call((CONTROL, arguments)), say("Done."))
    return (await house.ask(sentence)).text


async def test_s74_only_what_is_exposed_is_seen(house: Assembled, furnished: HomeAssistant) -> None:
    names = set(house.home())
    assert {"Bed Light", "Back Door", "Shopping List"} <= names
    assert not {"Entrance Color + White Lights", "Kitchen Door", "Notifier"} & names
    await asyncio.to_thread(expose, furnished, "switch.outlet_2", exposed=False)
    try:
        await eventually(lambda: "Outlet 2" not in house.home())
    finally:
        await asyncio.to_thread(expose, furnished, "switch.outlet_2")


async def test_s75_a_rename_there_is_known_here(house: Assembled, owner: Visitor) -> None:
    bed, home = {"entity_id": "light.bed_light"}, house.gateway.home
    assert home is not None
    await owner.command("config/entity_registry/update", **bed, name="Moon", aliases=["Luna"])
    try:
        await eventually(lambda: any("Luna" in one.aliases for one in home.devices()))
        for name in ("moon", "luna"):
            assert (await house.ask(f"turn on {name}")).text.startswith("Moon is now on")
        assert (await owner.state("light.bed_light"))["state"] == "on"
    finally:
        names = {"name": None, "aliases": ["night light", "Gerald"]}
        await owner.command("config/entity_registry/update", **bed, **names)


@pytest.mark.parametrize("sentence", ["turn off the study lights", "turn off the lights on the first floor"])
async def test_s75_areas_and_floors_have_their_other_names(
    house: Assembled, owner: Visitor, sentence: str
) -> None:
    await owner.do("light/turn_on", "light.desk_lamp")
    await owner.do("light/turn_on", "light.kitchen_lights")
    await eventually(lambda: house.state("Desk Lamp").on is True)
    await house.ask(sentence)
    assert (await owner.state("light.desk_lamp"))["state"] == "off"
    assert (await owner.state("light.kitchen_lights"))["state"] == "on"


async def test_s76_a_call_that_returned_is_not_a_thing_done(house: Assembled, owner: Visitor) -> None:
    answer = await house.ask("turn on the deaf plug")
    assert answer.outcome is TurnOutcome.FAILED
    assert "did not confirm" in answer.text
    assert (await owner.state("switch.deaf_plug"))["state"] == "off"


async def test_s76_a_guarded_door_is_unlocked_after_a_yes_and_when_it_is_unlocked(
    house: Assembled, owner: Visitor
) -> None:
    await owner.do("lock/lock", "lock.back_door")
    asked, done = await house.say("unlock the patio door", "yes")
    assert asked.text == "Unlock the back door? Say yes to confirm."
    assert done.text == "Back door is now unlocked."
    assert (await owner.state("lock.back_door"))["state"] == "unlocked"
    assert (await house.ask("lock the back door")).text == "Back door is now locked."


async def test_s77_colours_and_whites(house: Assembled, owner: Visitor) -> None:
    await house.ask("make the bed light blue")
    assert (await owner.state("light.bed_light"))["attributes"]["hs_color"] == [240, 100]
    await house.ask("set the bed light to warm white")
    assert (await owner.state("light.bed_light"))["attributes"]["color_mode"] == "color_temp"
    assert "warm white" in (await house.ask("is the bed light on?")).text


async def test_s78_players(house: Assembled, owner: Visitor) -> None:
    walkman = "media_player.walkman"
    await owner.do("media_player/media_play", walkman)
    await house.ask("pause the walkman")
    assert (await owner.state(walkman))["state"] == "paused"
    before = (await owner.state(walkman))["attributes"]["media_title"]
    await house.ask("skip to the next song on the walkman")
    assert (await owner.state(walkman))["attributes"]["media_title"] != before
    await house.ask("set the walkman to 30 percent")
    assert (await owner.state(walkman))["attributes"]["volume_level"] == 0.3
    await house.ask("turn off the walkman")
    assert (await owner.state(walkman))["state"] == "off"
    await house.ask("turn on the walkman")
    assert (await owner.state(walkman))["state"] == "playing"


@pytest.mark.parametrize(
    ("sentence", "entity", "attribute", "shown"),
    [
        ("start the 1 first floor vacuum", "vacuum.1_first_floor", "state", "cleaning"),
        ("activate movie time", "input_boolean.film_has_begun", "state", "on"),
        ("run the bedtime script", "light.bed_light", "state", "off"),
        ("set the living room fan to 66 percent", "fan.living_room_fan", "percentage", 67),
        ("set the humidifier to 45 percent", "humidifier.humidifier", "humidity", 45),
        ("set the number volume to 30", "number.volume", "state", "30.0"),
    ],
)
async def test_s79_everything_else_that_can_be_told(
    house: Assembled, owner: Visitor, sentence: str, entity: str, attribute: str, shown: Any
) -> None:
    assert (await house.ask(sentence)).outcome is TurnOutcome.DONE
    now = await owner.state(entity)
    assert now["attributes"].get(attribute, now["state"]) == shown


async def test_s79_buttons_and_choices(house: Assembled, owner: Visitor) -> None:
    await told(house, "set the speed to light_speed", "speed", "set_mode", "light_speed")
    assert (await owner.state("select.speed"))["state"] == "light_speed"
    before = (await owner.state("button.push"))["state"]
    await house.ask("press the push button")
    await house.ask("yes")
    assert (await owner.state("button.push"))["state"] != before


async def test_s79_a_water_heater_asks_before_it_heats(house: Assembled, owner: Visitor) -> None:
    await owner.do("water_heater/turn_off", "water_heater.demo_water_heater")
    await eventually(lambda: house.state("Demo Water Heater").on is False)
    asked, done = await house.say("turn on the demo water heater", "yes")
    assert asked.outcome is TurnOutcome.ASKED_BACK
    assert done.outcome is TurnOutcome.DONE
    assert (await owner.state("water_heater.demo_water_heater"))["state"] != "off"


async def test_s80_its_lists_are_our_lists(house: Assembled, owner: Visitor) -> None:
    await house.ask("add oat milk to the shopping list")
    assert (await house.ask("what is on the shopping list?")).text.startswith("On the shopping list:")
    items = await owner.command(
        "call_service",
        domain="todo",
        service="get_items",
        target={"entity_id": "todo.shopping_list"},
        return_response=True,
    )
    listed = items["response"]["todo.shopping_list"]["items"]
    assert "oat milk" in [item["summary"] for item in listed]
