"""The home as every gateway of it sees it: its owner is connected, the others go through it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from voice_gateway.devices import Command, Device, Home, device_from_table
from voice_gateway.devices.data import Data, DataQuestion
from voice_gateway.devices.errors import DeviceError, Unreached
from voice_gateway.devices.home import Confirmation, Health, LeftOut, look_over
from voice_gateway.devices.registry import Registry
from voice_gateway.fleet import home_forms as forms
from voice_gateway.fleet.actions import Actions
from voice_gateway.fleet.behind import Behind
from voice_gateway.fleet.commanding import ANSWER, Commanding
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.fleet.line import Line

if TYPE_CHECKING:
    from nats.aio.subscription import Subscription

_PAGE: Final = 200
"""Devices in one message, which may not be larger than a megabyte."""


class SharedHome:
    """`open_source` gives the real connections; it is called each time the home becomes ours."""

    def __init__(
        self, line: Line, actions: Actions, open_source: Callable[[], Home], is_ours: Callable[[], bool]
    ) -> None:
        self.registry = Registry()
        self.names: dict[str, str] = {}
        self._line = line
        self._commanding = Commanding(line, actions, lambda: self._source, is_ours)
        self._open_source = open_source
        self._is_ours = is_ours
        self._source: Home | None = None
        self._told: dict[str, Any] = {"connected": False, "source": "the fleet", "note": "nobody owns it yet"}
        self._watchers: list[Callable[[], None]] = []
        self._follows: list[Subscription] = []
        self._serves: list[Subscription] = []
        self._stops: list[Callable[[], None]] = []
        self._behind = Behind()

    async def start(self) -> None:
        """Follow what the owner sees, whoever that is."""
        await self._follow()
        with suppress(Unanswered):
            await self.look()

    async def close(self) -> None:
        await self._line.stop(self._follows)
        await self._behind.settled()
        await self._commanding.settled()

    async def _follow(self) -> None:
        self._follows = [
            await self._line.answering("device", self._device_told),
            await self._line.answering("owned", self._owner_told),
        ]

    async def own(self) -> None:
        """The home is ours: connect to it, and take the others' commands."""
        source = self._open_source()
        await source.start()
        await self._line.stop(self._follows)
        self._source, self.names = source, source.names
        self.registry.replace(source.devices())
        self._stops = [source.registry.subscribe(self._changed, self._gone)]
        source.watch(self._reach)
        self._serves = [
            await self._line.answering("command", self._commanding.asked),
            await self._line.answering("devices", self._devices_asked),
            await self._line.answering("question", self._question_asked),
        ]
        await self._line.tell("owned")
        self._reach()

    async def disown(self) -> None:
        source, self._source = self._source, None
        await self._line.stop(self._serves)
        for stop in self._stops:
            stop()
        if source:
            self._told = {**self._health_told(source), "connected": False, "note": "it changes hands"}
            await source.close()
        await self._follow()

    def devices(self) -> tuple[Device, ...]:
        return self.registry.all()

    async def command(self, device_id: str, command: Command) -> Confirmation:
        return await self._commanding.command(self.registry.known(device_id), command)

    async def ask(self, device_id: str, question: DataQuestion) -> Data:
        if self._source and self._is_ours():
            return await self._source.ask(device_id, question)
        told = {"device": device_id, "question": forms.question_table(question)}
        try:
            return forms.read_data(await self._line.ask("question", told, ANSWER))
        except Unanswered:
            raise Unreached("The home cannot be reached right now.") from None

    def watch(self, told: Callable[[], None]) -> None:
        self._watchers.append(told)

    def health(self) -> Health:
        if self._source:
            return self._source.health()
        return look_over(self.devices(), **self._told)

    def left_out(self) -> tuple[LeftOut, ...]:
        return self._source.left_out() if self._source else ()

    async def _question_asked(self, asked: dict[str, Any]) -> dict[str, Any] | None:
        if not self._source:
            return None
        try:
            data = await self._source.ask(asked["device"], forms.read_question(asked["question"]))
        except DeviceError as error:
            return forms.error_table(error)
        return asdict(data)

    async def _devices_asked(self, asked: dict[str, Any]) -> dict[str, Any] | None:
        if not self._source:
            return None
        first = int(asked.get("first", 0))
        page = self.devices()[first : first + _PAGE]
        return {
            "devices": [device.as_table() for device in page],
            "all": len(self.devices()),
            "names": self.names,
            "health": self._health_told(self._source),
        }

    async def _device_told(self, told: dict[str, Any]) -> None:
        if self._source:
            return
        if gone := told.get("gone"):
            self.registry.remove(gone)
        else:
            self.registry.put(device_from_table(told["device"]))

    async def _owner_told(self, _told: dict[str, Any]) -> None:
        with suppress(Unanswered):
            await self.look()

    async def look(self) -> None:
        """See everything as the owner sees it."""
        if self._source:
            return
        found: list[Device] = []
        while True:
            told = await self._line.ask("devices", {"first": len(found)}, ANSWER)
            found += [device_from_table(one) for one in told["devices"]]
            if len(found) >= told["all"] or not told["devices"]:
                break
        self.names = dict(told["names"])
        self._told = told["health"]
        self.registry.replace(found)
        self._reach()

    def _changed(self, device: Device) -> None:
        self.registry.put(device)
        self._tell({"device": device.as_table()})

    def _gone(self, device_id: str) -> None:
        self.registry.remove(device_id)
        self._tell({"gone": device_id})

    def _reach(self) -> None:
        for watcher in self._watchers:
            watcher()

    def _tell(self, told: dict[str, Any]) -> None:
        self._behind.add(partial(self._line.tell, "device", told))

    def _health_told(self, source: Home) -> dict[str, Any]:
        health = source.health()
        return {
            "connected": health.connected, "source": health.source, "note": health.note, "name": health.name,
        }  # fmt: skip
