"""Says what can be done, from the devices and abilities that are really there."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from voice_gateway.devices import Device, Status
from voice_gateway.skills.context import SkillContext
from voice_gateway.skills.language import Language

_NAMED = 2
"""Up to so many devices are called by name; more are called by their rooms."""

_ROOMS = 3
_THINGS = 4
"""Nobody keeps more than this in mind from one sentence."""


@dataclass(frozen=True)
class Deed:
    """What can be done to one kind of device, if it has the ability."""

    kind: str
    ability: str
    many: str
    words: str

    def fits(self, device: Device) -> bool:
        return device.kind == self.kind and (not self.ability or self.ability in device.abilities)


@dataclass(frozen=True)
class Offer:
    """What can be done, in one language."""

    language: Language

    def everything(self, context: SkillContext) -> str:
        """Two short sentences: what can be done at home, and what else."""
        home, further = self.at_home(context.devices), self.further(context)
        if not home:
            return self.language.answer("further alone", further=self.listed(further))
        return self.language.answer("home and further", home=self.listed(home), further=self.listed(further))

    def further(self, context: SkillContext) -> list[str]:
        """What can be done besides the home."""
        talk = [self.language.answer("talk")] if context.talks else []
        return [*context.abilities, *self._own(), *talk]

    def _own(self) -> list[str]:
        return [self.language.answer("sums"), self.language.answer("units")]

    def at_home(self, devices: Sequence[Device]) -> list[str]:
        """What can be done to the devices that answer, the most useful first."""
        found: dict[str, list[tuple[int, Device]]] = {}
        for device in devices:
            place = next((place for place, deed in enumerate(self._deeds) if deed.fits(device)), None)
            if place is not None and device.status is not Status.DEAD:
                found.setdefault(self._deeds[place].many, []).append((place, device))
        first = sorted(found.items(), key=lambda item: min(place for place, _ in item[1]))[:_THINGS]
        return [
            self._deeds[max(place for place, _ in those)].words.format(
                them=self._them([device for _, device in those], many)
            )
            for many, those in first
        ]

    def listed(self, parts: Sequence[str]) -> str:
        """ "a, b and c"."""
        *first, last = parts
        return f"{', '.join(first)} {self.language.answer('and')} {last}" if first else last

    def _them(self, devices: Sequence[Device], many: str) -> str:
        if len(devices) <= _NAMED:
            return self.listed([self.language.answer("the device", name=one.label) for one in devices])
        rooms = list(dict.fromkeys(device.room.lower() for device in devices if device.room))
        if not rooms:
            return self.language.answer("devices everywhere", count=len(devices), many=many)
        named = [self.language.answer("room", name=room) for room in rooms[:_ROOMS]]
        if len(rooms) > _ROOMS + 1:
            named.append(self.language.answer("more rooms", count=len(rooms) - _ROOMS))
        elif len(rooms) > _ROOMS:
            named.append(self.language.answer("room", name=rooms[_ROOMS]))
        return self.language.answer("devices in rooms", many=many, rooms=self.listed(named))

    @cached_property
    def _deeds(self) -> tuple[Deed, ...]:
        made = []
        for name, words in self.language.pairs("abilities"):
            device, _, many = name.partition(" | ")
            kind, _, ability = device.partition(" ")
            made.append(Deed(kind, ability, many, words))
        return tuple(made)
