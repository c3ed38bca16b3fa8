"""A real Home Assistant is followed: what it exposes, what it is called and how it is now."""

import asyncio
from collections.abc import Callable

import pytest

from tests.devices.client import eventually
from tests.home_assistant_rig.furnishing import expose
from tests.home_assistant_rig.rig import HomeAssistant, Visitor
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.house import House

BED = "light.bed_light"


async def test_only_what_is_exposed_is_seen_and_the_rest_has_a_reason(house: House) -> None:
    seen = house.view.entities
    assert {BED, "lock.back_door", "lock.front_door", "scene.movie_time", "todo.shopping_list"} <= set(seen)
    reasons = {one.id: one.reason for one in house.view.unexposed()}
    assert not reasons.keys() & seen.keys()
    assert "not exposed to Assist" in reasons["light.entrance_color_white_lights"]
    assert "not exposed to Assist" in reasons["lock.kitchen_door"]
    assert "one of the diagnostic entities" in reasons["sensor.sun_next_dawn"]
    assert reasons["sensor.sun_solar_azimuth"] == "it is disabled in Home Assistant"


async def test_names_aliases_areas_and_floors_are_those_of_the_home(house: House) -> None:
    bed, door = house.view.entities[BED], house.view.entities["lock.back_door"]
    assert (bed.name, sorted(bed.aliases)) == ("Bed Light", ["Gerald", "night light"])
    assert bed.area is not None
    assert bed.floor is not None
    assert (bed.area.name, bed.floor.name, bed.floor.aliases) == ("Bedroom", "Upstairs", ("first floor",))
    assert door.area is not None
    assert (door.area.name, door.area.aliases, door.floor) == ("Garden", ("yard",), None)


async def test_entities_of_one_device_know_it(house: House) -> None:
    plug, power = house.view.entities["switch.outlet_1"], house.view.entities["sensor.outlet_1_power"]
    assert plug.thing is not None
    assert plug.thing == power.thing
    assert ("kitchen_sink", "outlet_1") in plug.thing.identifiers


async def test_a_change_there_is_heard_with_what_it_changed(house: House, owner: Visitor) -> None:
    await owner.do("light/turn_off", BED)
    await _until(house, BED, lambda bed: bed.state.value == "off")
    await owner.do("light/turn_on", BED, brightness=51, hs_color=[120, 100])
    bed = await _until(house, BED, lambda bed: bed.state.value == "on")
    assert bed.attribute("brightness") == 51
    assert bed.attribute("hs_color") == [120, 100]
    assert "brightness" in house.view.entities[BED].state.attributes


async def test_what_a_state_no_longer_has_is_gone(house: House, owner: Visitor) -> None:
    await owner.do("fan/turn_on", "fan.living_room_fan", percentage=100)
    fan = await _until(house, "fan.living_room_fan", lambda fan: fan.state.value == "on")
    assert fan.attribute("percentage") == 100
    await owner.do("fan/turn_off", "fan.living_room_fan")
    fan = await _until(house, "fan.living_room_fan", lambda fan: fan.state.value == "off")
    assert not fan.attribute("percentage")


async def test_a_rename_is_known_without_a_restart(house: House, owner: Visitor) -> None:
    await owner.command(
        "config/entity_registry/update", entity_id=BED, name="Reading Light", aliases=["Hilde"]
    )
    try:
        await _until(house, BED, lambda bed: (bed.name, bed.aliases) == ("Reading Light", ("Hilde",)))
    finally:
        names = {"name": None, "aliases": ["night light", "Gerald"]}
        await owner.command("config/entity_registry/update", entity_id=BED, **names)


async def test_another_entity_id_is_another_entity(house: House, owner: Visitor) -> None:
    moved = {"entity_id": "switch.ac", "new_entity_id": "switch.cooling"}
    await owner.command("config/entity_registry/update", **moved)
    try:
        await _until(house, "switch.cooling", lambda switch: switch.name == "AC")
        assert house.view.get("switch.ac") is None
    finally:
        back = {"entity_id": "switch.cooling", "new_entity_id": "switch.ac"}
        await owner.command("config/entity_registry/update", **back)


async def test_areas_and_floors_that_change_are_known_without_a_restart(house: House, owner: Visitor) -> None:
    await owner.command("config/area_registry/update", area_id="bedroom", name="Nest", aliases=["den"])
    await owner.command("config/floor_registry/update", floor_id="upstairs", name="Attic")
    try:
        bed = await _until(house, BED, lambda bed: bed.floor is not None and bed.floor.name == "Attic")
        assert bed.area is not None
        assert (bed.area.name, bed.area.aliases) == ("Nest", ("den",))
    finally:
        await owner.command("config/area_registry/update", area_id="bedroom", name="Bedroom", aliases=[])
        await owner.command("config/floor_registry/update", floor_id="upstairs", name="Upstairs")


async def test_exposing_and_hiding_takes_effect_without_a_restart(
    house: House, furnished: HomeAssistant
) -> None:
    await asyncio.to_thread(expose, furnished, "switch.outlet_2", exposed=False)
    await eventually(lambda: house.view.get("switch.outlet_2") is None)
    await asyncio.to_thread(expose, furnished, "switch.outlet_2")
    await eventually(lambda: house.view.get("switch.outlet_2") is not None)


async def test_what_is_not_registered_is_noticed_when_it_is_looked_at_again(
    house: House, furnished: HomeAssistant, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Home Assistant sends no event when an entity without an id of its own is exposed."""
    monkeypatch.setattr("voice_gateway.devices.home_assistant.house._LOOKING_AGAIN", 0.05)
    await asyncio.to_thread(expose, furnished, "switch.outlet_2", exposed=False)  # ends the long wait
    try:
        await asyncio.to_thread(expose, furnished, "lock.kitchen_door")
        await eventually(lambda: house.view.get("lock.kitchen_door") is not None)
    finally:
        await asyncio.to_thread(expose, furnished, "lock.kitchen_door", exposed=False)
        await asyncio.to_thread(expose, furnished, "switch.outlet_2")


async def test_a_device_that_is_away_stays_known_for_what_it_is(house: House, owner: Visitor) -> None:
    await owner.do("input_boolean/turn_off", "input_boolean.lamp_is_plugged_in")
    try:
        lamp = await _until(house, "light.desk_lamp", lambda lamp: not lamp.available)
        assert not lamp.known
        assert "hs" in lamp.attribute("supported_color_modes")
    finally:
        await owner.do("input_boolean/turn_on", "input_boolean.lamp_is_plugged_in")
    await _until(house, "light.desk_lamp", lambda lamp: lamp.available)


async def test_the_token_of_a_guest_shows_what_is_registered_and_exposed(furnished: HomeAssistant) -> None:
    """Only an administrator may ask what else is exposed."""
    house = House(furnished.url, await asyncio.to_thread(furnished.invite))
    await house.start()
    try:
        assert {BED, "lock.back_door"} <= set(house.view.entities)
        assert not {"light.entrance_color_white_lights", "lock.front_door"} & set(house.view.entities)
    finally:
        await house.close()


async def _until(house: House, entity_id: str, true: Callable[[Entity], bool]) -> Entity:
    await eventually(lambda: (entity := house.view.get(entity_id)) is not None and true(entity))
    return house.view.entities[entity_id]
