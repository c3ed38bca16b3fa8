"""Reads what a device is told by the words themselves, in any order: "jazz in the den, please".

A cue says what is wanted: a word of our own ("skip", "too loud"), or one that a device offers (a source, an
effect, a mode). Of what is left, every word must say nothing or belong to the one device that is meant. So
nothing is skipped, and a clause with any word too many is left to others.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from voice_gateway.devices import Ambiguous, Device, Kind, Matched, can
from voice_gateway.devices.kinds import LIGHTS, ROBOTS, RUNNING
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
_GOES_ON: Final = re.compile(r"(?:to|at|by) \d")
"""An amount belongs to what stands before it, and asks for nothing by itself."""
_IT_IS: Final = re.compile(r" it(?:'s| is)(?= ,|$)| is what\b")
"""It settles what stands before it: "blue it is", "blue is what I want"."""
_WHAT_ABOUT: Final = re.compile(r"^(?:what|how) about ")
_STARTS: Final = re.compile(
    r"\b(?:scene|script|scenario|mode|mood|start|run|activate|trigger|launch|begin|let's|make|set|do|want|like|have"
    r"|time|put|go|please|can|could|give|need)\b"
)
"""A word at least must say that a scene is wanted, where it is not called by its whole name."""
_LISTENS: Final = re.compile(r"\b(?:play|put|listen|hear|watch|tune|switch|have|give)\b")
"""One word at least must say that something is to be played, where nobody says on what."""
_CALLED_MODE: Final = re.compile(
    r"\b(?:modes?|effect|preset|setting|options?|programme?|cycle|profile|fan|swing)\b"
)
"""Who is to sleep in a bedroom does not speak of the sleep mode of what stands there."""
_OF_PLAYERS: Final = frozenset({Verb.PAUSE, Verb.RESUME, Verb.NEXT, Verb.PREVIOUS})
_ALONE: Final = frozenset({Verb.CLEAN, Verb.DOCK, Verb.LOCATE, Verb.ARM, Verb.DISARM})
"""Said without a name, or with a place, of the only one that there is."""
_SAID_WITH: Final = {
    Verb.DOCK: re.compile(r"\b(?:dock|base|charger|charging station)\b"),
    Verb.ARM: re.compile(r"\b(?:arm|armed|alarm)\b"),
}
"""Without a name, one of these words must tell whom it is said of: a person may go home, too."""
_OF_ONESELF: Final = re.compile(r"\b(?:i|we|they|he|she)(?:'\w+)?\b")
"""Who has to clean the kitchen does not send a robot."""
_MOWS: Final = re.compile(r"\b(?:mow|mowing|lawn|grass)\b")
_SWEEPS: Final = re.compile(r"\b(?:hoover\w*|vacuum\w*|sweep\w*|mop\w*|floors?|carpets?|rug)\b")
_LONGEST_NAME: Final = 5
_KINDS: Final[Mapping[Verb, frozenset[Kind]]] = {
    Verb.COLOR: LIGHTS,
    Verb.WHITE: LIGHTS,
    Verb.LEVEL: LIGHTS | {Kind.FAN},
    Verb.TEMPERATURE: frozenset({Kind.THERMOSTAT, Kind.WATER_HEATER}),
    Verb.SET: frozenset({Kind.NUMBER, Kind.MEDIA_PLAYER, Kind.HUMIDIFIER, Kind.WATER_HEATER}),
    Verb.PRESS: frozenset({Kind.BUTTON}),
    Verb.HUMIDITY: frozenset({Kind.HUMIDIFIER}),
    Verb.STOP: ROBOTS | {Kind.MEDIA_PLAYER},
    Verb.ACTIVATE: RUNNING,
}
"""Who is told such a thing, whoever else can do it; a light has a colour, though some cannot be told one."""


def in_any_order(text: str, reader: "CommandReader", it: str = "") -> Iterator[Step]:
    """Every way to read the clause so, the likeliest first; `it` is what was spoken of."""
    if _ASKS.match(text) or _GOES_ON.match(text):
        return
    text = _IT_IS.sub("", _WHAT_ABOUT.sub("", text))
    asked = _Asked(reader, text, it)
    for chosen in chosen_in(text, reader.masked, reader.resolver.devices):
        yield from _Meaning(asked, chosen.step, chosen).of(chosen.rest)
    for step, rest in cued(text):
        if step.verb is Verb.LEVEL and " and " in text:
            continue  # "… to ten percent and put the lamp on" are two
        yield from _Meaning(asked, step).of(rest)
    if _STARTS.search(text):
        for verb in (Verb.ACTIVATE, Verb.PRESS):
            yield from _Meaning(asked, Step(verb)).of(text)


@dataclass(frozen=True)
class _Asked:
    """A clause, and who reads it."""

    reader: "CommandReader"
    text: str
    it: str


@dataclass(frozen=True)
class _Meaning:
    """Finds who is told something."""

    asked: _Asked
    step: Step
    chosen: Chosen | None = None

    def of(self, rest: str) -> Iterator[Step]:
        """The step for the device that the rest of the words names."""
        for name in without_fill(rest, self.step.verb):
            if name := _without_pointing(name):
                yield from self._named(name)
            else:
                yield from self._unnamed()

    def _named(self, name: str) -> Iterator[Step]:
        place = self._is_place(name)
        if place and self.step.verb is Verb.MODE and not _CALLED_MODE.search(self.asked.text):
            return
        found = self.asked.reader.resolve(self.asked.it if IT.fullmatch(name) else name, action_of(self.step))
        devices = found.devices if isinstance(found, Matched) else ()
        devices = found.candidates if isinstance(found, Ambiguous) else devices
        able = [device for device in devices if self._suits(device)]
        if able and len(able) == len(devices):
            yield replace(self.step, target=Target(name))
        elif len(able) == 1:
            yield self._for(able[0])
        elif self.step.verb in _ALONE:
            yield from self._unnamed() if place else self._beside_a_place(name)

    def _beside_a_place(self, name: str) -> Iterator[Step]:
        """ "Rosie, hoover the hall": who is to go, and where to, which is for it to know."""
        words = name.split()
        for at in range(1, min(len(words), _LONGEST_NAME)):
            for who, where in ((words[:at], words[at:]), (words[at:], words[:at])):
                if self._is_place(" ".join(where)):
                    yield from self._named(" ".join(who))

    def _is_place(self, name: str) -> bool:
        return self.asked.reader.resolver.is_place(self.asked.reader.masked.unmask(name))

    def _unnamed(self) -> Iterator[Step]:
        """Who alone can be meant: what was spoken of, what plays, the only one in this room or at home."""
        verb, reader = self.step.verb, self.asked.reader
        able = [device for device in reader.resolver.devices if self._suits(device)]
        if verb in _OF_PLAYERS:
            wanted = "paused" if verb is Verb.RESUME else "playing"
            able = [device for device in able if device.state.activity == wanted]
            last = reader.resolve(reader.context.name) if reader.context.name else None
            if isinstance(last, Matched):
                able = [device for device in able if device in last.devices] or able
        elif verb is Verb.SOURCE:
            able = able if self.chosen and self.chosen.whole and _LISTENS.search(self.asked.text) else []
        elif not self._needs_no_name():
            return
        room = reader.context.room.casefold()
        here = [device for device in able if device.room.casefold() == room]
        if len(one := here or able) == 1:
            yield self._for(one[0])

    def _needs_no_name(self) -> bool:
        verb, text = self.step.verb, self.asked.text
        said = verb not in _SAID_WITH or _SAID_WITH[verb].search(text)
        return verb in _ALONE and bool(said) and not _OF_ONESELF.search(text)

    def _for(self, device: Device) -> Step:
        alike = [
            each for each in self.asked.reader.resolver.devices if each.name.lower() == device.name.lower()
        ]
        where = f" in the {device.room}" if len(alike) > 1 else ""
        return replace(self.step, target=Target(f"{device.label}{where}"))

    def _suits(self, device: Device) -> bool:
        if self.chosen:
            return device.id in self.chosen.offered_by
        if kinds := _KINDS.get(self.step.verb):
            return device.kind in kinds
        if self.step.verb is Verb.CLEAN and (outside := bool(_MOWS.search(self.asked.text))) | bool(
            _SWEEPS.search(self.asked.text)
        ):
            return device.kind is (Kind.LAWN_MOWER if outside else Kind.VACUUM)
        action = action_of(self.step)
        return action is not None and can(device, action)


def _without_pointing(name: str) -> str:
    """ "The den speaker, put it on jazz": what was named is not pointed at once more."""
    words = [word for word in name.split() if not IT.fullmatch(word)]
    return " ".join(words) or name
