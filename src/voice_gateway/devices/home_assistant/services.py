"""Does things in Home Assistant, and asks it for what only a service tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.errors import (
    CannotDo,
    ConnectionLost,
    DeviceError,
    RefusedValue,
    no_answer,
    no_answer_to_it,
    no_confirmation,
    refused,
)
from voice_gateway.devices.home import TIME_LIMIT
from voice_gateway.devices.home_assistant.connection import RequestFailed
from voice_gateway.devices.home_assistant.watching import Outcome, Watch
from voice_gateway.devices.lasting import NeverSent
from voice_gateway.tasks import end

if TYPE_CHECKING:
    from voice_gateway.devices.home_assistant.connection import Connection
    from voice_gateway.devices.home_assistant.entity import Entity
    from voice_gateway.devices.home_assistant.house import House


@dataclass(frozen=True, slots=True)
class Call:
    """A service of Home Assistant, and what it is told."""

    domain: str
    service: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done to one entity, and how it is known that it was done."""

    entity_id: str
    label: str
    """What the entity is called in the middle of a sentence."""
    calls: tuple[Call, ...]
    shows: Callable[[Entity], bool] | None = None
    """Whether the entity is as it should be. Without it, any report that the calls brought about will do: a
    button has nothing to show but that it was pressed."""
    patience: float = TIME_LIMIT
    """Seconds to wait for the end once it is on its way."""


async def carry_out(house: House, order: Order) -> Outcome:
    """Make the calls once and wait until Home Assistant reports what came of them.

    Raises NeverSent when nothing has left, and any other DeviceError in plain words.
    """
    entity = house.view.get(order.entity_id)
    # Home Assistant answers “success” for an entity that it does not have, or whose device is away.
    if entity is None:
        raise DeviceError(f"Home Assistant has no {order.label} any more.")
    if not entity.available:
        raise no_answer(order.label)
    connection = await _reached(house, f"so the {order.label} was not changed")
    watch = Watch(house.view, entity, order.shows, order.patience)
    calling = asyncio.create_task(_make(connection, order))
    ending = asyncio.create_task(connection.ended())
    try:
        while (outcome := watch.outcome(calling)) is None:
            if ending.done():
                raise ConnectionLost("the connection was closed")
            await watch.news(calling, ending)
    except RequestFailed as error:
        raise _in_words(error, order.label) from error
    except NeverSent:
        raise
    except ConnectionLost as error:
        raise ConnectionLost(
            "The connection to Home Assistant broke meanwhile. "
            f"It is not known whether the {order.label} changed."
        ) from error
    finally:
        watch.stop()
        await end(calling, ending)
    if outcome is Outcome.AWAY:
        raise no_answer_to_it(order.label)
    if outcome is Outcome.JAMMED:
        raise DeviceError(f"The {order.label} is jammed.")
    if outcome is Outcome.SILENT:
        raise no_confirmation(order.label)
    return outcome


async def call_once(house: House, entity_id: str, label: str, call: Call) -> None:
    """Call a service whose effect no state shows; whoever calls looks for it elsewhere."""
    connection = await _reached(house, f"so the {label} was not changed")
    try:
        await _call(connection, entity_id, call)
    except RequestFailed as error:
        raise _in_words(error, label) from error


async def ask(house: House, entity: Entity, label: str, call: Call) -> Mapping[str, Any]:
    """Call a service that answers with data, and give what it says about this entity."""
    connection = await _reached(house, f"so nothing is known about the {label}")
    try:
        answer = await _call(connection, entity.id, call, return_response=True)
    except RequestFailed as error:
        raise DeviceError(f"Home Assistant could not tell that about the {label}.") from error
    response: Mapping[str, Any] = (answer.get("response") or {}).get(entity.id) or {}
    return response


async def _reached(house: House, so: str) -> Connection:
    try:
        return await house.line.get()
    except ConnectionLost as error:
        raise ConnectionLost(f"Home Assistant cannot be reached, {so}. ({error.message})") from error


async def _make(connection: Connection, order: Order) -> frozenset[str]:
    """Make all calls, one after the other; gives the ids by which reports name them as their cause."""
    answers = [await _call(connection, order.entity_id, call) for call in order.calls]
    return frozenset(str((answer.get("context") or {}).get("id")) for answer in answers)


async def _call(
    connection: Connection, entity_id: str, call: Call, *, return_response: bool = False
) -> Mapping[str, Any]:
    wanted = {"return_response": True} if return_response else {}
    answer: Mapping[str, Any] | None = await connection.request(
        "call_service",
        limit=TIME_LIMIT,
        domain=call.domain,
        service=call.service,
        target={"entity_id": entity_id},
        service_data=dict(call.data),
        **wanted,
    )
    return answer or {}


def _in_words(error: RequestFailed, label: str) -> DeviceError:
    """Home Assistant's own text is for its log: it may give a range in a unit that nobody here uses."""
    match error.code, error.key:
        case _, "service_not_supported":
            return CannotDo(f"The {label} can't do that.")
        case _, "invalid_code" | "code_arm_required":
            return RefusedValue(f"The {label} asks for a code, which I do not have, so it was not changed.")
        case "not_found", _:
            return CannotDo(f"Home Assistant has no way to do that with the {label}.")
        case "invalid_format" | "service_validation_error", _:
            return refused(label)
        case "unauthorized", _:
            return DeviceError(f"Home Assistant does not let this gateway's user change the {label}.")
        case _:
            return DeviceError(f"The {label} could not be changed; Home Assistant's log says why.")
