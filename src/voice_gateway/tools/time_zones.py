"""Finds a time zone by the name a person would use."""

import re
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from rapidfuzz import fuzz, process

from voice_gateway.errors import ToolError

_PLACES = {
    # Cities and countries that people name and the zone database does not.
    "beijing": "Asia/Shanghai",
    "shenzhen": "Asia/Shanghai",
    "china": "Asia/Shanghai",
    "mumbai": "Asia/Kolkata",
    "delhi": "Asia/Kolkata",
    "new delhi": "Asia/Kolkata",
    "bangalore": "Asia/Kolkata",
    "india": "Asia/Kolkata",
    "pakistan": "Asia/Karachi",
    "thailand": "Asia/Bangkok",
    "vietnam": "Asia/Ho_Chi_Minh",
    "south korea": "Asia/Seoul",
    "korea": "Asia/Seoul",
    "philippines": "Asia/Manila",
    "indonesia": "Asia/Jakarta",
    "uae": "Asia/Dubai",
    "saudi arabia": "Asia/Riyadh",
    "osaka": "Asia/Tokyo",
    "kyoto": "Asia/Tokyo",
    "san francisco": "America/Los_Angeles",
    "seattle": "America/Los_Angeles",
    "las vegas": "America/Los_Angeles",
    "san diego": "America/Los_Angeles",
    "portland": "America/Los_Angeles",
    "california": "America/Los_Angeles",
    "la": "America/Los_Angeles",
    "pacific": "America/Los_Angeles",
    "pst": "America/Los_Angeles",
    "pdt": "America/Los_Angeles",
    "salt lake city": "America/Denver",
    "colorado": "America/Denver",
    "mountain": "America/Denver",
    "arizona": "America/Phoenix",
    "dallas": "America/Chicago",
    "houston": "America/Chicago",
    "austin": "America/Chicago",
    "texas": "America/Chicago",
    "new orleans": "America/Chicago",
    "minneapolis": "America/Chicago",
    "central": "America/Chicago",
    "cst": "America/Chicago",
    "boston": "America/New_York",
    "washington": "America/New_York",
    "washington dc": "America/New_York",
    "philadelphia": "America/New_York",
    "miami": "America/New_York",
    "atlanta": "America/New_York",
    "florida": "America/New_York",
    "nyc": "America/New_York",
    "eastern": "America/New_York",
    "est": "America/New_York",
    "edt": "America/New_York",
    "ottawa": "America/Toronto",
    "montreal": "America/Toronto",
    "hawaii": "Pacific/Honolulu",
    "alaska": "America/Anchorage",
    "rio": "America/Sao_Paulo",
    "rio de janeiro": "America/Sao_Paulo",
    "brazil": "America/Sao_Paulo",
    "argentina": "America/Argentina/Buenos_Aires",
    "mexico": "America/Mexico_City",
    "england": "Europe/London",
    "uk": "Europe/London",
    "britain": "Europe/London",
    "scotland": "Europe/London",
    "wales": "Europe/London",
    "manchester": "Europe/London",
    "edinburgh": "Europe/London",
    "ireland": "Europe/Dublin",
    "france": "Europe/Paris",
    "germany": "Europe/Berlin",
    "munich": "Europe/Berlin",
    "hamburg": "Europe/Berlin",
    "frankfurt": "Europe/Berlin",
    "austria": "Europe/Vienna",
    "switzerland": "Europe/Zurich",
    "geneva": "Europe/Zurich",
    "italy": "Europe/Rome",
    "milan": "Europe/Rome",
    "spain": "Europe/Madrid",
    "barcelona": "Europe/Madrid",
    "netherlands": "Europe/Amsterdam",
    "belgium": "Europe/Brussels",
    "sweden": "Europe/Stockholm",
    "norway": "Europe/Oslo",
    "denmark": "Europe/Copenhagen",
    "finland": "Europe/Helsinki",
    "greece": "Europe/Athens",
    "ukraine": "Europe/Kyiv",
    "russia": "Europe/Moscow",
    "south africa": "Africa/Johannesburg",
    "cape town": "Africa/Johannesburg",
    "kenya": "Africa/Nairobi",
    "nigeria": "Africa/Lagos",
    "new zealand": "Pacific/Auckland",
    "wellington": "Pacific/Auckland",
    "canberra": "Australia/Sydney",
    "gmt": "Etc/GMT",
    "utc": "Etc/UTC",
}


def find_zone(name: str) -> ZoneInfo:
    """The zone of “Tokyo”, “New York”, “Europe/Berlin” or “PST”; raises `ToolError` with the nearest name."""
    spoken = re.sub(r"[^a-z/+\-, ]", " ", name.lower().replace("_", " "))
    spoken = " ".join(
        word for word in spoken.split() if word not in ("time", "timezone", "zone", "standard", "the")
    )
    known = _names()
    for candidate in (spoken, spoken.split(",")[0].strip(), spoken.rsplit("/", 1)[-1]):
        if candidate in known:
            return ZoneInfo(known[candidate])
    best = process.extractOne(spoken, known.keys(), scorer=fuzz.ratio)
    if best and best[1] >= 85 and len(spoken) >= 5:
        return ZoneInfo(known[best[0]])
    hint = f' Did you mean "{best[0].title()}"?' if best and best[1] >= 65 else ""
    raise ToolError(f'I know no time zone for "{name}".{hint}')


@lru_cache(maxsize=1)
def _names() -> dict[str, str]:
    names: dict[str, str] = {}
    for zone in sorted(available_timezones()):
        names[zone.lower().replace("_", " ")] = zone
        if "/" in zone and not zone.startswith(("Etc/", "posix/", "right/")):
            names.setdefault(zone.rsplit("/", 1)[-1].lower().replace("_", " "), zone)
    return names | _PLACES
