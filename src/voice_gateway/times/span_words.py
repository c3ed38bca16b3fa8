"""What words say about how long."""

from collections.abc import Callable
from typing import Final

from voice_gateway.times.announced import is_led
from voice_gateway.times.rewriting import Fit
from voice_gateway.times.when import DAY, LONGEST, Span

_HOUR = 3600
_SECONDS: Final[dict[str, Callable[..., float]]] = {
    "each": lambda count, unit: count * unit,
    "days": lambda count: count * DAY,
    "one": lambda unit: unit,
    "half": lambda unit: unit / 2,
    "quarter": lambda unit: unit / 4,
    "quarters": lambda count, unit: count * unit / 4,
    "one and quarters": lambda unit, count: unit + count * unit / 4,
    "and quarters": lambda number, unit, count: (number + count / 4) * unit,
    "with quarters": lambda number, count, unit: (number + count / 4) * unit,
    "and a half": lambda count, unit: (count + 0.5) * unit,
    "and part": lambda count, part, unit: (count + part) * unit,
    "one and a half": lambda unit: 1.5 * unit,
    "one and a quarter": lambda unit: 1.25 * unit,
    "and a quarter": lambda count, unit: (count + 0.25) * unit,
    "decimal": lambda whole, part, unit: float(f"{whole:.0f}.{part:.0f}") * unit,
    "sum": lambda more, less: more.seconds + less.seconds,
    "minutes": lambda hours, count: hours.seconds + 60 * count,
}
"""How long each way of saying it is."""


def length(fit: Fit) -> Span | None:
    seconds = _SECONDS[fit.meaning](*fit.values)
    if not 1 <= seconds <= LONGEST or _is_time_of_day(fit) or _are_two(fit) or _goes_on(fit):
        return None
    return Span(round(seconds))


def _is_time_of_day(fit: Fit) -> bool:
    """ "At nineteen hundred hours", "at eighteen hours", "at six hours thirty", "sixteen thirty hours"."""
    if fit.meaning == "each" and fit.values[1] == _HOUR and fit.before and "<n>" in fit.before[-1].slots:
        return True
    if not is_led(fit) or fit.meaning != "each" or fit.values[1] != _HOUR:
        return False
    return fit.values[0] > 12 or bool(fit.after and "<n>" in fit.after[0].slots)


def _are_two(fit: Fit) -> bool:
    """ "An hour ten minutes" is one length; "ten minutes, ten minutes" are two."""
    if fit.meaning != "sum":
        return False
    more, less = (value.seconds for value in fit.values)
    return not any(more % unit == 0 and less < unit for unit in (604800, 86400, _HOUR, 60))


def _goes_on(fit: Fit) -> bool:
    """ "An hour and fifteen" ends there, or with what it is for; after "an hour and two" may come lamps."""
    goes_on = bool(fit.after) and fit.text_after() not in fit.language.listed["for"]
    return fit.meaning == "minutes" and (goes_on or fit.values[0].seconds % _HOUR != 0 or fit.values[1] >= 60)
