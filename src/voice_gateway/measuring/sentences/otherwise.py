"""Other words for the same steps, beside what was asked for last."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from voice_gateway.measuring.sentences.form import Does

_OPPOSITE: Final = {
    "on": "off", "off": "on", "open": "close", "close": "open", "lock": "unlock", "unlock": "lock",
    "start": "stop", "list_add": "list_remove", "list_remove": "list_add",
}  # fmt: skip
_SECONDS: Final = {"seconds": 1.0, "minutes": 60.0}


def told_otherwise(
    steps: Sequence[Does], before: Sequence[Does], *, planned: bool
) -> tuple[tuple[Does, ...], ...]:
    """Every other way to tell the steps; `before` is what was asked for last, and `planned`, for later.

    Who takes something back may name it or not, and a timer that is made longer has a new length.
    """
    plain = tuple(step for step in steps if step.do != "undo" or len(steps) == 1)
    if any(step.do == "undo" for step in steps) and not planned:
        undone = (replace(step, do=_OPPOSITE[step.do], value=None) for step in before if step.do in _OPPOSITE)
        return ((*plain, *undone),)
    if any(step == Does("cancel") for step in steps):
        return ((*plain, *(Does("cancel", step.target, name=step.name) for step in before)),)
    timers = [step for step in before if step.do == "timer"]
    if len(steps) == len(timers) == 1 and steps[0].do == "timer_add":
        length = _seconds(timers[0]) + _seconds(steps[0])
        return ((replace(timers[0], value=length / 60, unit="minutes"),),)
    return ()


def _seconds(step: Does) -> float:
    return step.value * _SECONDS[step.unit] if isinstance(step.value, float) else 0.0
