"""Publishes what a device is told, and finds out from its own reports what came of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from voice_gateway.devices.errors import (
    ConnectionLost,
    DeviceError,
    no_answer_to_it,
    no_confirmation,
)
from voice_gateway.devices.home_assistant.watching import ON_THE_WAY
from voice_gateway.devices.lasting import NeverSent
from voice_gateway.devices.mqtt.announced import Announced, Message
from voice_gateway.tasks import end

if TYPE_CHECKING:
    from voice_gateway.devices.home_assistant.entity import Entity
    from voice_gateway.devices.mqtt.broker import Broker
    from voice_gateway.devices.mqtt.house import House

_SETTLING = 1.0
"""Seconds in which a device that obeyed reports. One that was so already may have nothing to report."""
_SILENCE = 3.0
"""Seconds after which nothing will come any more."""
_JAMMED = "jammed"
_REPORTED = {
    "command_topic": ("state_topic", "position_topic"),
    "set_position_topic": ("position_topic", "state_topic"),
    "tilt_command_topic": ("tilt_status_topic",),
    "set_fan_speed_topic": ("state_topic",),
    "start_mowing_command_topic": ("activity_state_topic",),
    "pause_command_topic": ("activity_state_topic",),
    "dock_command_topic": ("activity_state_topic",),
    "power_command_topic": ("mode_state_topic",),
}


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done to one device, and how it is known that it was done."""

    announced: Announced
    label: str
    messages: tuple[Message, ...]
    shows: Callable[[Entity], bool] | None
    """Whether it is as it should be; None for what leaves no state behind."""
    patience: float
    """Seconds to wait for the end once it is on its way."""


async def carry_out(house: House, broker: Broker, order: Order) -> bool:
    """Publish, once. True when the device shows it, False while it is on its way or where it never reports.

    Raises NeverSent when nothing has left, and any other DeviceError in plain words.
    """
    watch = _Watch(house, order)
    try:
        for number, message in enumerate(order.messages):
            await _send(broker, message, order.label, first=number == 0)
        if order.shows is None:
            return True
        if not all(reports(order.announced, message.option) for message in order.messages):
            return False
        return await _outcome(broker, watch, order)
    finally:
        watch.stop()


def reports(announced: Announced, option: str) -> bool:
    """Whether the device tells what becomes of what it is told there."""
    told = _REPORTED.get(option, (option.replace("_command_topic", "_state_topic"),))
    return announced.option(*told) is not None


async def _send(broker: Broker, message: Message, label: str, *, first: bool) -> None:
    try:
        await broker.publish(message)
    except ConnectionLost as error:
        if first and isinstance(error, NeverSent):
            raise
        raise ConnectionLost(
            f"The connection to the MQTT broker broke meanwhile. It is not known whether the {label} changed."
        ) from error


async def _outcome(broker: Broker, watch: _Watch, order: Order) -> bool:
    sent, asked, ending = time.monotonic(), False, asyncio.create_task(broker.ended())
    try:
        while True:
            now = time.monotonic() - sent
            if watch.shown and (watch.reported or now >= _SETTLING):
                return True
            _refuse(watch, order.label)
            if watch.moving_since and time.monotonic() >= watch.moving_since + order.patience:
                return False
            if ending.done():
                raise ConnectionLost(
                    "The connection to the MQTT broker broke meanwhile. "
                    f"It is not known whether the {order.label} changed."
                )
            if now >= _SILENCE and not watch.moving_since:
                raise no_confirmation(order.label)
            if now >= _SETTLING and not asked and order.announced.refresh:
                asked = True
                await broker.publish(order.announced.refresh)
            await watch.news(ending, 0.1)
    finally:
        await end(ending)


def _refuse(watch: _Watch, label: str) -> None:
    if not watch.latest.available:
        raise no_answer_to_it(label)
    if watch.reported and watch.latest.state.value == _JAMMED:
        raise DeviceError(f"The {label} is jammed.")


class _Watch:
    """Gathers a device's reports until `stop`."""

    def __init__(self, house: House, order: Order) -> None:
        self._shows = order.shows
        self.latest = house.entities[order.announced.id]
        self._before = _places(self.latest)
        self.reported = False
        self.moving_since: float | None = None
        self._news = asyncio.Event()
        self.stop = house.subscribe(self._look)

    @property
    def shown(self) -> bool:
        return self._shows is not None and self._shows(self.latest)

    def _look(self, entity: Entity) -> None:
        if entity.id == self.latest.id:
            self.latest, self.reported = entity, True
            if entity.state.value in ON_THE_WAY or _places(entity) != self._before:
                self.moving_since = self.moving_since or time.monotonic()
            self._news.set()

    async def news(self, ending: asyncio.Task[None], longest: float) -> None:
        report = asyncio.create_task(self._news.wait())
        await asyncio.wait({report, ending}, timeout=longest, return_when=asyncio.FIRST_COMPLETED)
        await end(report)
        self._news.clear()


def _places(entity: Entity) -> tuple[object, object]:
    return entity.attribute("current_position"), entity.attribute("current_tilt_position")
