"""Sends a write and finds out, from the device itself, what came of it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.change import Change, came_true
from voice_gateway.devices.errors import (
    ConnectionLost,
    DeviceError,
    NotAnswering,
    no_answer,
    refused,
)
from voice_gateway.devices.lasting import NeverSent
from voice_gateway.devices.zwave.connection import RESULTS_SINCE, Connection, RequestFailed
from voice_gateway.devices.zwave.writing import Write

if TYPE_CHECKING:
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.registry import Registry

_WORKING, _SUCCESS, _UNSUPERVISED = 1, 255, 254
_SETTLING = 0.5
"""Seconds in which a device that obeyed usually reports by itself."""
_SHORT_WAY = 2.5
"""A movement that takes longer than this is not waited for."""
_NOT_ANSWERING = frozenset(range(200, 212))
"""The driver's errors for a node that could not be reached."""


async def carry_out(
    connection: Connection, registry: Registry, device: Device, node_id: int, write: Write, change: Change
) -> bool:
    """Send the write once. True when the device shows the change, False while it is on its way.

    Raises NeverSent when nothing has left, and any other DeviceError in plain words.
    """
    status, seconds = await _send(connection, device, node_id, write)
    if status == _WORKING:
        return seconds <= _SHORT_WAY and await _shows(registry, device, change, seconds + _SETTLING)
    if status == _SUCCESS and await _shows(registry, device, change, _SETTLING):
        return True
    # Nobody vouched for it, or the report is missing: ask the device.
    try:
        return await _asked(connection, registry, device, node_id, write, change)
    except (RequestFailed, ConnectionLost) as error:
        raise NotAnswering(
            f"The {device.label} did not confirm. It is not known whether it changed."
        ) from error


async def _send(connection: Connection, device: Device, node_id: int, write: Write) -> tuple[int, float]:
    """What the device said to the write, and how many seconds it will take."""
    try:
        status, seconds = await (_stop if write.stop else _write)(connection, node_id, write)
    except RequestFailed as error:
        if error.zwave_code in _NOT_ANSWERING:
            raise no_answer(device.label) from error
        raise DeviceError(f"The {device.label} could not be changed: {error}.") from error
    except NeverSent:
        raise
    except ConnectionLost as error:
        raise ConnectionLost(
            "The connection to the Z-Wave network broke meanwhile. "
            f"It is not known whether the {device.label} changed."
        ) from error
    if status not in (_WORKING, _SUCCESS, _UNSUPERVISED):
        raise refused(device.label)
    return status, seconds


async def _write(connection: Connection, node_id: int, write: Write) -> tuple[int, float]:
    answer = await connection.request(
        "node.set_value", nodeId=node_id, valueId=write.key.as_id(), value=write.value
    )
    if connection.schema < RESULTS_SINCE:
        return (_UNSUPERVISED if answer.get("success") else 0), 0.0
    result = answer.get("result") or {}
    return int(result.get("status", _UNSUPERVISED)), _seconds(result.get("remainingDuration"))


def _seconds(duration: Any) -> float:
    """A duration such as {"value": 8, "unit": "seconds"} or "8s"; unknown ones are long."""
    if isinstance(duration, dict):
        scale = {"seconds": 1, "minutes": 60}.get(str(duration.get("unit")), 1000)
        return float(duration.get("value") or 0) * scale
    text = str(duration or "")
    return float(text[:-1]) if text.endswith("s") and text[:-1].isdigit() else 1000.0


async def _stop(connection: Connection, node_id: int, write: Write) -> tuple[int, float]:
    arguments = [] if write.key.property_key is None else [write.key.property_key]
    await connection.request(
        "endpoint.invoke_cc_api",
        nodeId=node_id,
        endpoint=write.key.endpoint,
        commandClass=write.key.command_class,
        methodName="stopLevelChange",
        args=arguments,
    )
    # Where it stopped is not known before it is asked.
    return _UNSUPERVISED, 0.0


async def _shows(registry: Registry, device: Device, change: Change, patience: float) -> bool:
    """Wait until the device's own reports show the change."""
    shown = asyncio.Event()

    def look(_changed: Device | None = None) -> None:
        # As the network tells it, which is what the change was written for.
        if came_true(change, registry.found[device.id].state):
            shown.set()

    stop = registry.subscribe(look)
    try:
        look()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await shown.wait()
        return shown.is_set()
    finally:
        stop()


async def _asked(
    connection: Connection, registry: Registry, device: Device, node_id: int, write: Write, change: Change
) -> bool:
    for _ in range(3):
        await connection.request("node.poll_value", nodeId=node_id, valueId=write.shown_by.as_id())
        if await _shows(registry, device, change, _SETTLING):
            return True
    return False
