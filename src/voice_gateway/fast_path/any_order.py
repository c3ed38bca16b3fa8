"""Reads what a device is told by the words themselves, in whatever order they stand: "jazz in the den, please".

A cue says what is wanted: a word of our own ("skip", "too loud"), or one that a device offers (a source, an effect,
a mode). Of what is left, every word must say nothing or belong to the one device that is meant. So nothing is
skipped, and a clause with any word too many is left to others.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from voice_gateway.devices import Ambiguous, Device, Kind, Matched, can
from voice_gateway.devices.kinds import LIGHTS, RUNNING
from voice_gateway.fast_path.chosen import Chosen, chosen_in
from voice_gateway.fast_path.cues import cued, without_fill
from voice_gateway.fast_path.pronouns import IT
from voice_gateway.wishes import Step, Target, Verb
from voice_gateway.wishes.actions import action_of

if TYPE_CHECKING:
    from voice_gateway.fast_path.commands import CommandReader

_ASKS: Final = re.compile(
    r"(?:is|are|was|were|does|did|has|am|what|what's|which|who|who's|how|how's|why|when|where|where's|should"
    r"|shall|(?:have|do) (?:i|we|you|they|he|she))\b"
)
_STARTS: Final = re.compile(
    r"\b(?:scene|script|scenario|mode|mood|start|run|activate|trigger|launch|begin|let's|make|set|do|want|like|have"
    r"|time|put|go|please|can|could|give|need)\b"
)
"""A word at least must say that a scene is wanted, where it is not called by its whole name."""
_LISTENS: Final = re.compile(r"\b(?:play|put|listen|hear|watch|tune|switch|have|give)\b")
"""One word at least must say that something is to be played, where nobody says on what."""
_CALLED_MODE: Final = re.compile(r"\b(?:modes?|effect|preset|setting|options?|programme?|cycle|profile|fan|swing)\b")
"""Who is to sleep in a bedroom does not speak of the sleep mode of what stands there."""
_OF_PLAYERS: Final = frozenset({Verb.PAUSE, Verb.RESUME, Verb.NEXT, Verb.PREVIOUS, Verb.STOP})
_ALONE: Final = frozenset({Verb.CLEAN, Verb.DOCK, Verb.LOCATE, Verb.ARM, Verb.DISARM})
"""Said without a name, or with a place, of the only one that there is."""
_KINDS: Final[Mapping[Verb, frozenset[Kind]]] = {
    Verb.COLOR: LIGHTS,
    Verb.WHITE: LIGHTS,
    Verb.LEVEL: LIGHTS | {Kind.FAN},
    Verb.TEMPERATURE: frozenset({Kind.THERMOSTAT, Kind.WATER_HEATER}),
    Verb.SET: frozenset({Kind.NUMBER}),
    Verb.HUMIDITY: frozenset({Kind.HUMIDIFIER}),
    Verb.STOP: frozenset({Kind.MEDIA_PLAYER}),
    Verb.ACTIVATE: RUNNING,
}
"""Who is told such a thing, where others can do it, too, or cannot and would be by anybody: a light has a colour."""


def in_any_order(text: str, reader: "CommandReader") -> Iterator[Step]:
    """Every way to read the clause so, the likeliest first."""
    if _ASKS.match(text):
        return
    for chosen in chosen_in(text, reader.masked, reader.resolver.devices):
        yield from _Meaning(reader, chosen.step, text, chosen).of(chosen.rest)
    for step, rest in cued(text):
        yield from _Meaning(reader, step, text).of(rest)
    if _STARTS.search(text):
        yield from _Meaning(reader, Step(Verb.ACTIVATE), text).of(text)


class _Meaning:
    """Finds who is told something."""

    def __init__(self, reader: "CommandReader", step: Step, text: str, chosen: Chosen | None = None) -> None:
        self._reader = reader
        self._step = step
        self._text = text
        self._chosen = chosen

    def of(self, rest: str) -> Iterator[Step]:
        """The step for the device that the rest of the words names."""
        for name in without_fill(rest, self._step.verb):
            if name := _without_pointing(name):
                yield from self._named(name)
            else:
                yield from self._unnamed()

    def _named(self, name: str) -> Iterator[Step]:
        context, place = self._reader.context, self._reader.resolver.is_place(self._reader.masked.unmask(name))
        if place and self._step.verb is Verb.MODE and not _CALLED_MODE.search(self._text):
            return
        found = self._reader.resolve(context.name if IT.fullmatch(name) else name, action_of(self._step))
        devices = found.devices if isinstance(found, Matched) else ()
        devices = found.candidates if isinstance(found, Ambiguous) else devices
        able = [device for device in devices if self._suits(device)]
        if able and len(able) == len(devices):
            yield replace(self._step, target=Target(name))
        elif len(able) == 1:
            yield self._for(able[0])
        elif place and self._step.verb in _ALONE:
            yield from self._unnamed()

    def _unnamed(self) -> Iterator[Step]:
        """Who alone can be meant: what was spoken of, what plays, the only one in this room or in the home."""
        verb, reader = self._step.verb, self._reader
        able = [device for device in reader.resolver.devices if self._suits(device)]
        if verb in _OF_PLAYERS:
            wanted = "paused" if verb is Verb.RESUME else "playing"
            able = [device for device in able if device.state.activity == wanted]
            last = reader.resolve(reader.context.name) if reader.context.name else None
            if isinstance(last, Matched):
                able = [device for device in able if device in last.devices] or able
        elif verb is Verb.SOURCE:
            able = able if self._chosen and self._chosen.whole and _LISTENS.search(self._text) else []
        elif verb not in _ALONE:
            return
        room = reader.context.room.casefold()
        here = [device for device in able if device.room.casefold() == room]
        if len(one := here or able) == 1:
            yield self._for(one[0])

    def _for(self, device: Device) -> Step:
        alike = [each for each in self._reader.resolver.devices if each.name.lower() == device.name.lower()]
        where = f" in the {device.room}" if len(alike) > 1 else ""
        return replace(self._step, target=Target(f"{device.label}{where}"))

    def _suits(self, device: Device) -> bool:
        if self._chosen:
            return device.id in self._chosen.offered_by
        if kinds := _KINDS.get(self._step.verb):
            return device.kind in kinds
        action = action_of(self._step)
        return action is not None and can(device, action)


def _without_pointing(name: str) -> str:
    """ "The den speaker, put it on jazz": what was named is not pointed at once more."""
    words = [word for word in name.split() if not IT.fullmatch(word)]
    return " ".join(words) or name
