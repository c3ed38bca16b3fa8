"""The home behind a Home Assistant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.devices.change import Act, came_true
from voice_gateway.devices.degrees import Degrees
from voice_gateway.devices.distant import Distant
from voice_gateway.devices.errors import CannotDo, NotAnswering
from voice_gateway.devices.home import Confirmation
from voice_gateway.devices.home_assistant.asking import data_of
from voice_gateway.devices.home_assistant.connection import Connection
from voice_gateway.devices.home_assistant.domains import DOMAINS
from voice_gateway.devices.home_assistant.house import House
from voice_gateway.devices.home_assistant.listing import change_item
from voice_gateway.devices.home_assistant.mapping import Group, device_of, grouped
from voice_gateway.devices.home_assistant.portrait import Units
from voice_gateway.devices.home_assistant.services import Order, carry_out
from voice_gateway.devices.home_assistant.watching import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from voice_gateway.devices.change import Change
    from voice_gateway.devices.data import Data, DataQuestion
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.home import LeftOut
    from voice_gateway.devices.home_assistant.entity import Entity
    from voice_gateway.devices.home_assistant.portrait import Deed

_UNSEEN = frozenset({Act.NEXT, Act.PREVIOUS})
"""What may well have been done although nothing is reported."""


class HomeAssistantHome(Distant[Connection]):
    """What a Home Assistant lets voice assistants see, as devices."""

    def __init__(self, url: str, token: str) -> None:
        self.house = House(url, token)
        super().__init__(url, self.house.line, "Home Assistant")
        self._groups: dict[str, Group] = {}
        self.count_in: Callable[[Degrees], None] = lambda degrees: None
        """Is told what the house counts in, once that is known."""
        self.house.view.subscribe(self._take, self._rebuild)

    async def apply(self, device: Device, change: Change) -> Confirmation:
        entity = self._entity(device)
        if change.act in (Act.ADD_ITEM, Act.REMOVE_ITEM, Act.COMPLETE_ITEM):
            await change_item(self.house, entity, device.label, change.act, change.words)
            return Confirmation(self.registry[device.id], change=change)
        write = DOMAINS[entity.domain].write if entity.domain in DOMAINS else None
        if write is None:
            raise CannotDo(f"The {device.label} can't be told to do anything.")
        deed = write(entity, change, self._units)
        finished = await self._done(device, entity, change, deed)
        return Confirmation(self.registry[device.id], finished, change)

    async def ask(self, device_id: str, question: DataQuestion) -> Data:
        device = self.known(device_id)
        await self.reach(device)
        return await data_of(self.house, self._entity(device), device.label, question)

    def left_out(self) -> tuple[LeftOut, ...]:
        return self.house.view.unexposed()

    async def _done(self, device: Device, entity: Entity, change: Change, deed: Deed) -> bool:
        def shows(now: Entity) -> bool:
            return came_true(deed.expected, DOMAINS[now.domain].read(now, self._units).state)

        shown = deed.shows or (shows if deed.expected.told else None)
        order = Order(entity.id, device.label, deed.calls, shown, deed.patience)
        try:
            return await carry_out(self.house, order) is Outcome.DONE
        except NotAnswering:
            if change.act in _UNSEEN:
                return False
            raise

    def _entity(self, device: Device) -> Entity:
        entity = self.house.view.get(self._groups[device.id].owner)
        if entity is None:
            raise CannotDo(f"Home Assistant has no {device.label} any more.")
        return entity

    @property
    def _units(self) -> Units:
        known = self.house.view.registries
        return Units(fahrenheit=known is not None and known.config.temperature_unit.endswith("F"))

    def _rebuild(self) -> None:
        entities = self.house.view.entities
        groups = grouped(entities.values())
        self._groups = {member: group for group in groups for member in (group.owner, *group.sensors)}
        self.count_in(Degrees.FAHRENHEIT if self._units.fahrenheit else Degrees.CELSIUS)
        self.registry.replace(device_of(group, entities, self._units) for group in groups)

    def _take(self, entity: Entity) -> None:
        if group := self._groups.get(entity.id):
            self.registry.put(device_of(group, self.house.view.entities, self._units))
