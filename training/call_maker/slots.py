"""What slots in people's sentences are filled with: each as it is said, and as it is written in a wish."""

from collections.abc import Callable
from random import Random

from training.call_maker.homes import device_name
from training.call_maker.lines import copied
from training.call_maker.names import bank, invented_word
from training.call_maker.spoken import number_words, said_number
from training.call_maker.templates import SENTENCES, draw
from voice_gateway.devices import Kind
from voice_gateway.saying import WEEKDAYS
from voice_gateway.times import Span, write_span

Filling = tuple[str, str]
"""How it is said, and how it is written."""

_DEVICES = {
    "light": Kind.LIGHT, "switch": Kind.SWITCH, "fan": Kind.FAN, "cover": Kind.COVER, "lock": Kind.LOCK,
    "garage": Kind.GARAGE_DOOR, "thermostat": Kind.THERMOSTAT, "valve": Kind.VALVE, "siren": Kind.SIREN,
    "sensor": Kind.SENSOR,
}  # fmt: skip
_PLURALS = {
    "lights": ("lights", "lights", "lamps", "spotlights", "fairy lights"),
    "covers": ("blinds", "curtains", "shutters", "shades"),
    "doors": ("doors", "doors", "locks"),
}
_BANKS = {
    "media": "media", "vacuum": "vacuums", "scene": "scenes", "list": "lists", "item": "items",
    "person": "people", "room": "rooms", "floor": "floors", "color": "colors", "mode": "modes",
    "panel": "panels", "humidifier": "humidifiers", "source": "sources", "calendar": "calendars",
}  # fmt: skip
_HYPHENED = frozenset({"color", "mode", "source"})
_PLACED = frozenset({"media", "humidifier"})
"""What often has its room before it."""
_TIERS = SENTENCES / "tiers.txt"


