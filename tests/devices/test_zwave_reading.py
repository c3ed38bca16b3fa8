"""Nodes that the rig does not have, from what a server says about them."""

from __future__ import annotations

from typing import Any

import pytest

from voice_gateway.devices import Kind, Reading, State
from voice_gateway.devices.change import Change
from voice_gateway.devices.zwave.node import Node, node_from_dump
from voice_gateway.devices.zwave.reading import devices_of, place
from voice_gateway.devices.zwave.writing import write_for


def value(command_class: int, name: str, now: Any, key: Any = None, **metadata: Any) -> dict[str, Any]:
    entry = {
        "commandClass": command_class,
        "property": name,
        "value": now,
        "metadata": metadata,
        "endpoint": 0,
    }
    return entry if key is None else entry | {"propertyKey": key}


def node(*values: dict[str, Any], **more: Any) -> Node:
    return node_from_dump(
        {"nodeId": 5, "name": "Den", "location": "Den", "status": 4, "values": list(values)} | more
    )


def test_a_thermostat_in_fahrenheit_is_told_and_read_in_celsius() -> None:
    den = node(value(67, "setpoint", 68, 1, unit="°F", min=50, max=86))
    (thermostat,) = devices_of(den)
    assert thermostat.state.target == 20.0
    assert thermostat.target_range == (10.0, 30.0)
    assert write_for(thermostat, den, Change(State(target=21.0))).value == 70


def test_a_cooling_thermostat_shows_and_takes_its_cooling_temperature() -> None:
    states = {"0": "Off", "1": "Heat", "2": "Cool", "11": "Energy heat"}
    den = node(
        value(64, "mode", 2, states=states),
        value(67, "setpoint", 19, 1, unit="°C"),
        value(67, "setpoint", 24, 2, unit="°C"),
    )
    (thermostat,) = devices_of(den)
    assert (thermostat.state.mode, thermostat.state.target) == ("cool", 24.0)
    assert thermostat.modes == ("off", "heat", "cool", "eco")
    assert write_for(thermostat, den, Change(State(target=23.0))).key.property_key == 2


@pytest.mark.parametrize(
    ("entry", "reading"),
    [
        (value(113, "Home Security", 8, "Motion sensor status"), Reading("motion", True)),
        (value(113, "Access Control", 23, "Door state (simple)"), Reading("door", False)),
        (value(113, "Water Alarm", 2, "Sensor status"), Reading("leak", True)),
        (value(48, "Motion", False), Reading("motion", False)),
        (value(49, "Illuminance", 120, unit="Lux"), Reading("brightness", 120.0, "Lux")),
        (value(50, "value", 3.456, 66049, unit="W"), Reading("power", 3.46, "W")),
    ],
)
def test_sensors_of_every_class_are_read(entry: dict[str, Any], reading: Reading) -> None:
    (sensor,) = devices_of(node(entry))
    assert sensor.kind is Kind.SENSOR
    assert sensor.state.readings == (reading,)


def test_the_stick_itself_is_no_device() -> None:
    assert devices_of(node(isControllerNode=True)) == ()


def test_a_node_without_a_name_goes_by_its_product_or_number() -> None:
    switch = value(37, "currentValue", True)
    assert (
        devices_of(node(switch, name="", deviceConfig={"description": "Smart Plug"}))[0].name == "Smart Plug"
    )
    assert devices_of(node(switch, name=""))[0].name == "Node 5"


def test_a_level_that_is_an_order_is_not_a_brightness() -> None:
    (dimmer,) = devices_of(node(value(38, "currentValue", 255), value(38, "targetValue", 255)))
    assert dimmer.state.level is None


@pytest.mark.parametrize(
    ("location", "found"),
    [
        ("Bedroom", ("Bedroom", "")),
        ("Bedroom (upstairs)", ("Bedroom", "upstairs")),
        ("Upstairs / Bedroom", ("Bedroom", "Upstairs")),
        ("", ("", "")),
    ],
)
def test_a_location_may_name_the_floor(location: str, found: tuple[str, str]) -> None:
    assert place(location) == found
