"""When the sun rises and sets, worked out by the library astral."""

from collections.abc import Callable
from datetime import date, datetime

from voice_gateway.times.errors import SunUnknown
from voice_gateway.times.location import Location
from voice_gateway.times.when import Sun


def sun_time(sun: Sun, day: date, location: Location) -> datetime | None:
    """When it does that on that day; None on a day near the poles on which it does not."""
    from astral import Observer
    from astral import sun as astral_sun

    point = location.point
    if point is None:
        raise SunUnknown(
            "I don't know where the sun rises and sets for this home.",
            fix="Set the home's latitude and longitude, or its time zone by a city, such as Europe/Berlin.",
        )
    times: dict[Sun, Callable[..., datetime]] = {
        Sun.DAWN: astral_sun.dawn,
        Sun.SUNRISE: astral_sun.sunrise,
        Sun.SUNSET: astral_sun.sunset,
        Sun.DUSK: astral_sun.dusk,
    }
    try:
        found = times[sun](Observer(*point), day, tzinfo=location.zone)
    except ValueError:
        return None
    return found.replace(second=0, microsecond=0)  # nobody knows it better than to the minute
