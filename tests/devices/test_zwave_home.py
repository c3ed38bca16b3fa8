"""Every kind of device over the real server and driver; the truth is what the node itself holds."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.devices.client import eventually
from tests.zwave_rig.rig import ZwaveRig
from voice_gateway.devices import Action, CannotDo, Command, Device, Kind, RefusedValue, Status
from voice_gateway.devices.errors import Asleep, NotAnswering
from voice_gateway.devices.zwave import ZwaveHome


async def test_every_node_is_known_as_what_it_is(zwave_home: ZwaveHome) -> None:
    kinds = {device.name: device.kind for device in zwave_home.devices()}
    assert kinds == {
        "Kitchen Light": Kind.DIMMER,
        "Hallway Lamp": Kind.LIGHT,
        "Coffee Plug": Kind.SWITCH,
        "Bedroom Fan": Kind.FAN,
        "Lounge Blinds": Kind.COVER,
        "Bedroom Shutter": Kind.COVER,
        "Garage Door": Kind.GARAGE_DOOR,
        "Front Door": Kind.LOCK,
        "Bedroom Heating": Kind.THERMOSTAT,
        "Water Valve": Kind.VALVE,
        "Hallway Siren": Kind.SIREN,
        "Bathroom Sensor": Kind.SENSOR,
        "Hallway Motion": Kind.SENSOR,
        "Freezer Plug": Kind.SWITCH,
        "Stubborn Plug": Kind.SWITCH,
        "Balcony Heater": Kind.THERMOSTAT,
        "Old Dimmer": Kind.DIMMER,
        "Bedroom Window": Kind.SENSOR,
        "Desk Strip 1": Kind.SWITCH,
        "Desk Strip 2": Kind.SWITCH,
    }
    rooms = {device.name: device.room for device in zwave_home.devices()}
    assert rooms["Front Door"] == "Hallway"
    assert zwave_home.health().connected


@pytest.mark.parametrize(
    ("device", "command", "node", "truth", "state"),
    [
        (
            "node-2",
            Command(Action.SET_LEVEL, 40),
            2,
            ("MultilevelSwitch_currentValue", 40),
            {"on": True, "level": 40},
        ),
        ("node-2", Command(Action.OFF), 2, ("MultilevelSwitch_currentValue", 0), {"on": False, "level": 0}),
        ("node-2", Command(Action.ON), 2, ("MultilevelSwitch_currentValue", 40), {"on": True, "level": 40}),
        ("node-3", Command(Action.ON), 3, ("BinarySwitch_currentValue", True), {"on": True}),
        ("node-4", Command(Action.ON), 4, ("BinarySwitch_currentValue", True), {"on": True}),
        (
            "node-5",
            Command(Action.SET_LEVEL, 66),
            5,
            ("MultilevelSwitch_currentValue", 65),
            {"on": True, "level": 66},
        ),
        ("node-6", Command(Action.OPEN), 6, ("WindowCovering_currentValue_13", 99), {"position": 100}),
        (
            "node-6",
            Command(Action.SET_LEVEL, 50),
            6,
            ("WindowCovering_currentValue_13", 50),
            {"position": 51},
        ),
        ("node-8", Command(Action.OPEN), 8, ("barrier", 255), {"position": 100}),
        ("node-8", Command(Action.CLOSE), 8, ("barrier", 0), {"position": 0}),
        ("node-9", Command(Action.LOCK), 9, ("DoorLock_currentMode", 255), {"locked": True}),
        ("node-9", Command(Action.UNLOCK), 9, ("DoorLock_currentMode", 0), {"locked": False}),
        ("node-10", Command(Action.SET_MODE, "heat"), 10, ("ThermostatMode_mode", 1), {"mode": "heat"}),
        (
            "node-10",
            Command(Action.SET_TEMPERATURE, 21.5),
            10,
            ("ThermostatSetpoint_setpoint_1", 21.5),
            {"target": 21.5},
        ),
        ("node-11", Command(Action.OPEN), 11, ("BinarySwitch_currentValue", True), {"on": True}),
        ("node-11", Command(Action.CLOSE), 11, ("BinarySwitch_currentValue", False), {"on": False}),
        (
            "node-18",
            Command(Action.SET_LEVEL, 30),
            18,
            ("MultilevelSwitch_currentValue", 30),
            {"on": True, "level": 30},
        ),
        ("node-20-1", Command(Action.ON), 20, ("BinarySwitch_currentValue_1", True), {"on": True}),
        ("node-20-2", Command(Action.ON), 20, ("BinarySwitch_currentValue_2", True), {"on": True}),
    ],
)
async def test_a_command_is_confirmed_when_the_node_has_done_it(
    zwave_home: ZwaveHome,
    rig: ZwaveRig,
    device: str,
    command: Command,
    node: int,
    truth: tuple[str, Any],
    state: dict[str, Any],
) -> None:
    confirmation = await zwave_home.command(device, command)
    assert confirmation.finished
    assert rig.state(node)[truth[0]] == truth[1]
    assert confirmation.device.state.as_table().items() >= state.items()
    assert zwave_home.registry[device] == confirmation.device


async def test_a_siren_sounds_and_falls_silent(zwave_home: ZwaveHome) -> None:
    assert (await zwave_home.command("node-12", Command(Action.ON))).device.state.on is True
    assert (await zwave_home.command("node-12", Command(Action.OFF))).device.state.on is False


async def test_a_slow_shutter_is_said_to_be_moving_and_can_be_stopped(
    zwave_home: ZwaveHome, rig: ZwaveRig
) -> None:
    target = Command(Action.OPEN if zwave_home.registry["node-7"].state.position == 0 else Action.CLOSE)
    confirmation = await zwave_home.command("node-7", target)
    assert not confirmation.finished
    await asyncio.sleep(0.5)
    stopped = await zwave_home.command("node-7", Command(Action.STOP))
    assert 0 < (stopped.device.state.position or 0) < 100
    assert 0 < rig.state(7)["MultilevelSwitch_currentValue"] < 99


async def test_sensors_tell_what_they_measure(zwave_home: ZwaveHome) -> None:
    bathroom = zwave_home.registry["node-13"]
    assert {reading.name for reading in bathroom.state.readings} == {"temperature", "humidity"}
    assert bathroom.battery == 15
    assert bathroom in zwave_home.health().low_battery
    window = zwave_home.registry["node-19"].state.reading("window")
    assert window is not None
    assert window.value is True


async def test_what_happens_at_the_device_is_heard(zwave_home: ZwaveHome, rig: ZwaveRig) -> None:
    heard: asyncio.Queue[Device] = asyncio.Queue()
    zwave_home.registry.subscribe(heard.put_nowait)
    rig.tell(13, report={"what": "sensor", "type": 1, "value": 25.5})
    rig.tell(14, report={"what": "motion", "value": True})
    values: dict[str, object] = {}
    async with asyncio.timeout(5):
        while values.get("temperature") != 25.5 or values.get("motion") is not True:
            device = await heard.get()
            values |= {reading.name: reading.value for reading in device.state.readings}
    rig.tell(14, report={"what": "motion", "value": False})


async def test_a_hand_on_the_switch_is_heard(zwave_home: ZwaveHome, rig: ZwaveRig) -> None:
    before = bool(zwave_home.registry["node-4"].state.on)
    heard = asyncio.Event()
    zwave_home.registry.subscribe(
        lambda device: heard.set() if device.id == "node-4" and device.state.on != before else None
    )
    rig.tell(4, report={"what": "switch", "value": not before})
    async with asyncio.timeout(5):
        await heard.wait()
    assert zwave_home.registry["node-4"].state.on is not before


async def test_a_dead_node_is_said_and_comes_back(zwave_home: ZwaveHome, rig: ZwaveRig) -> None:
    rig.tell(15, dead=True)
    with pytest.raises(NotAnswering, match="The freezer plug does not answer"):
        await zwave_home.command("node-15", Command(Action.ON))
    await eventually(lambda: zwave_home.registry["node-15"].status is Status.DEAD)
    assert "BinarySwitch_currentValue" not in rig.state(15)
    rig.tell(15, dead=None)
    assert (await zwave_home.command("node-15", Command(Action.ON))).device.status is Status.READY
    assert rig.state(15)["BinarySwitch_currentValue"] is True


async def test_a_sleeping_node_is_said_and_nothing_is_left_waiting_for_it(
    zwave_home: ZwaveHome, rig: ZwaveRig
) -> None:
    with pytest.raises(Asleep, match="The balcony heater is asleep"):
        await zwave_home.command("node-17", Command(Action.SET_TEMPERATURE, 22))
    rig.tell(17, report={"what": "wake"})
    await asyncio.sleep(0.5)
    assert rig.state(17).get("ThermostatSetpoint_setpoint_1") != 22


async def test_a_refused_value_is_said(zwave_home: ZwaveHome, rig: ZwaveRig) -> None:
    with pytest.raises(RefusedValue, match="The stubborn plug refused"):
        await zwave_home.command("node-16", Command(Action.ON))
    assert "BinarySwitch_currentValue" not in rig.state(16)
    assert zwave_home.registry["node-16"].state.on is not True


async def test_what_the_node_would_refuse_is_not_sent(zwave_home: ZwaveHome, rig: ZwaveRig) -> None:
    before = rig.state(10)
    with pytest.raises(RefusedValue, match="takes 7 to 30 °C, not 40"):
        await zwave_home.command("node-10", Command(Action.SET_TEMPERATURE, 40))
    with pytest.raises(CannotDo, match="It only measures"):
        await zwave_home.command("node-13", Command(Action.ON))
    assert rig.state(10) == before
