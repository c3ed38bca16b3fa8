"""What was done, kept so that it can be taken back."""

from collections.abc import Mapping, Sequence

from voice_gateway.devices import State
from voice_gateway.tools import Result
from voice_gateway.wishes import Wish
from voice_gateway.wishes.last_action import LastAction


def last_action(
    wish: Wish | None, results: Sequence[Result], before: Mapping[str, State]
) -> LastAction | None:
    """The action that these results report, with the state before it; None when nothing was changed."""
    acted = [result for result in results if result.ok and result.changed]
    if not acted:
        return None
    devices = {
        str(device["id"]): before[str(device["id"])]
        for result in acted
        for device in (result.data or {}).get("done", ())
        if str(device.get("id")) in before
    }
    undo = tuple(line for result in acted for line in (result.data or {}).get("undo", ()))
    others = sum(not {"done", "undo", "cancelled"} & {*(result.data or {})} for result in acted)
    lost = [deed for result in acted for deed in (result.data or {}).get("lost", ())]
    return LastAction(wish, devices, undo, (*lost, *(["change of the volume"] if others else [])))
