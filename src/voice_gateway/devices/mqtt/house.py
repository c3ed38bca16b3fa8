"""All that is on a broker: what was announced, and how each of it is."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.home import LeftOut
from voice_gateway.devices.home_assistant.audience import Audience
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.lasting import Lasting
from voice_gateway.devices.mqtt import zigbee
from voice_gateway.devices.mqtt.announced import Announced, one_thing_each
from voice_gateway.devices.mqtt.broker import Address, Broker, connect
from voice_gateway.devices.mqtt.discovery import announced_on, filters
from voice_gateway.devices.mqtt.heard import Heard, as_json
from voice_gateway.devices.mqtt.reading import entity_of
from voice_gateway.tasks import end

_GATHERING = 0.1
"""Seconds in which announcements are gathered: they come in bunches."""
_BETWEEN = 0.05
"""Seconds between two devices that are asked how they are; a radio is slow."""
_LOOKING_AGAIN = 30.0
"""Seconds after which is looked for reports that are too old to be believed."""
_ZIGBEE = "zigbee2mqtt_"

log = logging.getLogger(__name__)


class House(Audience):
    """Follows one broker. While the connection is down, everything stays as it was."""

    def __init__(self, address: Address, prefix: str) -> None:
        super().__init__()
        self.heard = Heard()
        self.line = Lasting(lambda: self._open(address))
        self._prefix = prefix
        self._discovered: dict[str, tuple[Announced, ...]] = {}
        self._bridges: dict[str, dict[str, Any]] = {}
        self._announced: dict[str, Announced] = {}
        self._entities: dict[str, Entity] = {}
        self._listening: dict[str, tuple[str, ...]] = {}
        self._left_out: tuple[LeftOut, ...] = ()
        self._stale = asyncio.Event()

    @property
    def entities(self) -> Mapping[str, Entity]:
        return MappingProxyType(self._entities)

    def announced(self, entity_id: str) -> Announced | None:
        return self._announced.get(entity_id)

    def unusable(self) -> tuple[LeftOut, ...]:
        """What was announced and is not used, and why."""
        broken = (LeftOut(one.id, one.name, one.problem) for one in self._announced.values() if one.problem)
        return (*self._left_out, *broken)

    @contextlib.asynccontextmanager
    async def _open(self, address: Address) -> AsyncIterator[Broker]:
        # What was announced while nobody listened comes again; what was taken back does not.
        self._discovered, self._bridges, known = {}, {}, frozenset(self._listening)
        async with connect(address, self._take) as broker:
            await broker.listen((*filters(self._prefix), *zigbee.FILTERS))
            self._stale.clear()
            await self._settle(broker, frozenset())
            self.heard.keep(frozenset(self._listening) | known)
            following = asyncio.create_task(self._follow(broker))
            try:
                yield broker
            finally:
                await end(following)

    async def _follow(self, broker: Broker) -> None:
        """Take in whatever is announced, for as long as the connection lasts."""
        try:
            await self._ask_around(broker, self._announced.values())
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_LOOKING_AGAIN):
                        await self._stale.wait()
                if not self._stale.is_set():
                    self._renew(one.id for one in self._announced.values() if one.option("expire_after"))
                    continue
                await asyncio.sleep(_GATHERING)
                self._stale.clear()
                before = dict(self._announced)
                await self._settle(broker, frozenset(self._listening))
                fresh = (one for one in self._announced.values() if before.get(one.id) != one)
                await self._ask_around(broker, fresh)
        except ConnectionLost as error:
            log.info("What was announced could not be followed: %s", error.message)

    async def _settle(self, broker: Broker, listened: frozenset[str]) -> None:
        """Put together what is there now, and listen to all of it."""
        self._rebuild()
        wanted = frozenset(self._listening)
        await broker.ignore(listened - wanted)
        if fresh := wanted - listened:
            await broker.listen(fresh)
        self.heard.keep(wanted)
        self.tell_rebuilt()

    async def _ask_around(self, broker: Broker, announced: Iterable[Announced]) -> None:
        """Ask them how they are: what happened while nobody listened, few of them tell again."""
        for message in dict.fromkeys(one.refresh for one in tuple(announced) if one.refresh):
            await broker.publish(message)
            await asyncio.sleep(_BETWEEN)

    def _rebuild(self) -> None:
        bridged = [
            part
            for base, told in self._bridges.items()
            for part in zigbee.announced_by(base, told.get("devices"), told.get("groups"))
        ]
        discovered = [part for parts in self._discovered.values() for part in parts]
        # A bridge may announce its devices the other way too, in fewer words.
        listed = one_thing_each(
            [*bridged, *(one for one in discovered if not bridged or not _of_zigbee(one))]
        )
        used = {one.id: one for one in listed if not _left_out(one)}
        self._left_out = tuple(
            LeftOut(one.id, one.name, reason) for one in listed if (reason := _left_out(one))
        )
        listening: dict[str, list[str]] = {}
        for one in used.values():
            for topic in one.topics() if not one.problem else ():
                listening.setdefault(topic, []).append(one.id)
        self._announced = used
        self._listening = {topic: tuple(ids) for topic, ids in listening.items()}
        self._entities = {one.id: entity_of(one, self.heard) for one in used.values()}

    def _take(self, topic: str, text: str) -> None:
        """One message of the broker."""
        if bridge := zigbee.bridge_of(topic):
            base, what = bridge
            self._bridges.setdefault(base, {})[what] = as_json(text)
            self._stale.set()
        elif (parts := announced_on(topic, text, self._prefix)) is not None:
            self._discovered[topic] = parts
            self._stale.set()
        if topic in self._listening:
            self.heard.take(topic, text)
            self._renew(self._listening[topic])

    def _renew(self, entity_ids: Iterable[str]) -> None:
        for entity_id in entity_ids:
            self._entities[entity_id] = entity_of(self._announced[entity_id], self.heard)
            self.tell_changed(self._entities[entity_id])


def _of_zigbee(announced: Announced) -> bool:
    thing = announced.thing
    return thing is not None and any(one[1].startswith(_ZIGBEE) for one in thing.identifiers)


def _left_out(announced: Announced) -> str:
    """Why it is no device to anybody who talks; empty where it is."""
    category = announced.option("entity_category")
    if category and announced.option("device_class") != "battery":
        return f"it is one of the {category} entities of its device"
    if announced.option("enabled_by_default") is False:
        return "its device says that it is not to be used unless somebody wants it"
    return announced.problem if not announced.config else ""
