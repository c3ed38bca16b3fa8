"""Whether a fact of the home is so."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from voice_gateway.devices import Ambiguous, Device, Matched, Resolver
from voice_gateway.devices.census import STATE_WORDS, is_so
from voice_gateway.devices.words import FILLERS, roots
from voice_gateway.times import Location, SunUnknown, is_after
from voice_gateway.wishes.tree import Condition

_MEASURED = ("temperature", "humidity")


@dataclass(frozen=True)
class Present:
    """What time it is, and where."""

    now: Callable[[], datetime]
    location: Location


def is_time_for(condition: Condition, present: Present | None) -> bool | None:
    """Whether the time of day is as a condition wants it; None when it cannot be told."""
    clock = condition.after or condition.before
    if clock is None or present is None:
        return None
    try:
        after = is_after(clock, present.now(), present.location)
    except SunUnknown:
        return None
    return None if after is None else (after is (condition.after is not None)) is not condition.negated


def holds(condition: Condition, resolver: Resolver, room: str = "") -> bool | None:
    """True or False as the home is now; None when it cannot be told."""
    found = resolver.resolve(condition.about, room=room)
    if isinstance(found, Matched):
        devices = found.devices
    elif isinstance(found, Ambiguous):
        devices = found.candidates
    else:
        return None
    if condition.state:
        truth = _in_state(condition.state, devices)
        # "The front door" may be a lock, which knows nothing of open and closed; a contact of its name does.
        truth = _in_state(condition.state, _namesakes(condition.about, resolver)) if truth is None else truth
    else:
        truth = _compared(condition, devices)
    return None if truth is None else truth is not condition.negated


def _namesakes(about: str, resolver: Resolver) -> tuple[Device, ...]:
    """All that have every word of a name in theirs."""
    said = {*roots(about)} - FILLERS
    return tuple(
        device
        for device in resolver.devices
        if said and any(said <= {*roots(f"{device.room} {name}")} for name in (device.name, *device.aliases))
    )


def _in_state(state: str, devices: tuple[Device, ...]) -> bool | None:
    """All must be in it; those of which it cannot be said do not count."""
    told = [so for device in devices if state in STATE_WORDS and (so := is_so(device, state)) is not None]
    return all(told) if told else None


def read_for(condition: Condition) -> str:
    """What to read to tell how it is."""
    compared = condition.below is not None or condition.above is not None
    named = not compared or any(name in condition.about for name in _MEASURED)
    return condition.about if named else f"{condition.about} {_quantity(condition)}"


def _quantity(condition: Condition) -> str:
    return next((name for name in _MEASURED if name in condition.about), "temperature")


def _compared(condition: Condition, devices: tuple[Device, ...]) -> bool | None:
    quantity = _quantity(condition)
    values = [
        reading.value
        for device in devices
        if (reading := device.state.reading(quantity) or device.state.reading("value"))
        if isinstance(reading.value, float)
    ] or [float(level) for device in devices if (level := _level(device)) is not None]
    if not values:
        return None
    if condition.below is not None:
        return min(values) < condition.below
    return None if condition.above is None else max(values) > condition.above


def _level(device: Device) -> int | None:
    """How bright, fast or open it is."""
    state = device.state
    return state.position if state.position is not None else state.level
