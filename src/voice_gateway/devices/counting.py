"""Devices in the degrees that a household counts in, and what they are told back in °C.

This is the one place where the two meet: a registry shows its devices so, and `Obeying` writes changes so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from voice_gateway.devices.degrees import Degrees

if TYPE_CHECKING:
    from collections.abc import Callable

    from voice_gateway.devices.change import Change
    from voice_gateway.devices.data import Data
    from voice_gateway.devices.device import Device
    from voice_gateway.devices.state import Reading, State


def shown_in(device: Device, degrees: Degrees) -> Device:
    """The device with its temperatures in these; one that is in them already stays as it is."""
    if device.degrees is degrees:
        return device
    low, high = device.target_range
    return replace(
        device,
        degrees=degrees,
        target_range=(degrees.told(low), degrees.told(high)),
        state=_shown(device.state, degrees),
    )


def written_for(source: Device, change: Change, degrees: Degrees) -> Change:
    """A change that was asked for in these degrees, in those of the source that brings it about."""
    if degrees is source.degrees:
        return change
    return replace(change, to=_with_targets(change.to, degrees.meant))


def data_in(data: Data, degrees: Degrees) -> Data:
    """A forecast in these degrees."""
    if degrees is Degrees.CELSIUS or not data.forecast:
        return data
    return replace(
        data,
        forecast=tuple(
            replace(day, high=_maybe(day.high, degrees), low=_maybe(day.low, degrees))
            for day in data.forecast
        ),
    )


def _shown(state: State, degrees: Degrees) -> State:
    readings = tuple(_reading(one, degrees) for one in state.readings)
    return replace(_with_targets(state, degrees.told), readings=readings)


def _with_targets(state: State, converted: Callable[[float], float]) -> State:
    low, high = state.target_low, state.target_high
    return replace(
        state,
        target=None if state.target is None else converted(state.target),
        target_low=None if low is None else converted(low),
        target_high=None if high is None else converted(high),
    )


def _reading(reading: Reading, degrees: Degrees) -> Reading:
    if reading.unit != Degrees.CELSIUS or not isinstance(reading.value, float):
        return reading
    return replace(reading, value=degrees.told(reading.value), unit=degrees.value)


def _maybe(temperature: float | None, degrees: Degrees) -> float | None:
    return None if temperature is None else degrees.told(temperature)
