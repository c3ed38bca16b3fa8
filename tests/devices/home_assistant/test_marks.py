"""How a device behind Home Assistant is recognised when another source sees it too."""

from dataclasses import replace

import pytest

from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.mapping import device_of, grouped
from voice_gateway.devices.home_assistant.portrait import Units
from voice_gateway.devices.home_assistant.registries import Entry, Thing
from voice_gateway.devices.home_assistant.states import EntityState

ZIGBEE = "0x00158d00018255df"


def entity(
    name: str, platform: str, unique_id: str, *identifiers: tuple[str, str], mac: str = "", thing: str = "1"
) -> Entity:
    entry = Entry(name, "", platform, unique_id, "", thing, "", hidden=False, disabled=False, offered=True)
    connections = frozenset({("mac", mac)} if mac else ())
    whole = Thing(thing, "Thing", "", frozenset(identifiers), connections)
    return Entity(name, EntityState("on", {}), entry, whole)


def marks(*entities: Entity) -> dict[str, frozenset[str]]:
    known = {one.id: one for one in entities}
    return {group.owner: device_of(group, known, Units()).marks for group in grouped(entities)}


@pytest.mark.parametrize(
    ("seen", "mark"),
    [
        (entity("light.a", "zwave_js", "21.7-38-0-currentValue", ("zwave_js", "21-7")), "zwave:21-7-0"),
        (entity("switch.a", "zwave_js", "21.20-37-2-currentValue", ("zwave_js", "21-20")), "zwave:21-20-2"),
        (entity("sensor.a", "zwave_js", "21.13-49-0-Humidity", ("zwave_js", "21-13")), "zwave:21-13"),
        (entity("light.a", "zwave_js", "21.19-32-0-currentValue", ("zwave_js", "21-19")), "zwave:21-19"),
        (entity("light.a", "switch_as_x", "x", ("zwave_js", "21-7"), ("zwave_js", "21-7-1:2")), "zwave:21-7"),
        (entity("light.a", "mqtt", f"{ZIGBEE}_light_zigbee2mqtt"), f"zigbee:{ZIGBEE}-"),
        (entity("switch.a", "mqtt", f"{ZIGBEE}_switch_left_zigbee2mqtt"), f"zigbee:{ZIGBEE}-left"),
        (entity("sensor.a", "mqtt", "x", ("mqtt", f"zigbee2mqtt_{ZIGBEE}")), f"zigbee:{ZIGBEE}"),
        (entity("light.a", "mqtt", "tasmota_1_light"), "mqtt:tasmota_1_light"),
        (entity("light.a", "esphome", "x", mac="AA:BB:CC:DD:EE:FF"), "mac:aa:bb:cc:dd:ee:ff"),
    ],
)  # fmt: skip
def test_a_device_is_known_as_its_network_knows_it(seen: Entity, mark: str) -> None:
    assert marks(seen) == {seen.id: frozenset({mark})}


def test_one_of_several_in_a_thing_is_not_the_thing() -> None:
    first = entity("light.a", "esphome", "1", mac="aa")
    assert marks(first, replace(first, id="light.b")) == {"light.a": frozenset(), "light.b": frozenset()}


def test_what_a_device_is_set_up_with_is_not_the_device() -> None:
    knob = entity("number.volume", "zwave_js", "21.12-121-0-defaultVolume", ("zwave_js", "21-12"))
    assert marks(knob) == {"number.volume": frozenset()}
