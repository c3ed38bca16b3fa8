"""Items on Home Assistant's to-do lists: put on, taken off, ticked off."""

from __future__ import annotations

from voice_gateway.devices.change import Act
from voice_gateway.devices.errors import RefusedValue, no_confirmation
from voice_gateway.devices.home_assistant.asking import items_of
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.house import House
from voice_gateway.devices.home_assistant.services import Call, call_once


async def change_item(house: House, entity: Entity, label: str, act: Act, text: str) -> None:
    """Change the list, and see that it is so: its state is only a number, which may stay the same."""
    if act is Act.ADD_ITEM:
        await call_once(house, entity.id, label, Call("todo", "add_item", {"item": text}))
    else:
        found = await _found(house, entity, label, text)
        if found is None:
            raise RefusedValue(f"I find no {text} on the {label}.")
        ticked = {"item": found, "status": "completed"}
        call = (
            Call("todo", "remove_item", {"item": found})
            if act is Act.REMOVE_ITEM
            else Call("todo", "update_item", ticked)
        )
        await call_once(house, entity.id, label, call)
    if (await _found(house, entity, label, text) is not None) != (act is Act.ADD_ITEM):
        raise no_confirmation(label)


async def _found(house: House, entity: Entity, label: str, text: str) -> str | None:
    """The id of the item that is still to be done."""
    wanted = text.casefold().strip()
    return next(
        (
            uid
            for uid, named, done in await items_of(house, entity, label)
            if named.casefold() == wanted and not done
        ),
        None,
    )
