"""Finds what the devices of a home offer (sources, effects, modes, options) in the words of a clause."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from voice_gateway.devices import Device, Kind
from voice_gateway.devices.words import words
from voice_gateway.fast_path.names import Masked
from voice_gateway.wishes import Step, Value, Verb

_LONGEST: Final = 6
"""So many words may a choice have that is said in full."""
_SWITCHED: Final = frozenset({"on", "off", "none"})
"""Other words ask for these: who turns something off need not know that it has such a mode."""
_COMMON: Final = frozenset(
    {"the", "and", "for", "mode", "play", "list", "channel", "station", "radio", "music", "input", "source"}
    | {"effect", "setting", "program", "programme", "home", "light", "lights", "fan", "room", "one", "two"}
    | {"new", "all", "fm", "tv"}
)
"""Words that tell no choice from another, where only a part of its name is said."""
_AXES: Final = {"fan": Verb.FAN_MODE, "swing": Verb.SWING, "preset": Verb.PRESET}
_ARMED: Final = ("home", "away", "night")


@dataclass(frozen=True)
class Chosen:
    """A choice that was said."""

    step: Step
    """Without whom it is for."""
    rest: str
    """The words that are left."""
    offered_by: frozenset[str]
    """The devices that have it to choose from, by id."""
    whole: bool
    """Whether its whole name was said."""


def chosen_in(text: str, masked: Masked, devices: Sequence[Device]) -> Iterator[Chosen]:
    """What was chosen, the longest first; a part of a name where no other choice of the device has it."""
    whole = masked.unmask(text)
    for said in dict.fromkeys((text, whole)):
        found: dict[tuple[Verb, str, tuple[int, int]], set[str]] = {}
        spoken = said.split()
        stretches = _stretches(spoken, masked)
        for device in devices:
            for verb, choices in _offered(device, spoken):
                for choice, place in _said(choices, stretches):
                    found.setdefault((verb, choice, place), set()).add(device.id)
        for (verb, choice, (start, end)), ids in sorted(found.items(), key=lambda each: -_length(each[0][2])):
            step = Step(verb, value=Value(word=choice.lower().replace(" ", "-").replace("_", "-")))
            left = " ".join([*spoken[:start], *spoken[end:]])
            yield Chosen(step, left, frozenset(ids), stretches.get(_folded(choice)) == (start, end))


def _length(place: tuple[int, int]) -> int:
    return place[1] - place[0]


def _stretches(spoken: Sequence[str], masked: Masked) -> dict[str, tuple[int, int]]:
    """Every stretch of words, as choices are compared, and where it stands."""
    found: dict[str, tuple[int, int]] = {}
    folded = [_folded(masked.unmask(word)) for word in spoken]
    for start in range(len(spoken)):
        for end in range(start + 1, min(len(spoken), start + _LONGEST) + 1):
            found.setdefault("".join(folded[start:end]), (start, end))
    return found


def _said(
    choices: Sequence[str], stretches: dict[str, tuple[int, int]]
) -> Iterator[tuple[str, tuple[int, int]]]:
    told = [(choice, place) for choice in choices if (place := stretches.get(_folded(choice)))]
    if told:
        yield from told
        return
    for choice in choices:
        parts = sorted(_parts(choice), key=len, reverse=True)
        others = {part for other in choices if other != choice for part in (*_parts(other), _folded(other))}
        if part := next((part for part in parts if part in stretches and part not in others), None):
            yield choice, stretches[part]


def _offered(device: Device, spoken: Sequence[str]) -> Iterator[tuple[Verb, Sequence[str]]]:
    """What can be chosen of a device, and by which verb; where an axis was named, only of that."""
    offered = device.choices
    named = next((verb for word, verb in _AXES.items() if word in spoken), None)
    axes = {Verb.FAN_MODE: offered.fan_modes, Verb.SWING: offered.swings, Verb.PRESET: offered.presets}
    if named and (own := axes[named]):
        yield named, own
        return
    modes = (*device.modes, *offered.presets, *offered.effects, *offered.options)
    yield Verb.MODE, [mode for mode in modes if mode.casefold() not in _SWITCHED]
    yield Verb.SOURCE, offered.sources
    if device.kind is Kind.ALARM_PANEL:
        yield Verb.ARM, offered.arms or _ARMED


def _parts(choice: str) -> Iterable[str]:
    """The parts by which a name of several words may be called."""
    pieces = choice.replace("_", " ").replace("-", " ").lower().split()
    for start in range(len(pieces)):
        for end in range(start + 1, len(pieces) + 1):
            part = pieces[start:end]
            if end - start < len(pieces) and not {*part} <= _COMMON and len("".join(part)) > 2:
                yield _folded(" ".join(part))


def _folded(said: str) -> str:
    """As it is compared: in the singular, and written in one: "You Tube" and "HDMI1"."""
    return "".join(word.root for word in words(said.lower().replace("-", " ")))
