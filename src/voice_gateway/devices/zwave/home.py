"""The home behind a Z-Wave server: connects, reconnects, keeps state by events, and waits for devices to
confirm."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.device import Device, Status
from voice_gateway.devices.errors import Asleep, ConnectionLost, NotAnswering
from voice_gateway.devices.home import TIME_LIMIT, Confirmation, Health, look_over
from voice_gateway.devices.obeying import Obeying
from voice_gateway.devices.registry import Registry
from voice_gateway.devices.zwave.confirming import carry_out
from voice_gateway.devices.zwave.connection import Connection, Event, NeverSent, connect
from voice_gateway.devices.zwave.node import Node, node_from_dump
from voice_gateway.devices.zwave.reading import devices_of
from voice_gateway.devices.zwave.writing import write_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from voice_gateway.devices.change import Change
    from voice_gateway.devices.commands import Command
    from voice_gateway.devices.home import Listener

_FIRST_WAIT, _LONGEST_WAIT = 0.25, 5.0
"""Seconds between attempts to reconnect; a command that waits makes the next attempt at once."""
_PATIENCE = 3.0
"""Seconds a command waits for the connection to come back."""


class ZwaveHome(Obeying):
    """A Z-Wave network. After `start` it stays connected by itself until `close`."""

    def __init__(self, url: str) -> None:
        super().__init__(Registry())
        self.url = url
        self._nodes: dict[int, Node] = {}
        self._connection: Connection | None = None
        self._online = asyncio.Event()
        self._tried = asyncio.Event()
        self._wanted = asyncio.Event()
        self._note = "not started"
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._stay_connected())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._tried.wait(), TIME_LIMIT)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    def devices(self) -> tuple[Device, ...]:
        return self.registry.all()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        return self.registry.subscribe(listener)

    def health(self) -> Health:
        return look_over(self.devices(), connected=self._online.is_set(), source=self.url, note=self._note)

    async def command(self, device_id: str, command: Command) -> Confirmation:
        try:
            async with asyncio.timeout(TIME_LIMIT):
                while True:
                    with contextlib.suppress(NeverSent):
                        return await super().command(device_id, command)
                    # The server is gone and the loop that reconnects has not noticed yet.
                    self._connection = None
                    self._online.clear()
        except TimeoutError as error:
            raise NotAnswering(
                f"The {self.known(device_id).label} did not confirm in time. "
                "It is not known whether it changed."
            ) from error

    async def reach(self, device: Device) -> None:
        await self._connected(device)

    async def apply(self, device: Device, change: Change) -> Confirmation:
        if device.status is Status.ASLEEP:
            # The server would keep the command and carry it out hours later, when nobody expects it any more.
            raise Asleep(f"The {device.label} is asleep to save its battery, so it was not changed.")
        connection, node = await self._connected(device), self._nodes[int(device.id.split("-")[1])]
        finished = True
        for part in change.parts:
            write = write_for(device, node, part)
            finished &= await carry_out(connection, self.registry, device, node.id, write, part)
        return Confirmation(self.registry[device.id], finished, change)

    async def _connected(self, device: Device) -> Connection:
        if self._connection is None:
            self._wanted.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._online.wait(), _PATIENCE)
        if self._connection is None:
            raise ConnectionLost(
                f"The Z-Wave network cannot be reached, so the {device.label} was not changed. ({self._note})"
            )
        return self._connection

    async def _stay_connected(self) -> None:
        wait = _FIRST_WAIT
        while True:
            try:
                async with connect(self.url, self._hear) as connection:
                    async with asyncio.timeout(30):
                        state = await connection.begin()
                    self._take(state)
                    self._connection, self._note = connection, connection.versions
                    self._online.set()
                    self._tried.set()
                    wait = _FIRST_WAIT
                    await connection.ended()
                self._note = "the connection was lost"
            except ConnectionLost as error:
                self._note = error.message
            except Exception as error:  # an answer nobody foresaw must not end the reconnecting
                self._note = f"its answer was not understood: {error}"
            finally:
                self._connection = None
                self._online.clear()
                self._tried.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), wait)
                wait = _FIRST_WAIT
            self._wanted.clear()
            wait = min(wait * 2, _LONGEST_WAIT)

    def _take(self, state: dict[str, Any]) -> None:
        """Take the whole network. A node that is not looked through yet stays as it was known."""
        known = self._nodes
        self._nodes = {}
        devices: list[Device] = []
        for dump in state.get("nodes") or ():
            node = node_from_dump(dump)
            if not node.values and node.id in known:
                known[node.id].status = node.status
                node = known[node.id]
            self._nodes[node.id] = node
            devices += devices_of(node)
        self.registry.replace(devices)

    def _hear(self, event: Event) -> None:
        if event.get("source") == "node":
            self._hear_node(event)
        elif event.get("event") == "node removed":
            gone = self._nodes.pop((event.get("node") or {}).get("nodeId", 0), None)
            for device in devices_of(gone) if gone else ():
                self.registry.remove(device.id)

    def _hear_node(self, event: Event) -> None:
        number = int(event.get("nodeId") or 0)
        if event.get("event") == "ready" and event.get("nodeState"):
            # Only now is it known what the node is.
            self._nodes[number] = node_from_dump(event["nodeState"])
        elif (node := self._nodes.get(number)) is None or not node.hear(event):
            return
        for device in devices_of(self._nodes[number]):
            self.registry.put(device)
