"""What weather, calendars and lists know, in sentences: which days are asked about, and what there is."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from voice_gateway.devices.conditions import condition
from voice_gateway.devices.data import Appointment, Asked, Data, DataQuestion, Outlook
from voice_gateway.devices.kinds import Kind
from voice_gateway.saying import WEEKDAYS, counted, listed

if TYPE_CHECKING:
    from voice_gateway.devices.degrees import Degrees
    from voice_gateway.devices.device import Device

_ASKED = {Kind.WEATHER: Asked.FORECAST, Kind.CALENDAR: Asked.EVENTS, Kind.TODO_LIST: Asked.ITEMS}
_DAY = re.compile(
    rf"\b(?:for |on |this |the )?(?P<day>today|tonight|tomorrow|week|weekend|{'|'.join(WEEKDAYS)})\b", re.I
)
_MOST = 8
"""How many are told before only their number is."""


def days_asked(asked: str, now: datetime) -> tuple[str, tuple[datetime, datetime] | None]:
    """What is left of "weather tomorrow", and from when to when that is; None when no day is said."""
    found = _DAY.search(asked)
    if found is None:
        return asked, None
    today, word = now.date(), found["day"].lower()
    first, days = today, 1
    if word == "tomorrow":
        first = today + timedelta(days=1)
    elif word == "week":
        days = 7
    elif word == "weekend":
        first, days = today + timedelta(days=(5 - today.weekday()) % 7), 2
    elif word in WEEKDAYS:
        first = today + timedelta(days=(WEEKDAYS.index(word) - today.weekday()) % 7)
    begin = datetime.combine(first, time(), now.tzinfo)
    rest = " ".join(_DAY.sub(" ", asked, count=1).split())
    return rest or asked, (begin, begin + timedelta(days=days))


def question_for(device: Device, days: tuple[datetime, datetime] | None) -> DataQuestion | None:
    """What such a device is asked for; None for one that has nothing but its state."""
    about = _ASKED.get(device.kind)
    if about is None or (about is Asked.FORECAST and days is None):
        return None
    return DataQuestion(about, *days) if days else DataQuestion(about)


def data_told(device: Device, data: Data, question: DataQuestion) -> str:
    """The answer in a sentence or two."""
    match question.about:
        case Asked.FORECAST:
            days = [one for one in data.forecast if _within(one.day, question)]
            if not days:
                return f"{device.title} has no forecast for that day; now it is {condition(device)}."
            return " ".join(_outlook(one, device.degrees) for one in days[:_MOST])
        case Asked.EVENTS:
            if not data.events:
                return f"There is nothing on the {device.label} then."
            told = listed(map(_appointment, data.events[:_MOST]))
            return f"{counted(len(data.events), 'appointment')}: {told}."
        case Asked.ITEMS:
            open_items = [item.text for item in data.items if not item.done]
            if not open_items:
                return f"There is nothing on the {device.label}."
            return f"On the {device.label}: {listed(open_items)}."


def data_table(data: Data) -> dict[str, Any]:
    """The same for programs: only what there is."""
    table: dict[str, Any] = {}
    if data.forecast:
        table["forecast"] = [
            {"day": one.day.isoformat(), "condition": one.condition, "high": one.high, "low": one.low,
             "rain": one.rain}
            for one in data.forecast
        ]  # fmt: skip
    if data.events:
        table["events"] = [
            {"title": one.title, "start": one.start.isoformat(), "end": one.end.isoformat(),
             "place": one.place}
            for one in data.events
        ]  # fmt: skip
    if data.items:
        table["items"] = [{"text": item.text, "done": item.done} for item in data.items]
    return table


def _within(day: date, question: DataQuestion) -> bool:
    after = question.start is None or day >= question.start.date()
    return after and (question.end is None or day < question.end.date())


def _outlook(one: Outlook, degrees: Degrees) -> str:
    said = one.condition.replace("_", " ").replace("partlycloudy", "partly cloudy")
    warmth = [
        f"{kind} {value:g} {degrees}"
        for kind, value in (("up to", one.high), ("down to", one.low))
        if value is not None
    ]
    rain = [] if one.rain is None else [f"{one.rain} percent chance of rain"]
    return f"{one.day:%A} {listed([f'will be {said}', *warmth, *rain])}."


def _appointment(one: Appointment) -> str:
    when = f"{one.start:%A}" if one.all_day else f"{one.start:%A} at {one.start:%H:%M}"
    return f"{one.title} on {when}{f' in {one.place}' if one.place else ''}"
