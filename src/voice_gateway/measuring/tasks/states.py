"""The home before and after: what a task asks for, what came of it, and what should not have happened."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from voice_gateway.devices import Device, Home, SimulatedHome, State, state_from_table
from voice_gateway.measuring.tasks.home_tasks import Wanted

Snapshot = Mapping[str, Mapping[str, Any]]
"""Every attribute of every device, by device id."""

_COLOUR = frozenset({"on", "level", "hue", "saturation", "kelvin", "effect"})
_PLAYING = frozenset({"on", "activity", "playing"})
_ALONG = {
    "on": frozenset({"level", "activity", "playing"}), "level": frozenset({"on"}), "hue": _COLOUR,
    "saturation": _COLOUR, "kelvin": _COLOUR, "effect": _COLOUR, "activity": _PLAYING, "playing": _PLAYING,
}  # fmt: skip
"""What comes along with an attribute that is wanted: what is dimmed to 40 percent is on."""

_TOLERANCE = {
    "level": 1.0, "position": 1.0, "target": 0.1, "value": 0.05, "hue": 15.0, "saturation": 20.0,
    "kelvin": 300.0, "volume": 1.0, "humidity": 1.0, "tilt": 1.0, "target_low": 0.1, "target_high": 0.1,
}  # fmt: skip
"""A colour that people would call the same is the same."""


@dataclass(frozen=True)
class Verdict:
    """How the home differs from what was wanted, in words."""

    missing: tuple[str, ...] = ()
    """What should be so and is not."""

    wrong: tuple[str, ...] = ()
    """What changed and should not have."""


def prepare(home: SimulatedHome, before: Wanted) -> None:
    """Put the devices into the state in which a task begins."""
    for device_id, wanted in before.items():
        home.set_state(device_id, with_wanted(home.registry[device_id], wanted))


def snapshot(home: Home) -> Snapshot:
    return {device.id: _attributes(device.state) for device in home.devices()}


def compare(home: Home, begin: Snapshot, after: Wanted) -> Verdict:
    """Judge the home as it is now."""
    missing: list[str] = []
    wrong: list[str] = []
    for device in home.devices():
        was, now, wanted = begin[device.id], _attributes(device.state), after.get(device.id, {})
        for name, value in wanted.items():
            if not same(name, now.get(name), value):
                missing.append(f"{device.label}: {name} is {now.get(name)}, not {value}")
        for name in now:
            if same(name, was.get(name), now[name]) or (
                name in wanted and same(name, now[name], wanted[name])
            ):
                continue
            if name in wanted or not any(name in _ALONG.get(other, ()) for other in wanted):
                wrong.append(f"{device.label}: {name} went from {was.get(name)} to {now[name]}")
    return Verdict(tuple(missing), tuple(wrong))


def same(name: str, one: object, other: object) -> bool:
    """Whether two values of an attribute are the same to a person."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int | float) and isinstance(other, int | float):
        apart = abs(one - other)
        return (min(apart, 360 - apart) if name == "hue" else apart) <= _TOLERANCE.get(name, 0)
    return str(one).casefold() == str(other).casefold()


def _attributes(state: State) -> dict[str, Any]:
    table = state.as_table()
    return {name: value for name, value in table.items() if name not in ("unit", "readings")}


def with_wanted(device: Device, wanted: Mapping[str, Any]) -> State:
    """The state of the device with these attributes, and what comes along with them."""
    state, given = device.state, state_from_table(dict(wanted))
    named = {name: getattr(given, name) for name in wanted if name != "value"}
    if "value" in wanted and state.readings:
        first = replace(state.readings[0], value=given.readings[0].value)
        named["readings"] = (first, *state.readings[1:])
    if state.level is not None and "level" in named:
        named.setdefault("on", bool(named["level"]))
    elif state.level is not None and "on" in named:
        named["level"] = (state.level or 100) if named["on"] else 0
    return replace(state, **named)
