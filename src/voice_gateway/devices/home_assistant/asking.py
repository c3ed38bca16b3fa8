"""Forecasts, appointments and items, as Home Assistant's services tell them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from voice_gateway.devices.data import Appointment, Asked, Data, DataQuestion, Item, Outlook
from voice_gateway.devices.errors import CannotDo
from voice_gateway.devices.home_assistant.entity import Entity
from voice_gateway.devices.home_assistant.house import House
from voice_gateway.devices.home_assistant.portrait import Units, has, is_number
from voice_gateway.devices.home_assistant.services import Call, ask

_FORECASTS = {1: "daily", 4: "twice_daily", 2: "hourly"}
_SPAN = timedelta(days=7)
_DONE = "completed"


async def data_of(house: House, entity: Entity, label: str, question: DataQuestion) -> Data:
    """What the entity knows of what is asked. Raises CannotDo where it knows nothing of the kind."""
    match question.about, entity.domain:
        case Asked.FORECAST, "weather":
            kind = next((kind for bit, kind in _FORECASTS.items() if has(entity, bit)), "daily")
            told = await ask(house, entity, label, Call("weather", "get_forecasts", {"type": kind}))
            return Data(forecast=_outlooks(told, _units(entity)))
        case Asked.EVENTS, "calendar":
            start = question.start or datetime.now().astimezone()
            end = question.end or start + _SPAN
            span = {"start_date_time": start.isoformat(), "end_date_time": end.isoformat()}
            told = await ask(house, entity, label, Call("calendar", "get_events", span))
            events = [_appointment(event, start) for event in told.get("events") or ()]
            return Data(events=tuple(sorted(events, key=lambda event: event.start)))
        case Asked.ITEMS, "todo":
            return Data(
                items=tuple(Item(text, done) for _, text, done in await items_of(house, entity, label))
            )
    raise CannotDo(f"The {label} has no {question.about}.")


async def items_of(house: House, entity: Entity, label: str) -> list[tuple[str, str, bool]]:
    """Id, text and whether it is done, of everything on a list."""
    told = await ask(house, entity, label, Call("todo", "get_items"))
    return [
        (
            str(item.get("uid") or item.get("summary")),
            str(item.get("summary") or ""),
            item.get("status") == _DONE,
        )
        for item in told.get("items") or ()
    ]


def _units(entity: Entity) -> Units:
    return Units(fahrenheit=str(entity.attribute("temperature_unit") or "").endswith("F"))


def _outlooks(told: Mapping[str, Any], units: Units) -> tuple[Outlook, ...]:
    """One for each day, whether the forecast comes by days, halves of them, or hours."""
    days: dict[date, list[Mapping[str, Any]]] = {}
    for part in told.get("forecast") or ():
        days.setdefault(_moment(part["datetime"]).astimezone().date(), []).append(part)
    return tuple(_outlook(day, parts, units) for day, parts in sorted(days.items()))


def _outlook(day: date, parts: list[Mapping[str, Any]], units: Units) -> Outlook:
    highs = [warm for part in parts if (warm := units.degrees(part.get("temperature"))) is not None]
    lows = [warm for part in parts if (warm := units.degrees(part.get("templow"))) is not None]
    rain = [
        part["precipitation_probability"]
        for part in parts
        if is_number(part.get("precipitation_probability"))
    ]
    # Of several parts of a day, the one in the middle is what people call the weather of that day.
    return Outlook(
        day,
        str(parts[len(parts) // 2].get("condition") or ""),
        high=max(highs, default=None),
        low=min(lows or (highs if len(highs) > 1 else []), default=None),
        rain=round(max(rain)) if rain else None,
    )


def _appointment(event: Mapping[str, Any], near: datetime) -> Appointment:
    start, end = str(event["start"]), str(event["end"])
    return Appointment(
        title=str(event.get("summary") or ""),
        start=_moment(start, near),
        end=_moment(end, near),
        # A whole day is told without a time.
        all_day="T" not in start and " " not in start,
        place=str(event.get("location") or ""),
    )


def _moment(text: str, near: datetime | None = None) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        return datetime.combine(
            moment.date(), moment.time() or time(), near.tzinfo if near else None
        ).astimezone()
    return moment
