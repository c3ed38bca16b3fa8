"""What words say about the time of day. A number alone is none unless the words before announce it."""

from collections.abc import Callable
from typing import Final

from voice_gateway.times.announced import (
    begins_part,
    ends_here,
    follows_day,
    is_alarm,
    is_amount,
    is_announced,
    is_led,
    is_ranged,
)
from voice_gateway.times.moments import Hour
from voice_gateway.times.rewriting import Fit
from voice_gateway.times.when import Clock, Span, Sun

_ROUND_MINUTES = (5, 10, 20, 25)
"""Minutes that are said before or after an hour without the word "minutes"."""


def clock(fit: Fit) -> Hour | None:
    return _CLOCKS[fit.meaning](fit, *fit.values)


def _number(fit: Fit, number: float) -> Hour | None:
    """ "At seven", "at 1930"; at 20 is no time that anybody says, and a hundred is all of something."""
    if is_amount(fit):
        return None
    if is_announced(fit) or begins_part(fit):
        return _open(number, 0) if number <= 12 else _hundreds(number)
    return _hundreds(number) if follows_day(fit) else None


def _two(fit: Fit, hour: float, minute: float) -> Hour | None:
    """ "Nine thirty"."""
    said = is_announced(fit) or follows_day(fit) or begins_part(fit) or is_alarm(fit)
    said |= fit.words[-1].text == "hours"
    said = said and minute >= 10 and not is_amount(fit)
    return _open(hour, minute) if said else None


def _said_again(fit: Fit, begun: float, hour: float, minute: float) -> Hour | None:
    """ "At seven, seven fifteen", where the hour was only begun."""
    return _two(fit, hour, minute) if begun == hour else None


def _oh(fit: Fit, hour: float, minute: float) -> Hour | None:
    return _open(hour, minute) if is_announced(fit) and minute < 10 else None


def _digits(fit: Fit, digits: str) -> Hour | None:
    """ "7:30"; 21.50 may as well be a temperature."""
    said = ":" in digits or ((is_announced(fit) or follows_day(fit)) and not is_amount(fit))
    return _shown(digits) if said else None


def _half_past(fit: Fit, hour: float) -> Hour | None:
    """ "Half past six", and "half six" where a time is announced."""
    said = len(fit.words) > 2 or is_announced(fit) or follows_day(fit)
    return _beside(hour, 30) if said else None


def _and_part(fit: Fit, hour: float, minute: float) -> Hour | None:
    """ "At seven and quarter"; "four and a quarter" may be an amount."""
    return _beside(hour, minute) if is_announced(fit) and not is_amount(fit) else None


def _past(fit: Fit, minutes: float, hour: float) -> Hour | None:
    return _beside(hour, minutes) if minutes in _ROUND_MINUTES else None


def _to(fit: Fit, minutes: float, hour: float) -> Hour | None:
    """ "Ten to six", but not "from ten to six"."""
    said = is_announced(fit) or ends_here(fit)
    return _beside(hour, -minutes) if minutes in _ROUND_MINUTES and said and not is_ranged(fit) else None


def _span_beside(span: Span, hour: float, sign: int) -> Hour | None:
    """ "Twelve minutes past six"."""
    minutes, seconds = divmod(span.seconds, 60)
    return _beside(hour, sign * minutes) if minutes < 60 and not seconds else None


def _few_beside_sun(minutes: float, name: str, sign: int) -> Hour | None:
    """ "Ten before dawn"."""
    return _sun(name, Span(int(60 * minutes)), sign) if minutes in (*_ROUND_MINUTES, 15, 30) else None


def _sun(name: str, span: Span | None = None, sign: int = 1) -> Hour | None:
    minutes = sign * round(span.seconds / 60) if span else 0
    return Hour(Clock(minutes, Sun(name))) if abs(minutes) < 24 * 60 else None


def _open(hour: float, minute: float) -> Hour | None:
    if hour != int(hour) or minute != int(minute) or not (0 <= hour < 24 and 0 <= minute < 60):
        return None
    return Hour(Clock(int(60 * hour + minute)), is_open=1 <= hour <= 12)


def _beside(hour: float, minutes: float) -> Hour | None:
    """So many minutes from an hour as people say it, from one to twelve."""
    if not 1 <= hour <= 12 or hour != int(hour):
        return None
    total = int(hour * 60 + minutes)
    return Hour(Clock(total if total >= 60 else total + 12 * 60), is_open=True)


def _shifted(hour: Hour, minutes: int) -> Hour | None:
    """ "Half past midnight"."""
    if hour.clock.sun or hour.is_open or abs(minutes) >= 60:
        return None
    return Hour(Clock((hour.clock.minute + minutes) % (24 * 60)))


