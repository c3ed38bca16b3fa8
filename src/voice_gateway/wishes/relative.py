"""How much "brighter", "twice as bright" and "by 20" come to for a device as it is now."""

from collections.abc import Sequence

from voice_gateway.devices import Action, Device, State
from voice_gateway.devices.setting import STEP
from voice_gateway.wishes.calls import degrees
from voice_gateway.wishes.tree import Value


def moved_by(value: Value | None, devices: Sequence[Device]) -> Value | None:
    """By how much it is moved from where it is; None when it is told a place, or a plain step of its own."""
    if value is None:
        return None
    moves = any(device.state.position is not None for device in devices)
    if value.word in ("up", "down") and moves:
        return Value(STEP if value.word == "up" else -STEP, by=True)
    return value if value.by or value.times else None


def relative(device: Device, action: Action, value: Value) -> float:
    """What a relative amount comes to for this device as it is now."""
    state, number = device.state, value.number or 0.0
    if action is Action.SET_TEMPERATURE:
        number = number if value.times else degrees(value) or 0.0
        now, low, high = state.target or device.degrees.told(20.0), *device.target_range
    elif action in (Action.SET_VOLUME, Action.SET_HUMIDITY, Action.TILT):
        held = {Action.SET_VOLUME: state.volume, Action.SET_HUMIDITY: state.humidity, Action.TILT: state.tilt}
        now, low, high = float(held[action] or 0), 0.0, 100.0
    elif state.number is not None:
        now, low, high = state.number, *device.choices.numbers
    else:
        now = float(_present(state))
        low, high = 0.0, 100.0
    # Of nothing there is no part: "a quarter of its speed", of a fan that stands still, is a quarter.
    times = now * number if now else 100 * number
    wanted = times if value.times else now + number
    return round(max(low, min(high, wanted)), 1)


def _present(state: State) -> int:
    if state.position is not None:
        return state.position
    return (state.level or 0) if state.on is not False else 0
