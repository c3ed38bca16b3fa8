"""The names of colours and whites: what to tell a light, and what to say of one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from voice_gateway import languages

WARMEST, COLDEST = 2000, 6500
_GREYISH = 8
"""Below this saturation, nobody would call it a colour."""
_WHITISH, _PALEST = 30, 78
"""The hue of a white in a light that knows colours only, and the saturation of the warmest."""
_EXACT = re.compile(r"(\d{1,3})/(\d{1,3})")
_KELVIN = re.compile(r"(\d{4,5}) ?k(?:elvin)?")


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour by hue and saturation, or a white by its kelvin."""

    hue: int = 0
    saturation: int = 0
    kelvin: int | None = None

    def coloured(self) -> Colour:
        """As near to it as a light comes that knows colours only."""
        if self.kelvin is None:
            return self
        pale = (COLDEST - max(WARMEST, min(COLDEST, self.kelvin))) / (COLDEST - WARMEST)
        return Colour(_WHITISH, round(_PALEST * pale))


def colour_of(words: str) -> Colour | None:
    """The colour of that name; also “240/100” (hue and saturation) and “2700k”."""
    said = " ".join(words.lower().replace("-", " ").replace("_", " ").split())
    if (exact := _EXACT.fullmatch(said)) and int(exact[1]) <= 360 and int(exact[2]) <= 100:
        return Colour(int(exact[1]), int(exact[2]))
    if kelvin := _KELVIN.fullmatch(said):
        return Colour(kelvin=int(kelvin[1]))
    return _table().get(said) or _table().get(said.removesuffix(" light"))


def exactly(hue: int, saturation: int) -> str:
    """The colour as `colour_of` reads it back, whether it has a name or not."""
    return f"{hue}/{saturation}"


def colour_name(hue: int, saturation: int) -> str:
    """What people would call it."""
    if saturation <= _GREYISH:
        return "white"
    if hue == _WHITISH and saturation <= _PALEST:
        return white_name(round(COLDEST - (COLDEST - WARMEST) * saturation / _PALEST))

    def distance(colour: Colour) -> float:
        apart = abs(colour.hue - hue)
        return min(apart, 360 - apart) + abs(colour.saturation - saturation) / 2

    named = {name: colour for name, colour in _table().items() if colour.kelvin is None}
    return min(named, key=lambda name: distance(named[name]))


def white_name(kelvin: int) -> str:
    """What people would call this shade of white."""
    whites = {name: colour.kelvin for name, colour in _table().items() if colour.kelvin is not None}
    return min(whites, key=lambda name: abs(whites[name] - kelvin))


def colour_names() -> tuple[str, ...]:
    """Every colour and white that has a name."""
    return tuple(_table())


@cache
def _table() -> dict[str, Colour]:
    found: dict[str, Colour] = {}
    for name, numbers in languages.pairs("devices/colours"):
        first, *rest = map(int, numbers.split())
        found[name] = Colour(first, rest[0]) if rest else Colour(kelvin=first)
    return found
