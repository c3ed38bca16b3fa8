"""Whether the home can do what a wish says, as far as that is known before it is tried."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from langchain_core.messages import ToolCall

from voice_gateway.devices import Device, Matched
from voice_gateway.devices.commands import parse_command
from voice_gateway.devices.errors import DeviceError
from voice_gateway.devices.plan import plan
from voice_gateway.wishes.actions import action_of
from voice_gateway.wishes.calls import CONTROL
from voice_gateway.wishes.choice import AwaitingChoice
from voice_gateway.wishes.device_steps import DeviceSteps
from voice_gateway.wishes.tree import Step, Wish
from voice_gateway.wishes.words import Verb


def is_beyond(wish: Wish, steps: DeviceSteps, room: str) -> bool:
    """Whether anything of it is told to a device that is not there, or that can never do it."""
    return any(_is_step_beyond(step, steps, room) for step in wish.steps)


def not_by_halves(wish: Wish, steps: DeviceSteps, room: str) -> Wish:
    """Without what else is told to a device that cannot do all of it: there, something was misread."""
    beyond = [step for step in wish.steps if _is_step_beyond(step, steps, room)]
    targets = {step.target for step in beyond}
    left = (
        part
        for part in wish.parts
        if not isinstance(part, Step) or part.target not in targets or part in beyond
    )
    return replace(wish, parts=tuple(left))


def _is_step_beyond(step: Step, steps: DeviceSteps, room: str) -> bool:
    step = steps.completed(step, room)
    if step.verb is Verb.ACTIVATE or not step.target.name or action_of(step) is None:
        return False  # a routine, or nothing that is done to devices
    calls = steps.calls(step, room)
    if isinstance(calls, AwaitingChoice):
        return False
    return not calls or any(_is_call_beyond(call, steps, room) for call in calls)


def _is_call_beyond(call: ToolCall, steps: DeviceSteps, room: str) -> bool:
    """Whether none of those that are named can do it."""
    told = call["args"]
    found = steps.resolver.resolve(told["device"], room=room)
    if call["name"] != CONTROL or not isinstance(found, Matched):
        return True
    return not any(_is_able(device, told) for device in found.devices)


def _is_able(device: Device, told: Mapping[str, Any]) -> bool:
    try:
        plan(device, parse_command(told["action"], told.get("value")))
    except DeviceError:
        return False
    return True