class Slots:
    """Draws fillings; with `held_out` such names as are never taught."""

    def __init__(self, random: Random, *, held_out: bool) -> None:
        self._random = random
        self._held_out = held_out
        self._numbers: dict[str, Callable[[], Filling]] = {
            "percent": self._percent, "degrees": self._degrees, "fahrenheit": self._fahrenheit,
            "step": self._step, "minutes": self._minutes, "hours": self._hours, "clock": self._clock,
            "span": self._span, "morning": self._morning, "evening": self._evening, "day": self._day,
            "kelvin": self._kelvin,
        }  # fmt: skip

    def fill(self, slot: str) -> Filling:
        """A filling for the slot; a digit behind its name makes it another one of the kind."""
        kind = slot.rstrip("0123456789")
        if kind in self._numbers:
            return self._numbers[kind]()
        said = self._name(kind)
        if kind == "list":
            # A list is written without the word: “shopping list” is `shopping`.
            return (
                said if said.endswith(("s", "g")) or self._random.random() < 0.4 else f"{said} list"
            ), said
        return said, said.replace(" ", "-") if kind in _HYPHENED else copied(said)

    def _name(self, kind: str) -> str:
        random = self._random
        if kind in _DEVICES:
            room = random.choice(bank("rooms", self._held_out))
            return device_name(random, _DEVICES[kind], room, self._held_out)
        if kind in _PLURALS:
            plural = random.choice(_PLURALS[kind])
            where = random.choice(("room", "room", "person", "floor", ""))
            return f"{self._owner(where)} {plural}".strip()
        if kind == "place":
            return draw(_TIERS, "city", {}, random, held_out=self._held_out)
        if kind not in _BANKS:
            raise KeyError(kind)
        if kind == "vacuum" and random.random() < 0.25:
            return invented_word(random, self._held_out)
        name = random.choice(bank(_BANKS[kind], self._held_out))
        return f"{self._owner('room')} {name}" if kind in _PLACED and random.random() < 0.5 else name

    def _owner(self, kind: str) -> str:
        if not kind:
            return ""
        name = self._name(kind)
        return f"{name}'s" if kind == "person" else name

    def _percent(self) -> Filling:
        level = self._random.choice((*range(5, 101, 5), *range(10, 101, 10), 33, 42, 66, 1, 2, 99))
        if level in (25, 50, 75) and self._random.random() < 0.2:
            return {25: "a quarter", 50: "half", 75: "three quarters"}[level], str(level)
        return f"{said_number(level, self._random)} percent", str(level)

    def _degrees(self) -> Filling:
        degrees = self._random.choice((*range(15, 28), *range(17, 24), 18.5, 19.5, 20.5, 21.5, 22.5))
        said = said_number(degrees, self._random)
        if degrees % 1 and self._random.random() < 0.5:
            said = f"{number_words(int(degrees))} and a half"
        return f"{said} degrees" if self._random.random() < 0.8 else f"{said} degrees celsius", f"{degrees:g}"

    def _fahrenheit(self) -> Filling:
        degrees = self._random.randint(58, 80)
        unit = self._random.choice((" degrees fahrenheit", " fahrenheit", " f"))
        return f"{said_number(degrees, self._random)}{unit}", f"{degrees}f"

    def _step(self) -> Filling:
        step = self._random.choice((1, 2, 2, 3, 4, 5, 0.5, 1.5))
        words = {0.5: "half a degree", 1: "one degree", 1.5: "one and a half degrees"}
        said = words.get(step) if self._random.random() < 0.6 else None
        return said or f"{said_number(step, self._random)} degree{'' if step == 1 else 's'}", f"{step:g}"

    def _minutes(self) -> Filling:
        if self._random.random() < 0.25:
            return self._random.choice(
                (
                    ("half an hour", "30m"),
                    ("a quarter of an hour", "15m"),
                    ("a minute", "1m"),
                    ("a couple of minutes", "2m"),
                    ("three quarters of an hour", "45m"),
                    ("thirty seconds", "30s"),
                    ("90 seconds", "90s"),
                )
            )
        minutes = self._random.choice((2, 3, 4, 5, 5, 8, 10, 10, 12, 15, 20, 25, 30, 40, 45, 50, 7, 90))
        return f"{said_number(minutes, self._random)} minutes", write_span(Span(60 * minutes))

    def _hours(self) -> Filling:
        if self._random.random() < 0.45:
            return self._random.choice(
                (
                    ("an hour", "1h"),
                    ("one hour", "1h"),
                    ("an hour and a half", "1h30m"),
                    ("two and a half hours", "2h30m"),
                    ("one and a half hours", "1h30m"),
                )
            )
        hours = self._random.choice((2, 2, 3, 4, 5, 6, 8, 10, 12))
        return f"{said_number(hours, self._random)} hours", f"{hours}h"

    def _span(self) -> Filling:
        return self._hours() if self._random.random() < 0.3 else self._minutes()

    def _morning(self) -> Filling:
        """A time that stands beside a word for the morning."""
        return self._part_of_day(0)

    def _evening(self) -> Filling:
        return self._part_of_day(12)

    def _part_of_day(self, later: int) -> Filling:
        hour, minute = self._random.randint(5, 11), self._random.choice((0, 0, 0, 15, 30, 30, 45, 10, 20))
        return _said_time(hour, minute, self._random), _time(hour + later, minute)

    def _day(self) -> Filling:
        day = self._random.choice(("tomorrow", "tomorrow", *WEEKDAYS))
        return day, day

    def _kelvin(self) -> Filling:
        kelvin = self._random.choice((2200, 2700, 3000, 3500, 4000, 5000, 6500))
        return f"{kelvin} kelvin", str(kelvin)

    def _clock(self) -> Filling:
        """A time of day; without a part of the day it is written as it was said."""
        random = self._random
        minute = random.choice((0, 0, 0, 15, 30, 30, 45, 10, 20, 5, 40))
        style = random.random()
        if style < 0.25:
            hour = random.randint(0, 23)
            return f"{hour}:{minute:02}" if random.random() < 0.6 else f"{hour:02}:{minute:02}", _time(
                hour, minute
            )
        hour = random.randint(1, 12)
        said = _said_time(hour, minute, random)
        if style < 0.5:
            return said, _time(hour, minute)
        if style < 0.75:
            late = random.random() < 0.5
            shift = (hour % 12) + (12 if late else 0)
            return f"{said} {random.choice(('pm', 'p m') if late else ('am', 'a m'))}", _time(shift, minute)
        if style < 0.85:
            return random.choice((("noon", "12:00"), ("midnight", "00:00"), ("midday", "12:00")))
        evening = random.random() < 0.5
        hour = random.randint(5, 11)
        said = _said_time(hour, minute, random)
        words = "in the evening" if evening else "in the morning"
        return f"{said} {words}", _time(hour + 12 if evening else hour, minute)


def _time(hour: int, minute: int) -> str:
    return f"{hour:02}:{minute:02}"


def _said_time(hour: int, minute: int, random: Random) -> str:
    word = number_words(hour)
    if minute == 0:
        return random.choice((word, f"{word} o'clock", str(hour)))
    after = number_words(hour % 12 + 1)
    spelled = {
        15: f"quarter past {word}", 30: f"half past {word}", 45: f"quarter to {after}",
        10: f"ten past {word}", 20: f"twenty past {word}", 5: f"five past {word}", 40: f"twenty to {after}",
    }  # fmt: skip
    plain = f"{word} {'oh five' if minute == 5 else number_words(minute)}"
    return random.choice((spelled[minute], plain, f"{hour}:{minute:02}"))
