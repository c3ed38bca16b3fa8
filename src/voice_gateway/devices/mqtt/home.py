"""The home on an MQTT broker."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from voice_gateway.devices.change import Change, came_true
from voice_gateway.devices.distant import Distant
from voice_gateway.devices.errors import CannotDo, NotAnswering
from voice_gateway.devices.home import Confirmation, Health
from voice_gateway.devices.home_assistant.domains import DOMAINS
from voice_gateway.devices.home_assistant.mapping import Group, device_of, grouped
from voice_gateway.devices.home_assistant.portrait import Units
from voice_gateway.devices.mqtt.broker import Address, Broker
from voice_gateway.devices.mqtt.confirming import Order, carry_out
from voice_gateway.devices.mqtt.house import House
from voice_gateway.devices.mqtt.writing import messages_for

if TYPE_CHECKING:
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.home import LeftOut
    from voice_gateway.devices.home_assistant.entity import Entity
    from voice_gateway.devices.mqtt.announced import Announced
    from voice_gateway.devices.state import State

_NAMED = 3
"""How many of those that cannot be used are named in a note."""
_HUES, _SATURATIONS = 20, 30
"""How far off a colour may be: lamps answer with the nearest that they have, counted another way."""


class MqttHome(Distant[Broker]):
    """What is announced on an MQTT broker, as devices."""

    def __init__(self, address: Address, prefix: str = "homeassistant") -> None:
        self.house = House(address, prefix)
        super().__init__(address.url, self.house.line, "the MQTT broker")
        self._groups: dict[str, Group] = {}
        self.house.subscribe(self._take, self._rebuild)

    def health(self) -> Health:
        found = super().health()
        broken = [one for one in self.unusable() if one.id in self.house.entities]
        if not broken:
            return found
        named = "; ".join(f"{one.name}: {one.reason}" for one in broken[:_NAMED])
        more = f"; and {len(broken) - _NAMED} more" if len(broken) > _NAMED else ""
        return replace(found, note=f"{found.note}; cannot be used: {named}{more}")

    def unusable(self) -> tuple[LeftOut, ...]:
        """What was announced and is not used, and why."""
        return self.house.unusable()

    def left_out(self) -> tuple[LeftOut, ...]:
        return self.unusable()

    async def apply(self, device: Device, change: Change) -> Confirmation:
        announced, entity = self._told(device)
        write = DOMAINS[entity.domain].write if entity.domain in DOMAINS else None
        if write is None:
            raise CannotDo(f"The {device.label} can't be told to do anything.")
        if announced.problem:
            raise CannotDo(f"The {device.label} cannot be used: {announced.problem}.")
        if not entity.available:
            raise NotAnswering(f"The {device.label} does not answer, so it was not changed.")
        units = _units(announced)
        deed = write(entity, change, units)
        messages = tuple(
            message for call in deed.calls for message in messages_for(announced, call, device.label)
        )

        def shows(now: Entity) -> bool:
            return _came_near(deed.expected, DOMAINS[now.domain].read(now, units).state)

        shown = deed.shows or (shows if deed.expected.told else None)
        order = Order(announced, device.label, messages, shown, deed.patience)
        finished = await carry_out(self.house, await self.reached(device), order)
        return Confirmation(self.registry.get(device.id) or device, finished, change)

    def _told(self, device: Device) -> tuple[Announced, Entity]:
        group = self._groups.get(device.id)
        announced = self.house.announced(group.owner) if group else None
        if announced is None:
            raise CannotDo(f"There is no {device.label} on the MQTT broker any more.")
        return announced, self.house.entities[announced.id]

    def _rebuild(self) -> None:
        entities = self.house.entities
        groups = grouped(entities.values())
        self._groups = {member: group for group in groups for member in (group.owner, *group.sensors)}
        self.registry.replace(self._device(group) for group in groups)

    def _take(self, entity: Entity) -> None:
        group = self._groups.get(entity.id)
        # One of its parts may just have been taken back; then all of it is put together anew.
        if group and {group.owner, *group.sensors} <= self.house.entities.keys():
            self.registry.put(self._device(group))

    def _device(self, group: Group) -> Device:
        announced = self.house.announced(group.owner)
        return device_of(group, self.house.entities, _units(announced) if announced else Units())


def _units(announced: Announced) -> Units:
    return Units(fahrenheit=announced.option("temperature_unit") == "F")


def _came_near(wanted: Change, state: State) -> bool:
    """Whether it is as it was asked to be; of a colour, as near to it as the lamp comes."""
    to = wanted.to
    if to.hue is not None and state.hue is not None:
        apart = abs(to.hue - state.hue)
        if min(apart, 360 - apart) > _HUES and (to.saturation or 0) > _SATURATIONS:
            return False
        if abs((to.saturation or 0) - (state.saturation or 0)) > _SATURATIONS:
            return False
        wanted = Change(replace(to, hue=None, saturation=None))
    return came_true(wanted, state)
