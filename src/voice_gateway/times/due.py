"""When a time comes next.

Where clocks are put forward, a time that is left out is taken as if they had not been: 02:30 comes at 03:30.
Where they are put back, the first of the two is meant, and only that one. Both are what calendars do
(RFC 5545, 3.3.5). Whole days of a span are days of the calendar: a day after 18:00 it is 18:00, though the
night had 25 hours.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import count

from voice_gateway.saying import WEEKDAYS
from voice_gateway.times.errors import Past, SunUnknown
from voice_gateway.times.location import Location
from voice_gateway.times.sun import sun_time
from voice_gateway.times.text import write_when
from voice_gateway.times.when import (
    DAILY,
    DAY,
    After,
    At,
    Clock,
    Every,
    For,
    Often,
    Span,
    Until,
    When,
)

_NEXT = 366
"""Days in which whatever comes every week, or with the sun, must have come."""


def due(when: When, now: datetime, location: Location) -> datetime:
    """The next moment, strictly after `now`, in the home's time zone.

    What is repeated comes next after the moment it came last: hand that in as `now`. Raises `Past` when it
    never comes again, and `SunUnknown` when the sun decides and nobody knows where it shines.
    """
    if now.tzinfo is None:
        raise ValueError("the present needs a time zone")
    here = now.astimezone(location.zone)
    match when:
        case Often(_, Clock() as start):
            return due(At(start), now, location)
        case After(span) | For(span) | Often(span):
            return _later(here, span)
        case Every(clock, days):
            return _first(when, clock, _on(days, here.date()), here, location)
        case At(clock, day) | Until(clock, day):
            return _first(when, clock, _days(day, here.date()), here, location)


def _later(now: datetime, span: Span) -> datetime:
    days, seconds = divmod(span.seconds, DAY)
    # A sum of days is one of clocks; it forgets which of two equal times it began at, which only hours need.
    there = now + timedelta(days=days) if days else now
    return _shifted(there, timedelta(seconds=seconds))


def _first(when: When, clock: Clock, days: Iterable[date], now: datetime, location: Location) -> datetime:
    """The first day's clock that is still to come."""
    never = False
    for day in days:
        moment = _moment(clock, day, location)
        never = moment is None
        # Two times of one zone are compared as they look; which comes first is only known in UTC.
        if moment is not None and moment.astimezone(UTC) > now.astimezone(UTC):
            return moment
    if never:
        raise SunUnknown(f"There is no {clock.sun} then where this home is.")
    raise Past(f"“{write_when(when)}” has gone by.", fix="Say a time that is still to come.")


def _moment(clock: Clock, day: date, location: Location) -> datetime | None:
    if clock.sun is None:
        return _exists(datetime.combine(day, time(*divmod(clock.minute, 60)), location.zone))
    sun = sun_time(clock.sun, day, location)
    return None if sun is None else _shifted(sun, timedelta(minutes=clock.minute))


def _shifted(moment: datetime, by: timedelta) -> datetime:
    return (moment.astimezone(UTC) + by).astimezone(moment.tzinfo)


def _exists(moment: datetime) -> datetime:
    """By way of UTC, so that a time which the clocks leave out becomes the one they show then."""
    return moment.astimezone(UTC).astimezone(moment.tzinfo)


def _days(day: str, today: date) -> Iterator[date]:
    """The days that are meant, in order."""
    match day:
        case "":
            yield from _on(DAILY, today)
        case "today":
            yield today
        case "tomorrow":
            yield today + timedelta(days=1)
        case _ if day in WEEKDAYS:
            yield from _on(frozenset({WEEKDAYS.index(day)}), today)
        case _:
            yield date.fromisoformat(day)


def _on(weekdays: frozenset[int], today: date) -> Iterator[date]:
    """From the day before, whose late hours after sunset may be today's."""
    for ahead in count(-1):
        day = today + timedelta(days=ahead)
        if day.weekday() in weekdays:
            yield day
        if ahead > _NEXT:
            return
