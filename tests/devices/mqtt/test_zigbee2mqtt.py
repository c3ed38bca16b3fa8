"""Zigbee2MQTT's devices, as it lists them; what they expose was written down from the real one."""

import copy
from typing import Any

import pytest

from tests.devices.client import eventually
from tests.devices.mqtt.looking import last, named, names, tell
from tests.mqtt_rig.stage import Stage, recorded
from voice_gateway.devices import Ability, Action, Kind, Reading, Status
from voice_gateway.devices.errors import NotAnswering
from voice_gateway.devices.mqtt import MqttHome

BULB, LAMP, PLUG = "kitchen/ceiling light", "hallway_lamp", "coffee machine"
STATES: dict[str, dict[str, Any]] = {
    BULB: {"state": "OFF", "brightness": 254, "color_mode": "color_temp", "color_temp": 250},
    LAMP: {"state": "ON", "brightness": 127, "color_mode": "color_temp", "color_temp": 370},
    PLUG: {"state": "OFF"},
    "bedroom blind": {"state": "OPEN", "position": 100, "battery": 15},
    "garden door": {"contact": False, "battery": 97, "voltage": 3015},
    "bathroom climate": {"temperature": 21.44, "humidity": 61.3, "pressure": 1012, "battery": 88},
    "living room radiator": {
        "occupied_heating_setpoint": 20, "current_heating_setpoint": 20, "local_temperature": 18.5,
        "system_mode": "auto", "running_state": "heat", "battery": 40,
    },
    "front door": {"state": "LOCK", "lock_state": "locked", "battery": 70},
    "desk sockets": {"state_l1": "ON", "state_l2": "OFF", "state_l3": "OFF"},
}  # fmt: skip


async def started(home: MqttHome, stage: Stage, *only: str) -> None:
    await stage.zigbee2mqtt(recorded(*only), **STATES)
    await home.start()
    # States are not retained: each device is asked for its own.
    for name in only or STATES:
        await stage.tell(f"zigbee2mqtt/{name}", STATES[name], retain=False)
    await eventually(lambda: all(one.last_seen for one in home.devices() if one.kind is not Kind.SCENE))


async def test_every_device_is_what_it_exposes(home: MqttHome, stage: Stage) -> None:
    await started(home, stage)
    kinds = {device.name: device.kind for device in home.devices()}
    assert kinds == {
        "kitchen ceiling light": Kind.DIMMER, "hallway lamp": Kind.DIMMER, "coffee machine": Kind.SWITCH,
        "bedroom blind": Kind.COVER, "garden door": Kind.SENSOR, "bathroom climate": Kind.SENSOR,
        "living room radiator": Kind.THERMOSTAT, "front door": Kind.LOCK,
        **{f"desk sockets l{number}": Kind.SWITCH for number in range(1, 6)},
        "hallway lamp Night light": Kind.SCENE,
    }  # fmt: skip
    assert named(home, "kitchen ceiling light").room == "Kitchen"
    assert named(home, "bedroom blind").battery == 15
    assert named(home, "garden door").state.readings == (Reading("door", True),)
    assert named(home, "bathroom climate").state.readings == (
        Reading("humidity", 61.3, "%"), Reading("pressure", 1012, "hPa"), Reading("temperature", 21.44, "°C"),
    )  # fmt: skip
    radiator = named(home, "living room radiator")
    assert (radiator.state.target, radiator.state.mode) == (20, "auto")
    assert radiator.target_range == (5, 30)
    assert Reading("temperature", 18.5, "°C") in radiator.state.readings
    assert named(home, "front door").state.locked is True
    assert [named(home, f"desk sockets l{number}").state.on for number in (1, 2)] == [True, False]


async def test_its_settings_and_what_it_does_not_know_are_told_with_reasons(
    home: MqttHome, stage: Stage
) -> None:
    await started(home, stage)
    reasons = {one.name: one.reason for one in home.unusable()}
    assert reasons["coffee machine power-on behavior"] == "it is one of the config entities of its device"
    assert "does not know this device" in reasons["0xa4c138ffffffffff"]


async def test_a_light_takes_brightness_colour_and_white(home: MqttHome, stage: Stage) -> None:
    await started(home, stage, BULB)
    done = await tell(home, "kitchen ceiling light", Action.SET_COLOR, "blue at 40%")
    assert done.finished
    assert last(stage, f"zigbee2mqtt/{BULB}/set") == {
        "state": "ON", "brightness": 102, "color": {"h": 240, "s": 100},
    }  # fmt: skip
    assert (done.device.state.hue, done.device.state.level) == (240, 40)
    done = await tell(home, "kitchen ceiling light", Action.SET_COLOR, "2700k")
    assert done.device.state.kelvin == pytest.approx(2700, abs=50)
    assert (await tell(home, "kitchen ceiling light", Action.OFF)).device.state.on is False


