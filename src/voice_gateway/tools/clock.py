"""`get_current_datetime`: the time here and elsewhere, and what day a date is."""

from collections.abc import Callable
from datetime import date, datetime, time
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import Field

from voice_gateway.tools.dates import days_away, find_date
from voice_gateway.tools.descriptions import describe
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.structured import structured
from voice_gateway.tools.tier import Tier
from voice_gateway.tools.time_zones import find_place, find_zone

Now = Callable[[ZoneInfo | None], datetime]


def local_now(zone: ZoneInfo | None = None) -> datetime:
    """The time in a zone; on this machine when none is named."""
    return datetime.now(zone) if zone else datetime.now().astimezone()


def datetime_tool(home_zone: str | None = None, now: Now = local_now) -> RegisteredTool:
    """The tool, for a home in the given zone."""
    home = find_zone(home_zone) if home_zone else None

    async def get_current_datetime(
        timezone: Annotated[
            str | None, Field(description='A city, country or zone. Good: "Tokyo". Leave out for here.')
        ] = None,
        date: Annotated[
            str | None, Field(description='A day. Good: "tomorrow", "Christmas", "2026-12-24". Bad: "now".')
        ] = None,
    ) -> str:
        place = find_place(timezone) if timezone else None
        moment = now(place.zone if place else home)
        if date and date.strip().lower() not in ("now", "today"):
            return tell_day(date, moment.date())
        where = f" in {place.spoken}" if place else ""
        return f"It is {clock_time(moment)}{where} on {spoken_date(moment.date())}."

    return RegisteredTool(
        structured(
            get_current_datetime, "get_current_datetime", describe("get_current_datetime", now(home).date())
        ),
        Tier.DATETIME,
        mandatory=True,
    )


def tell_day(name: str, today: date) -> str:
    """“Christmas Day is on Friday, 25 December 2026, in 40 days.”"""
    found = find_date(name, today)
    verb = "was" if found.day < today else "is"
    return f"{found.name} {verb} on {spoken_date(found.day)}, {days_away(found.day, today)}."


def clock_time(moment: datetime | time) -> str:
    return f"{moment.hour % 12 or 12}:{moment:%M} {'AM' if moment.hour < 12 else 'PM'}"


def spoken_date(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B %Y}"
