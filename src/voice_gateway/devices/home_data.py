"""What a home file says of forecasts, appointments and items, in days from today."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from voice_gateway.devices.data import Appointment, Item, Outlook
from voice_gateway.devices.errors import HomeFileError

KEYS = ("forecast", "events", "items")


@dataclass(frozen=True, slots=True)
class Known:
    """What one device knows. Days are counted from today, so that a file does not grow old."""

    forecast: tuple[dict[str, Any], ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    items: tuple[Item, ...] = ()

    def forecast_from(self, today: date) -> tuple[Outlook, ...]:
        return tuple(
            Outlook(
                today + timedelta(days=each.get("day", 0)), str(each.get("condition", "")),
                each.get("high"), each.get("low"), each.get("rain"),
            )
            for each in self.forecast
        )  # fmt: skip

    def events_between(
        self, now: datetime, start: datetime | None, end: datetime | None
    ) -> tuple[Appointment, ...]:
        """Those that are not over at `start` and begin before `end`."""
        begin = start or now
        found = [_appointment(each, now) for each in self.events]
        wanted = [one for one in found if one.end > begin and (end is None or one.start < end)]
        return tuple(sorted(wanted, key=lambda one: one.start))


def known_of(table: dict[str, Any]) -> Known | None:
    """The data of a `[[device]]` table; None when it has none."""
    if not any(key in table for key in KEYS):
        return None
    given = {key: table.get(key, []) for key in KEYS}
    for key, entries in given.items():
        if not isinstance(entries, list):
            raise HomeFileError(f"{key} must be a list, not {entries!r}")
    known = Known(
        tuple(_checked("forecast", each, "condition") for each in given["forecast"]),
        tuple(_checked("events", each, "title") for each in given["events"]),
        tuple(Item(str(each)) for each in given["items"]),
    )
    for each in known.events:
        _appointment(each, datetime.now().astimezone())
    return known


def _checked(key: str, entry: object, needed: str) -> dict[str, Any]:
    if not isinstance(entry, dict) or needed not in entry or not isinstance(entry.get("day", 0), int):
        raise HomeFileError(
            f"{key} has an entry that cannot be used: {entry!r}",
            fix='Write { day = 1, condition = "rainy" } or { day = 0, at = "09:30", title = "Dentist" }.',
        )
    return entry


def _appointment(entry: dict[str, Any], today: datetime) -> Appointment:
    at = entry.get("at")
    try:
        clock = time() if at is None else time.fromisoformat(str(at))
    except ValueError:
        raise HomeFileError(f"{at!r} is not a time of day", fix='Write at = "09:30".') from None
    start = datetime.combine(today.date() + timedelta(days=entry.get("day", 0)), clock, today.tzinfo)
    length = timedelta(days=1) if at is None else timedelta(minutes=float(entry.get("minutes", 60)))
    return Appointment(
        str(entry["title"]), start, start + length, all_day=at is None, place=str(entry.get("place", ""))
    )