async def test_covers_locks_radiators_and_sockets_obey(home: MqttHome, stage: Stage) -> None:
    await started(home, stage)
    await tell(home, "bedroom blind", Action.SET_LEVEL, 30)
    assert last(stage, "zigbee2mqtt/bedroom blind/set") == {"position": 30}
    await tell(home, "front door", Action.UNLOCK)
    assert last(stage, "zigbee2mqtt/front door/set") == {"state": "UNLOCK"}
    await tell(home, "living room radiator", Action.SET_TEMPERATURE, 21.5)
    assert last(stage, "zigbee2mqtt/living room radiator/set") == {"occupied_heating_setpoint": 21.5}
    await tell(home, "desk sockets l2", Action.ON)
    assert last(stage, "zigbee2mqtt/desk sockets/set") == {"state_l2": "ON"}
    assert named(home, "desk sockets l1").state.on is True
    await tell(home, "hallway lamp Night light", Action.ON)
    await eventually(lambda: stage.told(f"zigbee2mqtt/{LAMP}/set") == ['{"scene_recall": 3}'])


async def test_a_command_is_not_done_because_it_was_published(home: MqttHome, stage: Stage) -> None:
    await started(home, stage, PLUG)
    stage.deaf |= {f"zigbee2mqtt/{PLUG}/set", f"zigbee2mqtt/{PLUG}/get"}
    with pytest.raises(NotAnswering, match="did not confirm"):
        await tell(home, PLUG, Action.ON)
    assert stage.told(f"zigbee2mqtt/{PLUG}/set") == ['{"state": "ON"}']
    assert f"zigbee2mqtt/{PLUG}/get" in dict(stage.heard), "it was asked how it is"


async def test_a_missed_report_is_asked_for(home: MqttHome, stage: Stage) -> None:
    await started(home, stage, PLUG)
    await stage.obeys(f"zigbee2mqtt/{PLUG}/set", lambda _: {})
    await stage.obeys(f"zigbee2mqtt/{PLUG}/get", lambda _: {f"zigbee2mqtt/{PLUG}": '{"state": "ON"}'})
    assert (await tell(home, PLUG, Action.ON)).device.state.on is True


@pytest.mark.parametrize("away", ['{"state": "offline"}', "offline"])
async def test_a_device_that_went_does_not_answer(home: MqttHome, stage: Stage, away: str) -> None:
    """Newer versions tell it in a table, older ones in a word."""
    await started(home, stage, PLUG, LAMP)
    await stage.tell(f"zigbee2mqtt/{PLUG}/availability", away)
    await eventually(lambda: named(home, PLUG).status is Status.DEAD)
    with pytest.raises(NotAnswering, match="does not answer, so it was not changed"):
        await tell(home, PLUG, Action.ON)
    assert named(home, "hallway lamp").status is Status.READY
    await stage.tell("zigbee2mqtt/bridge/state", away)
    await eventually(lambda: named(home, "hallway lamp").status is Status.DEAD)


async def test_renames_and_removals_are_known_without_a_restart(home: MqttHome, stage: Stage) -> None:
    await started(home, stage, PLUG, LAMP)
    [plug] = copy.deepcopy(recorded(PLUG))
    plug["friendly_name"] = "office/heater"
    known = named(home, PLUG).id
    await stage.bulb("office/heater", {})
    await stage.tell("zigbee2mqtt/bridge/devices", [plug])
    await eventually(lambda: names(home) == {"office heater"})
    assert named(home, "office heater").id == known
    assert named(home, "office heater").room == "office"
    assert (await tell(home, "office heater", Action.ON)).device.state.on is True


async def test_a_group_can_do_what_all_its_members_can(home: MqttHome, stage: Stage) -> None:
    members = [{"ieee_address": one["ieee_address"], "endpoint": 1} for one in recorded(BULB, LAMP)]
    group = {"id": 4, "friendly_name": "all the lamps", "members": members, "scenes": []}
    await stage.tell("zigbee2mqtt/bridge/groups", [group])
    await stage.bulb("all the lamps", {"state": "OFF"})
    await started(home, stage, BULB, LAMP)
    await eventually(lambda: "all the lamps" in names(home))
    lamps = named(home, "all the lamps")
    assert Ability.KELVIN in lamps.abilities
    assert Ability.COLOR not in lamps.abilities
    assert (await tell(home, "all the lamps", Action.SET_LEVEL, 50)).device.state.level == 50
    assert last(stage, "zigbee2mqtt/all the lamps/set") == {"state": "ON", "brightness": 127}


async def test_devices_are_known_by_the_ids_that_home_assistant_has_for_them(
    home: MqttHome, stage: Stage
) -> None:
    await started(home, stage, PLUG)
    entity = home.house.entities[named(home, PLUG).id]
    assert entity.thing is not None
    assert entity.thing.identifiers == {("mqtt", "zigbee2mqtt_0x000b57fffe8e1234")}


async def test_what_the_bridge_announces_twice_is_one_device(home: MqttHome, stage: Stage) -> None:
    again = {
        "name": None, "command_topic": f"zigbee2mqtt/{PLUG}/set", "unique_id": "0x000b57fffe8e1234_switch",
        "device": {"identifiers": ["zigbee2mqtt_0x000b57fffe8e1234"], "name": PLUG},
    }  # fmt: skip
    await stage.tell("homeassistant/switch/0x000b57fffe8e1234/switch/config", again)
    await started(home, stage, PLUG)
    assert names(home) == {PLUG}
