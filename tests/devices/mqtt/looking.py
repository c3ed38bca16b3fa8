"""Ways to look at a home in a test."""

import json

from tests.mqtt_rig.stage import Stage
from voice_gateway.devices import Action, Command, Confirmation, Device
from voice_gateway.devices.mqtt import MqttHome


def named(home: MqttHome, name: str) -> Device:
    [device] = [one for one in home.devices() if one.name.lower() == name.lower()]
    return device


async def tell(home: MqttHome, name: str, action: Action, value: float | str | None = None) -> Confirmation:
    return await home.command(named(home, name).id, Command(action, value))


def last(stage: Stage, topic: str) -> object:
    """What a device was told last, as it is or as a table."""
    text = stage.told(topic)[-1]
    return json.loads(text) if text.startswith("{") else text


def names(home: MqttHome) -> set[str]:
    return {device.name for device in home.devices()}
