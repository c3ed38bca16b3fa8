"""Devices on a broker, played: they announce themselves as the real ones do, obey, and report."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import aiomqtt

from tests.mqtt_rig.broker import Mosquitto
from voice_gateway.tasks import beside

Obey = Callable[[str], dict[str, str]]
"""What is published when this is heard, by topic."""
RECORDED: list[dict[str, Any]] = json.loads(
    (Path(__file__).parent / "zigbee2mqtt.json").read_text(encoding="utf-8")
)
"""The devices that a Zigbee2MQTT lists; what they expose was written down from the real one."""


class Stage:
    """Publishes for the devices, and lets them obey."""

    def __init__(self, client: aiomqtt.Client) -> None:
        self._client = client
        self._obeying: dict[str, Obey] = {}
        self.heard: list[tuple[str, str]] = []
        """Everything that devices were told."""
        self.deaf: set[str] = set()
        """Topics on which nobody hears."""

    async def tell(self, topic: str, payload: Any, *, retain: bool = True) -> None:
        text = payload if isinstance(payload, str | bytes) else json.dumps(payload)
        await self._client.publish(topic, text, qos=1, retain=retain)

    async def obeys(self, topic: str, obey: Obey) -> None:
        self._obeying[topic] = obey
        await self._client.subscribe(topic)

    async def switch(self, command: str, state: str) -> None:
        """What is told on one topic is reported on the other."""
        await self.obeys(command, lambda text: {state: text})

    def told(self, topic: str) -> list[str]:
        return [text for where, text in self.heard if where == topic]

    async def play(self) -> None:
        async for message in self._client.messages:
            topic, text = message.topic.value, bytes(message.payload).decode()
            self.heard.append((topic, text))
            if topic in self._obeying and topic not in self.deaf:
                for where, report in self._obeying[topic](text).items():
                    await self.tell(where, report)

    async def zigbee2mqtt(self, devices: list[dict[str, Any]], **states: dict[str, Any]) -> None:
        """A bridge with these devices; `states` by friendly name, those without one tell nothing yet."""
        await self.tell("zigbee2mqtt/bridge/state", {"state": "online"})
        await self.tell("zigbee2mqtt/bridge/devices", devices)
        for device in devices:
            name = device["friendly_name"]
            await self.bulb(name, states.get(name, {}))

    async def bulb(self, name: str, state: dict[str, Any]) -> None:
        """A Zigbee device, or a group: all that it is told becomes so."""
        topic, kept = f"zigbee2mqtt/{name}", dict(state)

        def obey(text: str) -> dict[str, str]:
            wanted = json.loads(text)
            kept.update({key: value for key, value in wanted.items() if value != ""})
            if "color_temp" in wanted or "color" in wanted:
                kept["color_mode"] = "xy" if "color" in wanted else "color_temp"
            return {topic: json.dumps(kept)}

        await self.obeys(f"{topic}/set", obey)
        await self.obeys(f"{topic}/get", obey)
        if state:
            await self.tell(topic, state, retain=False)


@contextlib.asynccontextmanager
async def played(broker: Mosquitto, **login: Any) -> AsyncIterator[Stage]:
    async with aiomqtt.Client("127.0.0.1", broker.port, **login) as client:
        stage = Stage(client)
        async with beside(stage.play()):
            yield stage


def recorded(*names: str) -> list[dict[str, Any]]:
    """These of the recorded devices, or all."""
    return [one for one in RECORDED if not names or one["friendly_name"] in names]
