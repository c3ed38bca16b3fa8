"""What Home Assistant's registries tell, in the shapes that its versions and users send."""

import asyncio

from websockets.asyncio.server import ServerConnection

from tests.devices.client import eventually
from tests.servers.home_assistant import LAMP, TOKEN, FarSide, Table, answer, fail, send
from voice_gateway.devices.home_assistant.house import House


async def test_an_entity_has_its_names_its_place_and_the_ids_of_its_device(
    far: FarSide, far_house: House
) -> None:
    await far_house.start()
    lamp = far_house.view.entities["light.lamp"]
    assert (lamp.name, lamp.aliases, lamp.domain) == ("Lamp", ("Gerald",), "light")
    assert lamp.area is not None
    assert lamp.floor is not None
    assert (lamp.area.name, lamp.area.aliases) == ("Study", ("office",))
    assert (lamp.floor.name, lamp.floor.aliases) == ("Upstairs", ("first floor",))
    assert lamp.thing is not None
    assert ("zwave_js", "1-7") in lamp.thing.identifiers
    assert far_house.view.registries is not None
    assert far_house.view.registries.config.temperature_unit == "°F"


async def test_null_among_aliases_and_entries_is_passed_over(far: FarSide, far_house: House) -> None:
    far.results["config/entity_registry/get_entries"] = {
        "light.lamp": LAMP | {"aliases": [None, " Gerald ", ""]},
        "light.gone": None,
    }
    await far_house.start()
    assert far_house.view.entities["light.lamp"].aliases == ("Gerald",)


async def test_a_version_without_floors_has_none(far: FarSide, far_house: House) -> None:
    far.answers["config/floor_registry/list"] = fail("unknown_command")
    await far_house.start()
    lamp = far_house.view.entities["light.lamp"]
    assert lamp.area is not None
    assert lamp.floor is None


async def test_one_that_still_starts_is_read_again_until_all_is_there(far: FarSide, far_house: House) -> None:
    far.results["get_config"] |= {"state": "STARTING"}
    del far.states["light.lamp"]
    await far_house.start()
    assert not far_house.view.entities

    async def started(far: FarSide, socket: ServerConnection, message: Table) -> None:
        far.results["get_config"] |= {"state": "RUNNING"}
        await answer(far, socket, message)
        following = next(asked for asked in far.asked if asked["type"] == "subscribe_entities")
        await send(socket, following, type="event", event={"a": {"light.lamp": {"s": "on"}}})

    far.answers["get_config"] = started
    await eventually(lambda: "light.lamp" in far_house.view.entities)


async def test_one_that_does_not_know_its_areas_yet_is_tried_again(far: FarSide, far_house: House) -> None:
    far.answers["config/area_registry/list"] = fail("unknown_command")
    await far_house.start()
    assert not far_house.line.online
    assert far_house.line.note == "it is still starting"
    del far.answers["config/area_registry/list"]
    await far_house.line.get()
    assert far_house.view.get("light.lamp")


async def test_changes_in_bunches_are_read_once(far: FarSide, far_house: House) -> None:
    bells: list[tuple[ServerConnection, Table]] = []

    async def listen(far: FarSide, socket: ServerConnection, message: Table) -> None:
        bells.append((socket, message))
        await answer(far, socket, message)

    far.answers["subscribe_events"] = listen
    await far_house.start()
    renamed = LAMP | {"aliases": ["Gerald", "Geraldine"]}
    far.results["config/entity_registry/get_entries"] = {"light.lamp": renamed}
    rebuilt: list[int] = []
    stop = far_house.view.subscribe(lambda entity: None, lambda: rebuilt.append(1))
    for socket, message in bells * 4:
        await send(socket, message, type="event", event={"event_type": "entity_registry_updated"})
    await eventually(lambda: "Geraldine" in far_house.view.entities["light.lamp"].aliases)
    await asyncio.sleep(0.3)
    assert rebuilt == [1]
    stop()


async def test_nothing_of_a_camera_lets_anybody_look_through_it(far: FarSide) -> None:
    secret = {"access_token": "eye", "entity_picture": "/api/camera_proxy/camera.door?token=eye"}
    far.states["camera.door"] = {"s": "idle", "a": {"friendly_name": "Door", **secret}}
    far.results["homeassistant/expose_entity/list"] = {
        "exposed_entities": {"camera.door": {"conversation": True}}
    }
    house = House(far.url, TOKEN)
    await house.start()
    try:
        assert dict(house.view.entities["camera.door"].state.attributes) == {"friendly_name": "Door"}
    finally:
        await house.close()