def _shown(digits: str) -> Hour | None:
    """ "07:30" is the morning, "7:30" is either."""
    hour, minute = digits.replace(".", ":").split(":")
    found = _open(int(hour), int(minute))
    return Hour(found.clock) if found and hour.startswith("0") else found


def _hundreds(number: float) -> Hour | None:
    return _written(number) if number > 100 else None


def _written(number: float) -> Hour | None:
    """ "1900 hours", "0630"."""
    hour, minute = divmod(int(number), 100)
    return Hour(Clock(60 * hour + minute)) if hour < 24 and minute < 60 else None


def _twenty_four(fit: Fit, hours: float, minutes: float) -> Hour | None:
    """ "At eighteen hours", "at six hours thirty"; else it is a length."""
    return _open(hours, minutes) if is_announced(fit) or (is_led(fit) and minutes) else None


def _few_beside(fit: Fit, minutes: float, hour: Hour) -> Hour | None:
    """ "Two past noon"; of "down by two after midnight", two is an amount."""
    moved = fit.text_before() in fit.language.listed["by"]
    return None if moved else _shifted(hour, int(minutes))


def _halved(hour: Hour | None, half: str) -> Hour | None:
    """ "am" and "pm"; "19:00 pm" is said, too."""
    if hour is None or hour.clock.sun:
        return None
    minute = hour.clock.minute
    if minute >= 13 * 60:
        return Hour(hour.clock) if half == "pm" else None
    return Hour(Clock(minute % 720 + (720 if half == "pm" else 0)))


_CLOCKS: Final[dict[str, Callable[..., Hour | None]]] = {
    "hour": _number,
    "oclock": lambda _, hour: _open(hour, 0),
    "halved": lambda _, hour, half: _halved(_open(hour, 0), half),
    "digits": _digits,
    "digits halved": lambda _, digits, half: _halved(_shown(digits), half),
    "hundred": lambda fit, hours: _written(hours) if hours >= 100 else _twenty_four(fit, hours, 0),
    "hours": _twenty_four,
    "two": _two,
    "said again": _said_again,
    "two halved": lambda _, hour, minute, half: _halved(_open(hour, minute), half),
    "oh": _oh,
    "half past": _half_past,
    "five and twenty past": lambda _, hour: _beside(hour, 25),
    "five and twenty to": lambda _, hour: _beside(hour, -25),
    "and quarter": lambda fit, hour: _and_part(fit, hour, 15),
    "and half": lambda fit, hour: _and_part(fit, hour, 30),
    "quarter past": lambda _, hour: _beside(hour, 15),
    "quarter to": lambda _, hour: _beside(hour, -15),
    "past": _past,
    "to": _to,
    "span past": lambda _, span, hour: _span_beside(span, hour, 1),
    "span to": lambda _, span, hour: _span_beside(span, hour, -1),
    "noon": lambda _: Hour(Clock(12 * 60)),
    "midnight": lambda _: Hour(Clock(0)),
    "am": lambda _, hour: _halved(hour, "am"),
    "pm": lambda _, hour: _halved(hour, "pm"),
    "half beside": lambda _, hour: _shifted(hour, 30),
    "quarter beside": lambda _, hour: _shifted(hour, 15),
    "quarter before": lambda _, hour: _shifted(hour, -15),
    "beside": lambda _, span, hour: _shifted(hour, span.seconds // 60),
    "before": lambda _, span, hour: _shifted(hour, -(span.seconds // 60)),
    "few beside": _few_beside,
    "few before": lambda fit, minutes, hour: None if is_ranged(fit) else _shifted(hour, -int(minutes)),
    "halving": lambda _, hour, half: _halved(hour, half),
    "sun": lambda fit, name: Hour(Clock(0, Sun(name)), sure=is_announced(fit)),
    "before sun": lambda _, span, name: _sun(name, span, -1),
    "after sun": lambda _, span, name: _sun(name, span),
    "few before sun": lambda _, minutes, name: _few_beside_sun(minutes, name, -1),
    "few after sun": lambda _, minutes, name: _few_beside_sun(minutes, name, 1),
    "sets": lambda _: _sun(Sun.SUNSET),
    "rises": lambda _: _sun(Sun.SUNRISE),
    "before set": lambda _, span: _sun(Sun.SUNSET, span, -1),
    "before rise": lambda _, span: _sun(Sun.SUNRISE, span, -1),
    "after set": lambda _, span: _sun(Sun.SUNSET, span),
    "after rise": lambda _, span: _sun(Sun.SUNRISE, span),
}
"""What each pattern of hours means, by its name."""
