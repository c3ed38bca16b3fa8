"""Questions over several devices: how many are on, which are open, are all locked, what is warmest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from voice_gateway.devices.caution import gets_hot
from voice_gateway.devices.device import Device, Status, told_apart
from voice_gateway.devices.extremes import EXTREMES
from voice_gateway.devices.kinds import LIGHTS, NOUNS, OPENING, ROBOTS, Kind
from voice_gateway.devices.speech import reading_phrase
from voice_gateway.devices.state import Reading
from voice_gateway.devices.words import GENERIC, QUANTIFIERS, words
from voice_gateway.saying import counted, listed

if TYPE_CHECKING:
    from collections.abc import Sequence

_CONTACTS = frozenset({"door", "window", "contact", "lid", "gate", "opening"})
_PRESENCE = frozenset({"motion", "presence", "occupancy"})
_LEAKS = frozenset({"leak", "water", "moisture"})
_WET = frozenset({"wet", "leaking"})
_OF_PLACES = frozenset({"temperature", "humidity", "brightness", "noise"})
"""What is measured of a room rather than of a thing."""

_NAMED = 8
"""How many names are said before only the number is."""


def _reads(device: Device, names: frozenset[str]) -> bool | None:
    """What a yes-or-no sensor says; None when the device has no such reading."""
    found = [reading.value for reading in device.state.readings if reading.name in names]
    flags = [value for value in found if isinstance(value, bool)]
    return any(flags) if flags else None


def _on(device: Device) -> bool | None:
    if device.kind in OPENING:
        return None
    if device.kind is Kind.THERMOSTAT:
        return None if device.state.mode is None else device.state.mode != "off"
    if device.kind in ROBOTS:
        return device.state.activity in ("cleaning", "mowing")
    return device.state.on


def _open(device: Device) -> bool | None:
    if device.kind in OPENING:
        return device.state.on if device.state.position is None else device.state.position > 0
    return _reads(device, _CONTACTS)


def _locked(device: Device) -> bool | None:
    return device.state.locked


def _doing(*words: str) -> Callable[[Device], bool | None]:
    """Whether the device is doing just that; None for one that does nothing of the sort."""

    def fact(device: Device) -> bool | None:
        kinds = next(kinds for kinds, known in _ACTIVITIES if words[0] in known)
        return (device.state.activity or "").split("_")[0] in words if device.kind in kinds else None

    return fact


_ACTIVITIES: tuple[tuple[frozenset[Kind], frozenset[str]], ...] = (
    (frozenset({Kind.MEDIA_PLAYER}), frozenset({"playing", "paused"})),
    (ROBOTS, frozenset({"cleaning", "mowing", "docked"})),
    (frozenset({Kind.ALARM_PANEL}), frozenset({"armed", "disarmed"})),
)


def _muted(device: Device) -> bool | None:
    return device.state.muted


def _occupied(device: Device) -> bool | None:
    return _reads(device, _PRESENCE)


def _wet(device: Device) -> bool | None:
    return _reads(device, _LEAKS)


_FACTS: dict[str, tuple[Callable[[Device], bool | None], bool]] = {
    "on": (_on, True), "running": (_on, True), "lit": (_on, True), "off": (_on, False),
    "open": (_open, True), "closed": (_open, False), "shut": (_open, False),
    "up": (_open, True), "down": (_open, False),
    "locked": (_locked, True), "unlocked": (_locked, False),
    "occupied": (_occupied, True), "empty": (_occupied, False),
    "playing": (_doing("playing"), True), "paused": (_doing("paused"), True), "muted": (_muted, True),
    "cleaning": (_doing("cleaning", "mowing"), True), "docked": (_doing("docked"), True),
    "armed": (_doing("armed"), True), "disarmed": (_doing("disarmed"), True),
    "wet": (_wet, True), "leaking": (_wet, True), "dry": (_wet, False),
}  # fmt: skip
STATE_WORDS = frozenset(_FACTS)
IN_STATE = (
    r"(?:(?:that|which)(?:'s|'re| is| are)|currently|already)(?: still| currently| already| left)?"
    rf" (?P<state>{'|'.join(sorted(STATE_WORDS))})\b"
)
"""What makes a group smaller, as a pattern: "the lamps *that are on*"."""


def is_so(device: Device, state: str) -> bool | None:
    """Whether the device is in this state; None when that cannot be said of it."""
    fact, wanted = _FACTS[state]
    known = None if device.status is Status.DEAD else fact(device)
    return None if known is None else known is wanted


@dataclass(frozen=True, slots=True)
class Count:
    """Of some devices, those that are in a state, and those that are not."""

    asked: str
    state: str
    so: tuple[Device, ...]
    others: tuple[Device, ...]

    def answer(self, how: str) -> str:
        """To "are all", "is any", or to "which" and "how many"."""
        if self.state in ("occupied", "empty") and how == "any" and (self.so or self.others):
            seen = self.so if self.state == "occupied" else self.others
            where = f": {listed(device.label for device in told_apart(seen))}" if seen else ""
            return f"Yes, there is motion{where}." if seen else "No, there is no motion there."
        if self.state in _WET and how == "any" and (self.so or self.others):
            where = f": {listed(device.label for device in told_apart(self.so))}" if self.so else ""
            return f"Yes, there is water{where}." if self.so else "No, there is no leak."
        if how == "all" and self.others:
            verb = "is" if len(self.others) == 1 else "are"
            others = listed(f"the {device.label}" for device in told_apart(self.others))
            return f"No, {others} {verb} not {self.state}."
        if how == "all" and self.so:
            return f"Yes, {self.sentence[:1].lower()}{self.sentence[1:]}"
        if how == "any" and (self.so or self.others):
            return f"{'Yes' if self.so else 'No'}, {self.sentence[:1].lower()}{self.sentence[1:]}"
        return self.sentence

    @property
    def sentence(self) -> str:
        of, them = len(self.so) + len(self.others), _noun((*self.so, *self.others), self.asked)
        if not of:
            return f"Nothing there can be {self.state}."
        if not self.so:
            return f"Nothing is {self.state}." if them == "device" else f"No {them} is {self.state}."
        if of == 1:
            return f"{self.so[0].title} is {self.state}."
        many = len(self.so)
        names = f": {listed(device.label for device in told_apart(self.so))}" if many <= _NAMED else ""
        if many == of and of > 1:
            return f"All {of} {them}s are {self.state}{names}."
        verb = "is" if many == 1 else "are"
        return f"{many} of {counted(of, them)} {verb} {self.state}{names}."


def count(devices: Sequence[Device], state: str, asked: str) -> Count:
    """Sort the devices by whether they are in the state. Those of which it cannot be said are left out."""
    told = [(device, is_so(device, state)) for device in devices]
    return Count(asked, state, tuple(d for d, so in told if so), tuple(d for d, so in told if so is False))


def extreme(devices: Sequence[Device], word: str, asked: str = "") -> tuple[str, Device | None]:
    """What is warmest, dampest, …: a sentence, and the device that measures it.

    What is warm inside tells nothing of its room: a water tank counts only where its name was said.
    """
    quantity, highest, _ = EXTREMES[word]
    if quantity in _OF_PLACES:
        said = {each.root for each in words(asked)}
        airy = [one for one in devices if not gets_hot(one) or {each.root for each in words(one.name)} & said]
        devices = airy or devices
    measured = [
        (reading.value, device, reading)
        for device in devices
        if device.status is not Status.DEAD and (reading := _measured(device, quantity))
        if isinstance(reading.value, float)
    ]
    if not measured:
        return f"Nothing there measures {quantity}.", None
    chosen = max(measured, key=lambda each: each[0] if highest else -each[0])
    _, device, reading = chosen
    if quantity not in _OF_PLACES:
        most = "most" if highest else "least"
        amount = reading_phrase(reading).removeprefix(f"{quantity} ")
        return f"{device.title} has the {most} {quantity}, with {amount}.", device
    where = f"the {device.room.lower()}" if device.room else f"at the {device.label}"
    return f"The {word} is {where}, with {reading_phrase(reading)}.", device


def _measured(device: Device, quantity: str) -> Reading | None:
    if quantity == "battery" and device.battery is not None:
        return Reading("battery", float(device.battery), "%")
    return device.state.reading(quantity)


def _noun(devices: Sequence[Device], asked: str) -> str:
    """What they are called together: the noun that was said when it fits, else that of their kind."""
    kinds = {device.kind for device in devices}
    fitting = [
        word.root
        for word in words(asked)
        if all(word.root in NOUNS[kind] for kind in kinds) and word.root not in GENERIC | QUANTIFIERS
    ]
    if fitting:
        return fitting[-1]
    if kinds <= LIGHTS:
        return "light"
    return next(iter(kinds)).spoken if len(kinds) == 1 and Kind.SENSOR not in kinds else "device"
