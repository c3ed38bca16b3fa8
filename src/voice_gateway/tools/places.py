"""Places whose time people ask for: the countries and cities of the zone database, and what it leaves out."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from importlib.resources import files
from zoneinfo import ZoneInfo, available_timezones

from voice_gateway import languages

_UNSAID = frozenset({"time", "timezone", "zone", "standard", "the"})
_GROUPS = ("Etc/", "posix/", "right/", "SystemV/", "US/", "Canada/", "Brazil/", "Mexico/", "Chile/")
_DIRECTIONS = frozenset({"north", "south", "east", "west"})


@dataclass(frozen=True)
class Place:
    """A place as it is said in an answer, and the zones in it, the one of most people first."""

    name: str
    zones: tuple[str, ...]

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.zones[0])

    @property
    def spoken(self) -> str:
        """Its name, with the city whose time it is where clocks differ: “Brazil (Sao Paulo time)”."""
        return f"{self.name} ({_city(self.zones[0])} time)" if self.differs else self.name

    @property
    def differs(self) -> bool:
        """Whether clocks in it show different times, now or in another season."""
        year = datetime.now(UTC).year
        moments = [datetime(year, month, 1, tzinfo=UTC) for month in (1, 7)]
        return (
            len(
                {
                    tuple(moment.astimezone(ZoneInfo(zone)).utcoffset() for moment in moments)
                    for zone in self.zones
                }
            )
            > 1
        )


@dataclass(frozen=True)
class Atlas:
    """Every place that is known, by how its name is said."""

    places: dict[str, Place]
    areas: dict[str, Place]
    """Those of them that other places lie in: countries and states."""


def folded(name: str) -> str:
    """A name as it is compared: “São Paulo time” is “sao paulo”."""
    plain = unicodedata.normalize("NFKD", name.lower().replace("_", " ").replace("&", " and "))
    plain = re.sub(r"[^a-z/+\- ]", " ", re.sub(r"['’.]|[^\x00-\x7f]", "", plain))
    return " ".join(word for word in plain.split() if word not in _UNSAID)


@lru_cache(maxsize=1)
def atlas() -> Atlas:
    """All places; of two that go by the same name, the one that more people mean."""
    table = languages.table("tools/places")
    countries = dict(_countries(table["main_zones"]))
    areas: dict[str, Place] = {}
    for code, regions in table["regions"].items():
        for name, zones in regions.items():
            shared = any(folded(name) == folded(country.name) for country in countries.values())
            title = f"{name}, {countries[code].name}" if shared else name
            areas[folded(name)] = Place(title, tuple(zones))
    for country in countries.values():
        areas.setdefault(folded(country.name), country)
    named = [Place(name, (zone,)) for kind in ("cities", "zones") for name, zone in table[kind].items()]
    named += [Place(name, (zone,)) for zone, names in table["cities_of_zone"].items() for name in names]
    places: dict[str, Place] = {}
    for place in named:
        places.setdefault(folded(place.name), place)
        places.setdefault(folded(place.name.split(",")[0]), place)
    places = dict(_zone_names()) | areas | places
    for name, meant in table["also"].items():
        places[folded(name)] = places[folded(meant)]
        if folded(meant) in areas:
            areas[folded(name)] = areas[folded(meant)]
    return Atlas(places, areas)


def zone_table(table: str) -> Iterator[list[str]]:
    """The rows of a table of the zone database: "zone.tab" has country, point, zone and remarks."""
    text = files("tzdata.zoneinfo").joinpath(table).read_text(encoding="utf-8")
    yield from (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))


def _countries(main_zones: dict[str, str]) -> Iterator[tuple[str, Place]]:
    zones: dict[str, list[str]] = defaultdict(list)
    for code, _, zone, *_ in zone_table("zone.tab"):
        zones[code].append(zone)
    for code, name in zone_table("iso3166.tab"):
        if code in zones:
            main = main_zones.get(code, zones[code][0])
            rest = (zone for zone in zones[code] if zone != main)
            yield code, Place(_country_name(name), (main, *rest))


def _country_name(listed: str) -> str:
    """“Korea (South)” is South Korea, and “Britain (UK)” is Britain."""
    match = re.fullmatch(r"(.+) \((.+)\)", listed)
    if match is None:
        return listed
    return f"{match[2]} {match[1]}" if match[2] in ("North", "South", "American") else match[1]


def _zone_names() -> Iterator[tuple[str, Place]]:
    """Every zone by its whole name, and by its city where it has one."""
    for zone in sorted(available_timezones()):
        place = Place(_city(zone), (zone,))
        yield folded(zone), place
        if "/" in zone and not zone.startswith(_GROUPS) and folded(_city(zone)) not in _DIRECTIONS:
            yield folded(_city(zone)), place


def _city(zone: str) -> str:
    return zone.rsplit("/", 1)[-1].replace("_", " ")
