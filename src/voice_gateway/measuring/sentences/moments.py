"""Whether two texts mean the same time, length or fact."""

import re
from datetime import datetime
from typing import Final

from voice_gateway.measuring.sentences.naming import content
from voice_gateway.times import (
    After,
    At,
    Location,
    NotATime,
    Past,
    SunUnknown,
    When,
    due,
    read_span,
    read_when,
)
from voice_gateway.times.here import machine_zone

NOON: Final = datetime(2026, 11, 16, 12, 0)  # noqa: DTZ001 - wherever the machine is
"""A Monday, when every sentence is said: “at nine” is nine in the evening, and every run reads the same."""

_GREENWICH: Final = (51.48, 0.0)
_PARTS: Final = {
    "morning": range(5, 12), "afternoon": range(12, 18), "evening": range(16, 24), "night": range(18, 30),
    "tonight": range(17, 30),
}  # fmt: skip
"""The hours that a part of the day may mean, where no hour was said."""

_SPELLED: Final = (
    (re.compile(r"^every day\b"), "daily"),
    (re.compile(r"^weekly (\w+day)\b"), r"\1s"),
    (re.compile(r"^every (\w+day)\b"), r"\1s"),
    (re.compile(r"^weekdays(?:, | and )(?=\w+day)"), "mondays,tuesdays,wednesdays,thursdays,fridays,"),
    (re.compile(r"^weekly$"), "every 7d"),
    (re.compile(r"^(\w+days)(?:, | and )(?=\w+day)"), r"\1,"),
    (re.compile(r"^next (?=\w+day)"), ""),
    (re.compile(r"^(sun(?:set|rise))"), r"at \1"),
    (re.compile(r"^every hour$"), "every 1h"),
)
_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_EVERY_OTHER_DAY: Final = re.compile(r"^(?:daily|every day) except (?P<day>\w+day)s?\b")
_CLOCK: Final = re.compile(r"\b(\d\d?):(\d\d)\b")
_SIGN: Final = re.compile(r"[<>]=?")
_HAPPENED: Final = {
    "open": "open", "opens": "open", "opened": "open", "close": "closed", "closes": "closed",
    "shut": "closed", "finishes": "done", "finished": "done", "finish": "done", "ends": "done",
    "stops": "done", "stop": "done", "rings": "ring", "starts": "start", "leaves": "leave", "left": "leave",
    "turns": "", "goes": "", "gets": "", "is": "", "comes": "",
}  # fmt: skip
"""How something becomes so, as how it is then."""


def same_moment(wanted: str, read: str) -> bool:
    """Whether both are the same time, or the same event or fact."""
    if not wanted or not read:
        return wanted == read
    mine, theirs = _time(wanted) or _time(f"{wanted} {hour_of(read)}"), _time(read)
    if mine and theirs:
        return mine == theirs or _moment(mine) == _moment(theirs) is not None
    if theirs and (part := _part_of_day(wanted)):
        return _falls_into(theirs, part, wanted)
    return _fact(wanted) == _fact(read)


def hour_of(text: str) -> str:
    """The hour in a time: who names a day alone leaves it open."""
    clock = _CLOCK.search(text)
    return clock[0] if clock else ""


def same_length(wanted: str, read: str) -> bool:
    """ "90m" is "1h30m"; until when is a moment."""
    until = "until "
    if wanted.startswith(until) and read.startswith(until):
        return same_moment(f"at {wanted.removeprefix(until)}", f"at {read.removeprefix(until)}")
    return _span(wanted) == _span(read)


def _span(text: str) -> int | str:
    try:
        return read_span(text).seconds
    except NotATime:
        return text


def _time(text: str) -> When | None:
    spelled = text.lower().strip()
    spelled = _EVERY_OTHER_DAY.sub(_the_rest, spelled)
    for pattern, plain in _SPELLED:
        spelled = pattern.sub(plain, spelled)
    if re.match(r"\w+days,", spelled):
        days, _, clock = spelled.rpartition(" ")
        spelled = f"{re.sub(r'days', 'day', days).replace(' ', '')} {clock}"
    try:
        return read_when(spelled)
    except NotATime:
        return None


def _the_rest(spared: re.Match[str]) -> str:
    return ",".join(f"{day}s" for day in _DAYS if day != spared["day"])


def _moment(when: When) -> datetime | None:
    """When something is that is only once."""
    if not isinstance(when, After | At):
        return None
    zone = machine_zone()
    try:
        return due(when, NOON.replace(tzinfo=zone), Location(zone, *_GREENWICH))
    except (NotATime, Past, SunUnknown):
        return None


def _part_of_day(text: str) -> range | None:
    if _CLOCK.search(text):
        return None
    return next((hours for word, hours in _PARTS.items() if word in text.lower().split()), None)


def _falls_into(when: When, hours: range, wanted: str) -> bool:
    """Whether a time lies in the part of the day that was said, on its day."""
    moment = _moment(when)
    if moment is None:
        return False
    tomorrow = "tomorrow" in wanted.lower()
    away = (moment.date() - NOON.date()).days
    hour = moment.hour + (24 if moment.hour < hours.stop - 24 and away == 1 and not tomorrow else 0)
    return hour in hours and away in ((1,) if tomorrow else (0, 1))


def _fact(text: str) -> tuple[bool, frozenset[str], str]:
    """Whether it is denied, its words, and how it is compared."""
    plain = re.sub(r"^(?:when|whenever|if)\s+", "", text.lower().strip())
    denied = bool(re.match(r"unless\b", plain)) or bool(re.search(r"\bnot\b|n't\b", plain))
    sign = _SIGN.search(plain)
    words = re.sub(r"^unless\s+|\bnot\b|[<>]=?|[%°]c?", " ", plain).split()
    folded = " ".join(_HAPPENED.get(word, word) for word in words)
    return denied, content(folded), sign[0][0] if sign else ""
