"""Where the home is: its time zone, and the point on the globe that decides when the sun rises."""

import re
from dataclasses import dataclass
from datetime import tzinfo
from functools import cache

_ISO_6709 = re.compile(r"([+-])(\d\d)(\d\d)(\d\d)?([+-])(\d{3})(\d\d)(\d\d)?")


@dataclass(frozen=True, slots=True)
class Location:
    zone: tzinfo
    latitude: float | None = None
    longitude: float | None = None

    @property
    def point(self) -> tuple[float, float] | None:
        """Latitude and longitude: as configured, or else of the city that the zone is named for."""
        if self.latitude is not None and self.longitude is not None:
            return self.latitude, self.longitude
        return _city_points().get(getattr(self.zone, "key", None) or "")


@cache
def _city_points() -> dict[str, tuple[float, float]]:
    from voice_gateway.tools.places import zone_table

    return {zone: _degrees(point) for _, point, zone, *_ in zone_table("zone.tab")}


def _degrees(point: str) -> tuple[float, float]:
    """ "+404251-0740023" as the zone database writes 40.71° N 74.01° W."""
    [parts] = _ISO_6709.findall(point)
    return _signed(*parts[:4]), _signed(*parts[4:])


def _signed(sign: str, degrees: str, minutes: str, seconds: str) -> float:
    size = int(degrees) + int(minutes) / 60 + int(seconds or 0) / 3600
    return -size if sign == "-" else size
