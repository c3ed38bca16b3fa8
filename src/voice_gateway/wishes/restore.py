"""The calls that bring devices back to how they were."""

from collections.abc import Mapping
from typing import Any

from langchain_core.messages import ToolCall

from voice_gateway.devices import Registry, State
from voice_gateway.models.text_calls import make_call
from voice_gateway.wishes.calls import CONTROL


def restoring_calls(before: Mapping[str, State], registry: Registry) -> list[ToolCall]:
    """For every device, what must be told it so that it is as before."""
    calls: list[ToolCall] = []
    for device_id, state in before.items():
        device = registry.get(device_id)
        if device is not None:
            calls += [
                make_call(CONTROL, {"device": device_id, **told}) for told in _told(device.state, state)
            ]
    return calls


def _told(now: State, was: State) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    if was.locked is not None and was.locked != now.locked:
        told.append({"action": "lock" if was.locked else "unlock"})
    if was.position is not None and was.position != now.position:
        told.append({"action": "set_level", "value": was.position})
    if was.on is False and now.on:
        told.append({"action": "off"})
    elif was.level and was.level != now.level:
        told.append({"action": "set_level", "value": was.level})
    elif was.on and not now.on:
        told.append({"action": "on"})
    if was.mode is not None and was.mode != now.mode:
        told.append({"action": was.mode})
    if was.target is not None and was.target != now.target:
        told.append({"action": "set_temperature", "value": was.target})
    return told
