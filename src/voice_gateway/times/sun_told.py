"""Tells when the sun rises and sets."""

from datetime import date, datetime
from typing import Final

from voice_gateway.saying import clock_time
from voice_gateway.times.location import Location
from voice_gateway.times.sun import sun_time
from voice_gateway.times.when import Sun

_DOES: Final = {
    Sun.SUNRISE: ("The sun rises", "The sun rose", "does not rise"),
    Sun.SUNSET: ("The sun sets", "The sun set", "does not set"),
    Sun.DAWN: ("It gets light", "It got light", "gives no dawn"),
    Sun.DUSK: ("It gets dark", "It got dark", "gives no dusk"),
}


def tell_sun(sun: Sun, day: date, now: datetime, location: Location) -> str:
    """ "The sun sets today at 4:05 PM." Raises `SunUnknown` where nobody knows where the home is."""
    moment = sun_time(sun, day, location)
    does, did, never = _DOES[sun]
    days = (day - now.date()).days
    when = {0: "today", 1: "tomorrow"}.get(days, f"on {day:%A}, {day.day} {day:%B}")
    if moment is None:
        return f"The sun {never} {when}."
    return f"{did if moment < now else does} {when} at {clock_time(moment)}."
