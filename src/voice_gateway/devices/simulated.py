"""A home in memory, for whoever has no stick: the same interface, believable delays, one device that is
dead."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from voice_gateway.devices.change import Act, Change
from voice_gateway.devices.data import Asked, Data, DataQuestion, Item
from voice_gateway.devices.device import Device, Status
from voice_gateway.devices.errors import RefusedValue, no_answer
from voice_gateway.devices.home import Confirmation, Health, look_over
from voice_gateway.devices.home_file import HomePlan, default_plan, read_plan
from voice_gateway.devices.kinds import Kind
from voice_gateway.devices.obeying import Obeying
from voice_gateway.devices.registry import Registry
from voice_gateway.tasks import end

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from voice_gateway.devices.kept_states import KeptStates
    from voice_gateway.devices.state import State

_DELAY = 0.04
"""Seconds a radio command takes."""
_LOOK_AGAIN = 0.5
"""Seconds between looks at what other programs have done."""
_PATIENCE = 12
"""A dead device is given up after so many delays: half a second, where a real one takes three."""


class SimulatedHome(Obeying):
    """A home that lives in this process."""

    def __init__(
        self,
        home_plan: HomePlan | None = None,
        *,
        delay: float | None = None,
        kept: KeptStates | None = None,
    ) -> None:
        self._plan = home_plan or default_plan()
        super().__init__(Registry(self._plan.devices))
        planned = _DELAY if self._plan.delay is None else self._plan.delay
        self._delay = planned if delay is None else delay
        self.now: Callable[[], datetime] = lambda: datetime.now().astimezone()
        """The clock by which "tomorrow" is reckoned."""
        self._remembered: dict[str, int] = {}
        self._items = {device_id: list(told.items) for device_id, told in self._plan.known.items()}
        self._kept = kept
        self._alone = asyncio.Lock()
        """Between what is read from the file and what is written there, nobody else comes in."""
        self._following: asyncio.Task[None] | None = None

    async def start(self) -> None:
        now = datetime.now(UTC)
        for device in tuple(self.registry.found.values()):
            if device.status is not Status.DEAD:
                self.registry.put(replace(device, last_seen=now))
        if self._kept:
            await self._take_news(self._kept)
            self._following = asyncio.create_task(self._follow(self._kept))

    async def close(self) -> None:
        await end(self._following)

    async def _follow(self, kept: KeptStates) -> None:
        """See what other programs do in the same home."""
        while True:
            await asyncio.sleep(_LOOK_AGAIN)
            async with self._alone:
                await self._take_news(kept)

    async def _take_news(self, kept: KeptStates) -> None:
        if not kept.is_news:
            return
        states, items = await asyncio.to_thread(kept.news)
        self._items |= items
        for device_id, state in states.items():
            if device := self.registry.found.get(device_id):
                # What a device measures is told by the home file.
                told = replace(state, readings=device.state.readings)
                self.registry.put(replace(device, state=told))

    def health(self) -> Health:
        return look_over(self.devices(), connected=True, source=self._plan.name, note="simulated, no radio")

    async def apply(self, device: Device, change: Change) -> Confirmation:
        if device.status is Status.DEAD:
            await asyncio.sleep(self._delay * _PATIENCE)
            raise no_answer(device.label)
        await asyncio.sleep(self._delay)
        async with self._alone:
            return await self._applied(device, change)

    async def _applied(self, device: Device, change: Change) -> Confirmation:
        if self._kept:
            await self._take_news(self._kept)
        device = self.registry.found[device.id]
        if change.words and change.act:
            self._change_item(device, change.act, change.words)
        changed = replace(device, state=self._after(device, change), last_seen=datetime.now(UTC))
        self.registry.put(changed)
        if self._kept:
            await asyncio.to_thread(self._kept.keep, device.id, changed.state, self._items.get(device.id))
        return Confirmation(self.registry[device.id], change=change)

    async def ask(self, device_id: str, question: DataQuestion) -> Data:
        device, told = self.known(device_id), self._plan.known.get(device_id)
        match question.about, device.kind:
            case Asked.ITEMS, Kind.TODO_LIST:
                return Data(items=tuple(self._items.get(device_id, ())))
            case Asked.FORECAST, Kind.WEATHER if told:
                return Data(forecast=told.forecast_from(self.now().date()))
            case Asked.EVENTS, Kind.CALENDAR if told:
                return Data(events=told.events_between(self.now(), question.start, question.end))
        return await super().ask(device_id, question)

    def set_state(self, device_id: str, state: State) -> None:
        """Change a device from outside, as a hand on its button would."""
        self.registry.put(replace(self.registry.found[device_id], state=state))

    def _change_item(self, device: Device, act: Act, text: str) -> None:
        items = self._items.setdefault(device.id, [])
        if act is Act.ADD_ITEM:
            items.append(Item(text))
            return
        at = next((at for at, item in enumerate(items) if item.text.casefold() == text.casefold()), None)
        if at is None:
            raise RefusedValue(f"I find no {text} on the {device.label}.")
        if act is Act.COMPLETE_ITEM:
            items[at] = replace(items[at], done=True)
        else:
            del items[at]

    def _after(self, device: Device, change: Change) -> State:
        """The state with everything that comes along: a lamp that is dimmed to 40 percent is on."""
        state, told = replace(device.state, **change.told), change.told
        if device.state.level:
            self._remembered[device.id] = device.state.level
        if "level" in told:
            state = replace(state, on=bool(state.level))
        elif "on" in told and state.level is not None:
            # A dimmer comes back as bright as it was.
            level = device.state.level or self._remembered.get(device.id, 100)
            state = replace(state, level=level if state.on else 0)
        if "hue" in told:
            state = replace(state, kelvin=None, effect=None)
        elif "kelvin" in told:
            state = replace(state, hue=None, saturation=None, effect=None)
        if device.kind is Kind.MEDIA_PLAYER and "on" in told and "activity" not in told:
            state = replace(state, activity="idle")
        return state


def load_home(
    path: Path | None = None, *, delay: float | None = None, kept: KeptStates | None = None
) -> SimulatedHome:
    """The simulated home in this file, or the one that is shipped; with `kept`, as it was left."""
    return SimulatedHome(read_plan(path) if path else None, delay=delay, kept=kept)
