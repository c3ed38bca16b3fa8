"""What was done, kept so that it can be taken back."""

from collections.abc import Mapping, Sequence

from voice_gateway.devices import State
from voice_gateway.tools import Result
from voice_gateway.wishes import Wish
from voice_gateway.wishes.last_action import LastAction


def last_action(
    wish: Wish | None,
    results: Sequence[Result],
    before: Mapping[str, State],
    corrected: LastAction | None = None,
) -> LastAction | None:
    """The action that these results report, with the state before it; None when nothing was changed.

    Of what put right the action that was `corrected`, only the new is taken back, to how it was before both.
    """
    acted = [result for result in results if result.ok and result.changed]
    if not acted:
        return None
    ids = [str(device.get("id")) for result in acted for device in (result.data or {}).get("done", ())]
    states = dict(before)
    if corrected:
        states |= corrected.before
        for taken_back in corrected.before:
            if taken_back in ids:
                ids.remove(taken_back)
    devices = {each: states[each] for each in ids if each in states}
    undo = tuple(line for result in acted for line in (result.data or {}).get("undo", ()))
    others = sum(not {"done", "undo", "cancelled"} & {*(result.data or {})} for result in acted)
    lost = [deed for result in acted for deed in (result.data or {}).get("lost", ())]
    return LastAction(wish, devices, undo, (*lost, *(["change of the volume"] if others else [])))
