"""What only some kinds of devices can be told: colours, players, robots, scenes, choices."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from voice_gateway.devices import Ambiguous, Device, Kind, Matched, can
from voice_gateway.devices.kinds import LIGHTS
from voice_gateway.devices.unable import offers_at_all
from voice_gateway.fast_path.clauses import read_clause
from voice_gateway.fast_path.pronouns import IT
from voice_gateway.wishes import Step, Value, Verb
from voice_gateway.wishes.actions import action_of

if TYPE_CHECKING:
    from voice_gateway.fast_path.commands import CommandReader

_BY_KIND = {
    Kind.MEDIA_PLAYER: Verb.VOLUME,
    Kind.HUMIDIFIER: Verb.HUMIDITY,
    Kind.WATER_HEATER: Verb.TEMPERATURE,
}


def of_its_kind(text: str, reader: "CommandReader", it: str = "") -> Iterator[Step]:
    """What only some devices can be told: colours, players, robots, scenes, choices; `it` was spoken of."""
    for step in read_clause(text, "kinds"):
        name = step.target.name
        found = reader.resolve(it if IT.fullmatch(name) else name, action_of(step))
        devices = found.devices if isinstance(found, Matched) else ()
        devices = found.candidates if isinstance(found, Ambiguous) else devices
        bare = step.verb is Verb.ACTIVATE and step.target.name == text
        if any(_suits(step, device) and (not bare or _is_called(device, reader, text)) for device in devices):
            yield step


_WAY = re.compile(r"\b(?:up|down)\b(?!.*\b(?:open|close|shut)\b)")
_MOVES = (Verb.OPEN, Verb.CLOSE)
_TURNED = {Value(word="up"): Verb.WARMER, Value(word="down"): Verb.COOLER}


def as_its_kind_does(step: Step, reader: "CommandReader", text: str = "") -> Step:
    """ "Up" is louder for a player and warmer for a heating, and forty percent is how damp a humidifier makes
    it. `text` is how it was said: a blind that goes up is open, and a lamp brighter."""
    found = reader.resolve(step.target.words, action_of(step))
    kinds = {device.kind for device in found.devices} if isinstance(found, Matched) else set()
    if kinds == {Kind.THERMOSTAT} and step.verb is Verb.LEVEL and step.value in _TURNED:
        return replace(step, verb=_TURNED[step.value], value=None)
    way = _WAY.search(text)
    if way and kinds <= LIGHTS and Kind.DIMMER in kinds and step.verb in _MOVES:
        return replace(step, verb=Verb.LEVEL, value=Value(word=way[0]))
    verb = _BY_KIND.get(next(iter(kinds))) if len(kinds) == 1 else None
    if verb is None or step.value is None or step.verb not in (Verb.LEVEL, Verb.SET):
        return step
    return replace(step, verb=verb)


def _is_called(device: Device, reader: "CommandReader", text: str) -> bool:
    """A scene is started by its whole name alone."""
    return reader.masked.unmask(text) in (name.lower() for name in (device.name, *device.aliases))


def _suits(step: Step, device: Device) -> bool:
    """Whether such a device can be told that, or would be by anybody: a light has a colour."""
    action = action_of(step)
    if step.verb is Verb.ACTIVATE:
        return device.kind in (Kind.SCENE, Kind.SCRIPT)
    if step.verb is Verb.SET:
        return device.kind is Kind.NUMBER
    word = (step.value.word if step.value else "").replace("-", " ")
    if step.verb is Verb.SOURCE:
        return word in (source.casefold() for source in device.choices.sources)
    if step.verb is Verb.MODE:
        return not device.choices.sources and offers_at_all(device, word)
    coloured = step.verb in (Verb.COLOR, Verb.WHITE) and device.kind in LIGHTS
    return coloured or (action is not None and can(device, action))
