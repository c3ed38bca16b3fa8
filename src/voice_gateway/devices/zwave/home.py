"""The home behind a Z-Wave server: connects, reconnects, keeps state by events, and waits for devices to
confirm."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.device import Device, Status
from voice_gateway.devices.distant import Distant
from voice_gateway.devices.errors import Asleep
from voice_gateway.devices.home import Confirmation, LeftOut
from voice_gateway.devices.lasting import Lasting
from voice_gateway.devices.zwave.confirming import carry_out
from voice_gateway.devices.zwave.connection import Connection, Event, connect
from voice_gateway.devices.zwave.node import Node, node_from_dump
from voice_gateway.devices.zwave.reading import devices_of
from voice_gateway.devices.zwave.writing import write_for

if TYPE_CHECKING:
    from voice_gateway.devices.change import Change
    from voice_gateway.devices.zwave.writing import Write

_BEGINNING = 30.0
_FORGETS, _LOOKING = 60.0, 2.0
"""Seconds of which a server that died may have kept nothing, and how long it is waited for what is so now."""

_SILENT = "it has told nothing that could be read or switched: its interview may not be complete"


class ZwaveHome(Distant[Connection]):
    """A Z-Wave network."""

    def __init__(self, url: str) -> None:
        super().__init__(url, Lasting(self._open), "the Z-Wave network")
        self._nodes: dict[int, Node] = {}
        self._network = 0
        """The number by which the network is known to others, too."""

        self._written: dict[int, tuple[float, Write]] = {}
        """What each node was told last, and when."""

    async def apply(self, device: Device, change: Change) -> Confirmation:
        if device.status is Status.ASLEEP:
            # The server would keep the command and carry it out hours later, when nobody expects it any more.
            raise Asleep(f"The {device.label} is asleep to save its battery, so it was not changed.")
        connection, node = await self.reached(device), self._nodes[int(device.id.split("-")[1])]
        finished = True
        for part in change.parts:
            write = write_for(device, node, part)
            self._written[node.id] = time.monotonic(), write
            finished &= await carry_out(connection, self.registry, device, node.id, write, part)
        return Confirmation(self.registry[device.id], finished, change)

    @contextlib.asynccontextmanager
    async def _open(self) -> AsyncIterator[Connection]:
        async with connect(self.url, self._hear) as connection:
            async with asyncio.timeout(_BEGINNING):
                self._take(await connection.begin())
            await self._look_again(connection)
            yield connection

    async def _look_again(self, connection: Connection) -> None:
        """Ask for what was changed last: a server that died in between may tell how it was before."""
        since = time.monotonic() - _FORGETS
        lately = {node: write for node, (when, write) in self._written.items() if when > since}
        asked = (
            connection.request("node.poll_value", nodeId=node, valueId=write.shown_by.as_id())
            for node, write in lately.items()
            if node in self._nodes
        )
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LOOKING):
                await asyncio.gather(*asked, return_exceptions=True)

    def _take(self, state: dict[str, Any]) -> None:
        """Take the whole network. A node that is not looked through yet stays as it was known."""
        self._network = (state.get("controller") or {}).get("homeId") or 0
        known = self._nodes
        self._nodes = {}
        devices: list[Device] = []
        for dump in state.get("nodes") or ():
            node = node_from_dump(dump, self._network)
            if not node.values and node.id in known:
                known[node.id].status = node.status
                node = known[node.id]
            self._nodes[node.id] = node
            devices += devices_of(node)
        self.registry.replace(devices)

    def left_out(self) -> tuple[LeftOut, ...]:
        silent = (node for node in self._nodes.values() if not node.is_controller and not devices_of(node))
        return tuple(
            LeftOut(f"node-{node.id}", node.name or node.product or f"Node {node.id}", _SILENT)
            for node in silent
        )

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
            self._nodes[number] = node_from_dump(event["nodeState"], self._network)
        elif (node := self._nodes.get(number)) is None or not node.hear(event):
            return
        for device in devices_of(self._nodes[number]):
            self.registry.put(device)
