"""`get_current_datetime`: the time here and elsewhere, and what day a date is."""

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import Field

from voice_gateway.errors import ToolError
from voice_gateway.saying import clock_time, counted, listed
from voice_gateway.tools.dates import days_away, find_date
from voice_gateway.tools.descriptions import describe
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.structured import structured
from voice_gateway.tools.tier import Tier
from voice_gateway.tools.time_zones import find_place, find_zone

_MOMENT = re.compile(
    r"until (?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)|(?P<ago>\d{1,9}) minutes? ago"
    r"|in (?P<ahead>\d{1,9}) minutes?"
)
_LONGEST = 7 * 24 * 60
"""Minutes; who asks further ahead asks for a day."""

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
        if date and (told := tell_moment(date.strip().lower(), moment)):
            return told
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


def tell_moment(name: str, now: datetime) -> str:
    """How long it is "until 17:00", and what time it is "20 minutes ago" or "in 90 minutes"."""
    match = _MOMENT.fullmatch(name)
    if match is None:
        return ""
    if match["hour"]:
        start = now.replace(hour=int(match["hour"]), minute=int(match["minute"]), second=0, microsecond=0)
        then = start if start > now else start + timedelta(days=1)
        minutes = -(-int((then - now).total_seconds()) // 60)
        return f"It is {_length(minutes)} until {clock_time(then)}."
    minutes = int(match["ago"] or match["ahead"])
    if minutes > _LONGEST:
        raise ToolError("That is too far away for a clock.")
    if match["ago"]:
        return f"{_length(minutes).capitalize()} ago it was {clock_time(now - timedelta(minutes=minutes))}."
    return f"In {_length(minutes)} it will be {clock_time(now + timedelta(minutes=minutes))}."


def _length(minutes: int) -> str:
    """ "9 hours and 20 minutes"."""
    parts = [(minutes // 60, "hour"), (minutes % 60, "minute")]
    return listed([counted(count, unit) for count, unit in parts if count]) or "no time"


def spoken_date(day: date) -> str:
    return f"{day:%A}, {day.day} {day:%B %Y}"
