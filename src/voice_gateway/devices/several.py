"""One home over several sources: each starts and heals by itself, and what two of them see is one device."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from voice_gateway.devices.device import Device, Status
from voice_gateway.devices.distant import late
from voice_gateway.devices.errors import CannotDo, ConnectionLost, Unreached
from voice_gateway.devices.home import (
    TIME_LIMIT,
    Confirmation,
    Health,
    Home,
    LeftOut,
    look_over,
)
from voice_gateway.devices.joining import JoinedRegistry, Sighting, joined
from voice_gateway.tasks import end

if TYPE_CHECKING:
    from voice_gateway.devices.commands import Command
    from voice_gateway.devices.data import Data, DataQuestion

_GRACE = 1.5
"""Seconds that the other sources have to begin once the first is there; later ones join when they can."""


class Several:
    """Sources from the nearest to the devices (a radio) to the nearest to the people (Home Assistant): a
    device is commanded through the first of those that see it, and called what the last one calls it."""

    def __init__(self, sources: Sequence[Home]) -> None:
        self.sources = tuple(sources)
        self.registry = JoinedRegistry()
        self.names: dict[str, str] = {}
        self._up = [source.health().connected for source in self.sources]
        self._sightings: dict[tuple[int, str], Sighting] = {}
        self._by_id: dict[str, Sighting] = {}
        self._by_mark: dict[str, list[Sighting]] = {}
        self._starting: set[asyncio.Task[None]] = set()
        for place, source in enumerate(self.sources):
            for device in source.devices():
                self._see(place, device)
            source.registry.subscribe(partial(self._see, place), partial(self._lose, place))
            source.watch(partial(self._look_again, place))

    async def start(self) -> None:
        """Returns soon after the first source is there: one that cannot be reached keeps nobody waiting."""
        self._starting = {asyncio.create_task(source.start()) for source in self.sources}
        done, waiting = await asyncio.wait(self._starting, return_when=asyncio.FIRST_COMPLETED)
        if waiting:
            more, _ = await asyncio.wait(waiting, timeout=_GRACE if any(self._up) else None)
            done |= more
        for task in done:
            task.result()

    async def close(self) -> None:
        await end(*self._starting)
        await asyncio.gather(*(source.close() for source in self.sources))

    def devices(self) -> tuple[Device, ...]:
        return self.registry.all()

    def watch(self, told: Callable[[], None]) -> None:
        for source in self.sources:
            source.watch(told)

    def left_out(self) -> tuple[LeftOut, ...]:
        return tuple(one for source in self.sources for one in source.left_out())

    def health(self) -> Health:
        parts = tuple(source.health() for source in self.sources)
        return look_over(
            self.devices(),
            connected=any(part.connected for part in parts),
            source=", ".join(part.source for part in parts),
            note="; ".join(f"{part.name}: {part.note}" for part in parts),
            parts=parts,
        )

    def seen_by(self, device_id: str) -> tuple[str, ...]:
        """The names of the sources that see it, from the one that is told what to do."""
        return tuple(self.sources[place].health().name for place in self._ways(self._known(device_id)))

    async def command(self, device_id: str, command: Command) -> Confirmation:
        sighting = self._known(device_id)
        *others, last = self._ways(sighting)
        try:
            async with asyncio.timeout(TIME_LIMIT if others else None):
                for place in others:
                    # Nothing has left when it is not reached, so that nothing is done twice by another way.
                    with contextlib.suppress(Unreached):
                        return await self._tell(sighting, place, command)
                return await self._tell(sighting, last, command)
        except TimeoutError as error:
            raise late(self.registry[device_id]) from error

    async def _tell(self, sighting: Sighting, place: int, command: Command) -> Confirmation:
        told = await self.sources[place].command(sighting.by[place].id, command)
        return Confirmation(self.registry[sighting.id], told.finished, told.change)

    async def ask(self, device_id: str, question: DataQuestion) -> Data:
        sighting = self._known(device_id)
        *others, last = self._ways(sighting)
        for place in others:
            with contextlib.suppress(CannotDo, ConnectionLost):
                return await self.sources[place].ask(sighting.by[place].id, question)
        return await self.sources[last].ask(sighting.by[last].id, question)

    def _known(self, device_id: str) -> Sighting:
        return self._by_id[self.registry.known(device_id).id]

    def _ways(self, sighting: Sighting) -> list[int]:
        """Who can command it, best first: those that can be reached, and of these the nearest."""
        return sorted(
            sighting.by,
            key=lambda place: (not self._up[place], sighting.by[place].status is Status.DEAD, place),
        )

    def _look_again(self, place: int) -> None:
        """A source came or went: what it sees is commanded another way, or not at all."""
        self._up[place] = self.sources[place].health().connected
        for (seen_by, _), sighting in tuple(self._sightings.items()):
            if seen_by == place:
                self._put_together(sighting)

    def _see(self, place: int, device: Device) -> None:
        sighting = self._sightings.get((place, device.id))
        if sighting and sighting.by[place].marks != device.marks:
            self._lose(place, device.id)
            sighting = None
        if sighting is None:
            # A part of a thing has the longer mark, and is looked for first.
            marks = sorted(device.marks, key=len, reverse=True)
            fitting = (one for mark in marks for one in self._by_mark.get(mark, ()) if place not in one.by)
            sighting = self._sightings[place, device.id] = next(fitting, None) or Sighting()
            for mark in marks:
                self._by_mark.setdefault(mark, []).append(sighting)
        sighting.by[place] = device
        self._put_together(sighting)

    def _lose(self, place: int, device_id: str) -> None:
        sighting = self._sightings.pop((place, device_id), None)
        if sighting is None:
            return
        for mark in sighting.by.pop(place).marks:
            self._by_mark[mark].remove(sighting)
        if sighting.by:
            self._put_together(sighting)
        else:
            del self._by_id[sighting.id]
            self.registry.remove(sighting.id)

    def _put_together(self, sighting: Sighting) -> None:
        """The device as it is now, under the id that its nearest source gives it."""
        self._rename(sighting)
        seen = [sighting.by[place] for place in sorted(sighting.by)]
        way = self._ways(sighting)[0]
        device = joined(sighting.id, sighting.by[way], seen, reachable=self._up[way])
        for place, theirs in sighting.by.items():
            self.sources[place].names[theirs.id] = device.name
        self.registry.put(device)

    def _rename(self, sighting: Sighting) -> None:
        nearest = min(sighting.by)
        known, wanted = sighting.id, sighting.by[nearest].id
        if self._by_id.get(wanted) not in (None, sighting):
            # Sources do not know of each other's ids; where two have the same, they are not the same device.
            wanted = f"{wanted}@{nearest}"
        if known != wanted:
            self._by_id.pop(known, None)
            sighting.id, self._by_id[wanted] = wanted, sighting
            self.registry.remove(known)
        further = {known, *(device.id for place, device in sighting.by.items() if place != nearest)}
        self.registry.other_ids |= dict.fromkeys(further - self._by_id.keys(), wanted)
