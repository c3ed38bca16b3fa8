"""Names of the home, set aside while a sentence is read, so that no word of them is taken for anything else.

"Open Sesame", "Dim Sum" and "Lights Out Lamp" are names; masked, they are one plain word that stands where a
name stands, and two names side by side can be told apart.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from voice_gateway.devices import Device
from voice_gateway.devices.kinds import ALL_NOUNS, Kind
from voice_gateway.devices.words import roots

_ORDINARY: Mapping[Kind, tuple[str, ...]] = {
    Kind.LIGHT: ("reading lamp", "hall lamp", "desk lamp"),
    Kind.DIMMER: ("bedroom lamp", "kitchen lamp", "lounge lamp"),
    Kind.SWITCH: ("coffee machine", "water pump", "radio"),
    Kind.FAN: ("ceiling fan", "desk fan", "bathroom fan"),
    Kind.COVER: ("bedroom blinds", "kitchen blinds", "office blinds"),
    Kind.GARAGE_DOOR: ("garage door", "side gate", "back gate"),
    Kind.LOCK: ("front door", "back door", "side door"),
    Kind.THERMOSTAT: ("thermostat", "bedroom heating", "office heating"),
    Kind.VALVE: ("water valve", "garden valve", "pool valve"),
    Kind.SIREN: ("siren", "hall siren", "shed siren"),
    Kind.SENSOR: ("hall sensor", "attic sensor", "cellar sensor"),
}
"""Names that anybody would give to such a device."""


_STAND_IN = re.compile(r"name[a-j]+x")
_SIDE_BY_SIDE = re.compile(
    r"\b(?P<one>name[a-j]+x) (?P<article>(?:the|my|our) )?(?=(?P<other>name[a-j]+x)\b)"
)


@dataclass(frozen=True)
class Masked:
    """A sentence with its names set aside."""

    text: str
    names: Mapping[str, str] = field(default_factory=dict)
    """What each stand-in stands for."""

    def unmask(self, text: str) -> str:
        """The text with the names put back."""
        if not self.names:
            return text
        return self._stand_ins.sub(lambda match: self.names[match[0]], text)

    @cached_property
    def _stand_ins(self) -> re.Pattern[str]:
        return re.compile("|".join(rf"\b{re.escape(word)}\b" for word in self.names))


def mask(text: str, devices: Iterable[Device], more: Iterable[str] = ()) -> Masked:
    """Put a plain word for every full name of the home, and `more` names, in a lower-case sentence."""
    names = [*_names(devices), *((name, None) for name in more)]
    masked = _masked(text, names, lambda number, _device: _letters(number), odd_only=False)
    return replace(masked, text=_SIDE_BY_SIDE.sub(lambda pair: _told_apart(pair, masked), masked.text))


def _told_apart(pair: re.Match[str], masked: Masked) -> str:
    """ "Desk lamp mirror light" are two things; of "kitchen radio", one word may only say where."""
    names = (masked.unmask(pair["one"]), masked.unmask(pair["other"]))
    whole = pair["article"] or all(" " in name for name in names)
    return f"{pair['one']} {'and ' if whole else ''}{pair['article'] or ''}"


def _letters(number: int) -> str:
    """A word without a digit, which could be taken for an amount or a time."""
    return f"name{''.join(chr(ord('a') + int(digit)) for digit in str(number))}x"


def is_stand_in(word: str) -> bool:
    return bool(_STAND_IN.fullmatch(word))


def with_ordinary_names(text: str, devices: Sequence[Device]) -> Masked:
    """Put a usual name of the same kind for every odd one, for a model that has never heard of Gerald."""
    own = {name.lower() for device in devices for name in (device.name, *device.aliases)}
    free = {kind: [name for name in names if name not in own] for kind, names in _ORDINARY.items()}

    def usual(_number: int, device: Device | None) -> str:
        usual_names = free.get(device.kind) if device else None
        return usual_names.pop(0) if usual_names else ""

    return _masked(text, _names(devices), usual, odd_only=True)


def _masked(
    text: str,
    named: Iterable[tuple[str, Device | None]],
    stand_in: Callable[[int, Device | None], str],
    *,
    odd_only: bool,
) -> Masked:
    places: list[tuple[int, int, str]] = []
    stand_ins: dict[str, str] = {}
    for name, device in sorted(named, key=lambda pair: -len(pair[0])):
        if len(name) < 3 or name not in text:
            continue
        if odd_only and device and set(roots(name)) & (ALL_NOUNS | set(roots(device.room))):
            continue
        pattern = re.compile(rf"(?<![\w']){re.escape(name)}(?!\w)(?!'(?!s\b))")
        found = [
            m for m in pattern.finditer(text) if not any(m.start() < e and s < m.end() for s, e, _ in places)
        ]
        if found and (name in stand_ins or (chosen := stand_in(len(stand_ins), device))):
            stand_ins.setdefault(name, chosen)
            places += [(match.start(), match.end(), stand_ins[name]) for match in found]
    for start, end, word in sorted(places, reverse=True):
        text = f"{text[:start]}{word}{text[end:]}"
    return Masked(text, {word: name for name, word in stand_ins.items()})


def _names(devices: Iterable[Device]) -> list[tuple[str, Device | None]]:
    return [
        (name.lower().replace("’", "'"), device)
        for device in devices
        for name in (device.name, *device.aliases)
    ]
