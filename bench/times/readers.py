"""Readers of times behind one face: a sentence and the present, and what comes of it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.resources import files
from typing import Any

from voice_gateway.times import Every, Location, Often, Past, due, take_times

OWN = "voice_gateway.times"


@dataclass(frozen=True)
class Reading:
    """When it comes next, and whether it comes again."""

    moment: datetime
    again: bool = False


@dataclass(frozen=True)
class Reader:
    read: Callable[[str, datetime], Reading | None]
    package: str = ""
    """What must be installed; nothing for our own."""

    @property
    def size(self) -> tuple[int, str]:
        """KiB on the disk with everything it needs, and what that is."""
        if not self.package:
            words = files("voice_gateway.languages").joinpath("english/times")
            return sum(map(_bytes, (files(OWN), words))) // 1024, "text2num"
        needed = _needed(self.package)
        total = sum(_size(each) for each in needed.values())
        return total // 1024, ", ".join(name for name in needed if name != self.package)


def installed() -> tuple[dict[str, Reader], list[str]]:
    """All readers that can be tried, each library also with text2num before it, and those that cannot."""
    found: dict[str, Reader] = {OWN: Reader(_own)}
    missing: list[str] = []
    for package, read in _LIBRARIES.items():
        try:
            distribution(package)
        except PackageNotFoundError:
            missing.append(package)
            continue
        found[package] = Reader(read, package)
        found[f"{package} + text2num"] = Reader(_in_digits(read), package)
    return found, missing


def _own(sentence: str, now: datetime) -> Reading | None:
    taken = take_times(sentence, now)
    time = None if taken.beyond else taken.when or taken.lasting
    if time is None:
        return Reading(now + timedelta(seconds=taken.length.seconds)) if taken.length else None
    assert now.tzinfo
    try:
        moment = due(time, now, Location(now.tzinfo))
    except Past:
        return None
    return Reading(moment, isinstance(time, Every | Often))


def _dateparser(sentence: str, now: datetime) -> Reading | None:
    from dateparser.search import search_dates

    settings = {"RELATIVE_BASE": now.replace(tzinfo=None), "PREFER_DATES_FROM": "future"}
    found = search_dates(sentence, languages=["en"], settings=settings)
    return Reading(_local(found[0][1], now)) if found else None


def _parsedatetime(sentence: str, now: datetime) -> Reading | None:
    from parsedatetime import Calendar

    found = Calendar().nlp(sentence, now.replace(tzinfo=None))
    return Reading(_local(found[0][0], now)) if found else None


def _recurrent(sentence: str, now: datetime) -> Reading | None:
    from dateutil.rrule import rrulestr
    from recurrent import RecurringEvent

    found = RecurringEvent(now_date=now.replace(tzinfo=None)).parse(sentence)
    if not isinstance(found, str):
        return Reading(_local(found, now)) if found else None
    # A rule that has no minutes is meant on the hour.
    start = now.replace(minute=0, second=0, tzinfo=None)
    next_one = rrulestr(found, dtstart=start).after(now.replace(tzinfo=None))
    return Reading(_local(next_one, now), again=True) if next_one else None


def _timefhuman(sentence: str, now: datetime) -> Reading | None:
    from timefhuman import tfhConfig, timefhuman

    found: Any = timefhuman(sentence, config=tfhConfig(now=now.replace(tzinfo=None)))
    while isinstance(found, list | tuple):
        if not found:
            return None
        found = found[0]
    if isinstance(found, timedelta):
        return Reading(now + found)
    return Reading(_local(found, now)) if isinstance(found, datetime) else None


_LIBRARIES: dict[str, Callable[[str, datetime], Reading | None]] = {
    "dateparser": _dateparser,
    "parsedatetime": _parsedatetime,
    "recurrent": _recurrent,
    "timefhuman": _timefhuman,
}


def _in_digits(
    read: Callable[[str, datetime], Reading | None],
) -> Callable[[str, datetime], Reading | None]:
    from text_to_num import alpha2digit

    return lambda sentence, now: read(alpha2digit(sentence, "en"), now)


def _local(moment: datetime, now: datetime) -> datetime:
    """In the home's zone; a time of today that has gone by is meant tomorrow."""
    here = moment.replace(tzinfo=now.tzinfo)
    return here + timedelta(days=1) if here <= now and here.date() == now.date() else here


def _needed(package: str) -> dict[str, Distribution]:
    """A package and all that it cannot be without."""
    found: dict[str, Distribution] = {}
    names = [package]
    while names:
        name = names.pop()
        if name in found:
            continue
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            continue
        wanted = [line for line in found[name].requires or [] if "extra ==" not in line]
        names += [
            line.split(";")[0].split(">")[0].split("!")[0].split("=")[0].split("<")[0].strip()
            for line in wanted
        ]
    return found


def _size(package: Distribution) -> int:
    return sum(file.size or 0 for file in package.files or [] if file.suffix != ".pyc")


def _bytes(path: Any) -> int:
    if path.is_dir():
        return sum(_bytes(each) for each in path.iterdir())
    return len(path.read_bytes()) if path.name.endswith((".py", ".toml", ".txt")) else 0
