"""What words say about the time of day."""

from voice_gateway.times.moments import Day, Days, Hour, Part
from voice_gateway.times.rewriting import Fit
from voice_gateway.times.tokens import Token
from voice_gateway.times.when import Clock, Span, Sun

_TENTHS = (5, 10, 20, 25)
"""Minutes that are said before or after an hour without the word "minutes"."""


def clock(fit: Fit) -> Hour | None:
    """The time of day. A number alone is none unless something before it says so."""
    match fit.meaning, fit.values:
        case "hour", [hour]:
            if not _is_led(fit) or _is_amount(fit):
                return None
            return _open(hour, 0) if hour <= 12 else _written(hour) if hour >= 100 else None
        case "oclock", [hour]:
            return _open(hour, 0)
        case "hundred", [hours]:
            return _written(hours)
        case "halved" | "two halved", [*numbers, half]:
            return _halved(_open(*numbers) if len(numbers) > 1 else _open(numbers[0], 0), half)
        case "digits", [digits]:
            return _digits(digits) if ":" in digits or _is_led(fit) and not _is_amount(fit) else None
        case "digits halved", [digits, half]:
            return _halved(_digits(digits), half)
        case "two", [hour, minute]:
            follows_day = bool(fit.before) and _is_day(fit.before[-1])
            said = (_is_led(fit) or follows_day) and minute >= 10 and not _is_amount(fit)
            return _open(hour, minute) if said else None
        case "oh", [hour, minute]:
            return _open(hour, minute) if _is_led(fit) and minute < 10 else None
        case "halving", [Hour() as hour, half]:
            return _halved(hour, half)
    return _past_or_to(fit) or _by_the_sun(fit)


def _past_or_to(fit: Fit) -> Hour | None:
    match fit.meaning, fit.values:
        case "half past", [hour]:
            return _spoken(hour, 30) if len(fit.words) > 2 or _is_led(fit) else None
        case "quarter past", [hour]:
            return _spoken(hour, 15)
        case "quarter to", [hour]:
            return _spoken(hour, -15)
        case ("past" | "to") as way, [minutes, hour]:
            ranged = fit.text_before() in fit.language.listed["from"]
            if minutes not in _TENTHS or ranged or (way == "to" and not _is_led(fit) and not _ends(fit)):
                return None
            return _spoken(hour, minutes if way == "past" else -minutes)
        case ("span past" | "span to") as way, [Span(seconds), hour] if seconds < 3600 and seconds % 60 == 0:
            return _spoken(hour, seconds // 60 * (1 if way == "span past" else -1))
        case "noon", _:
            return Hour(Clock(12 * 60))
        case "midnight", _:
            return Hour(Clock(0))
    return None


def _by_the_sun(fit: Fit) -> Hour | None:
    match fit.meaning, fit.values:
        case "sun", [str() as name]:
            return Hour(Clock(0, Sun(name)), sure=_is_led(fit))
        case "before sun", [Span() as span, str() as name]:
            return _beside(Sun(name), -span.seconds)
        case "after sun", [Span() as span, str() as name]:
            return _beside(Sun(name), span.seconds)
        case "sets", _:
            return Hour(Clock(0, Sun.SUNSET))
        case "rises", _:
            return Hour(Clock(0, Sun.SUNRISE))
        case ("before set" | "before rise" | "after set" | "after rise") as when, [Span(seconds)]:
            sun = Sun.SUNSET if when.endswith("set") else Sun.SUNRISE
            return _beside(sun, seconds if when.startswith("after") else -seconds)
    return None


def _beside(sun: Sun, seconds: int) -> Hour | None:
    minutes = round(seconds / 60)
    return Hour(Clock(minutes, sun)) if abs(minutes) < 24 * 60 else None


def _open(hour: float, minute: float) -> Hour | None:
    if hour != int(hour) or minute != int(minute) or not (0 <= hour < 24 and 0 <= minute < 60):
        return None
    return Hour(Clock(int(60 * hour + minute)), is_open=1 <= hour <= 12)


def _spoken(hour: float, minutes: float) -> Hour | None:
    """So many minutes from an hour as people say it, from one to twelve."""
    if not 1 <= hour <= 12 or hour != int(hour):
        return None
    total = int(hour * 60 + minutes)
    return Hour(Clock(total if total >= 60 else total + 12 * 60), is_open=True)


def _digits(digits: str) -> Hour | None:
    """ "07:30" is the morning, "7:30" is either."""
    hour, minute = digits.replace(".", ":").split(":")
    found = _open(int(hour), int(minute))
    return Hour(found.clock) if found and hour.startswith("0") else found


def _written(number: float) -> Hour | None:
    """ "1900 hours", "0630"."""
    hour, minute = divmod(int(number), 100)
    return Hour(Clock(60 * hour + minute)) if hour < 24 and minute < 60 else None


def _halved(hour: Hour | None, half: str) -> Hour | None:
    """ "am" and "pm"; "19:00 pm" is said, too."""
    if hour is None or hour.clock.sun:
        return None
    minute = hour.clock.minute
    if minute >= 13 * 60:
        return Hour(hour.clock) if half == "pm" else None
    return Hour(Clock(minute % 720 + (720 if half == "pm" else 0)))


def _is_led(fit: Fit) -> bool:
    """Whether the words before say that a time of day comes: "at seven", "until about seven"."""
    before = fit.before
    while before and "<roughly>" in before[-1].slots and len(before) > 1 and "<at>" not in before[-1].slots:
        before = before[:-1]
    if not before:
        return False
    last, listed = before[-1], fit.language.listed
    if "<at>" in last.slots or "<until>" in last.slots:
        return not _sets_amount(fit, before)
    if last.text == "for":
        return bool({token.text for token in before} & set(listed["alarms"]))
    if last.text in listed["to"] and len(before) > 2:
        return "<clock>" in before[-2].slots and before[-3].text in listed["from"]
    return last.text in listed["from"] and bool(fit.after) and fit.text_after() in (*listed["to"], "until", "till")


def _sets_amount(fit: Fit, before: list[Token]) -> bool:
    """ "Set the heating at ten" is no time: something is set, and nothing else says to what."""
    listed = fit.language.listed
    said = [token.text for token in before[:-1]]
    if not said or said[0] not in listed["setting"] or before[-1].text not in ("at", "around", "about"):
        return False
    around = {token.text for token in fit.after} | set(said)
    numbers = any("<n>" in token.slots for token in before)
    days = any(_is_day(token) for token in [*before, *fit.after])
    return not (around & set(listed["settled"]) or numbers or days)


def _is_day(token: Token) -> bool:
    return any(isinstance(value, Day | Days | Part) for value in token.slots.values())


def _is_amount(fit: Fit) -> bool:
    return fit.text_after() in fit.language.listed["amounts"]


def _ends(fit: Fit) -> bool:
    """Whether a time of day can end here: at the end, or before a day."""
    return not fit.after or _is_day(fit.after[0])
