"""Questions about what is kept: what is planned, and why something happened."""

import re
from dataclasses import asdict
from datetime import date
from typing import Final

from voice_gateway.devices import Ambiguous, Device, Matched, Unknown
from voice_gateway.devices.speech import condition, is_or_are
from voice_gateway.devices.words import FILLERS, roots
from voice_gateway.errors import ToolError
from voice_gateway.keeping import Entry, Kind
from voice_gateway.planning.desk import Desk, Told, asks
from voice_gateway.planning.finding import DAY_WORDS, Days, coming, days_in, spoken
from voice_gateway.planning.journaling import PAGE
from voice_gateway.planning.overview import planned_as
from voice_gateway.planning.practice import listed_routines
from voice_gateway.planning.saying import day_words, deed_words, moment_words
from voice_gateway.saying import listed
from voice_gateway.wishes import Target, read_wish

_KINDS = {"timer": Kind.TIMER, "reminder": Kind.REMINDER, "alarm": Kind.ALARM}
_NEXT = "next"
_EVERYTHING: Final = re.compile(r"\b(?:planned|plans?|schedule|scheduled|lined up|coming up)\b")
_POINTS: Final = re.compile(r"\b(?:it|its|that|this|them|those|these|there|then)\b")
_ROUTINES = frozenset(roots("routines"))
_MOST_NAMED = 8


async def planned(desk: Desk, about: Target, sentence: str = "", day: date | None = None) -> Told:
    """What waits, the next one first; of one kind, on one day, or about something, when that is asked."""
    about = _as_asked(about, sentence.lower())
    said = frozenset(roots(about.name)) - FILLERS
    if said == _ROUTINES:
        return await listed_routines(desk)
    kinds = [kind for word, kind in _KINDS.items() if word in said]
    waiting = await desk.plans.waiting(*kinds)
    if days := Days(day, day) if day else days_in(about.name, desk.now.date()):
        waiting = [plan for plan in waiting if days.has(desk, plan)]
    rest = said - _KINDS.keys() - DAY_WORDS - {_NEXT}
    if rest and (routine := await desk.book.find(about.name)):
        words = listed(deed_words(read_wish(line)) for line in routine.lines)
        return Told(f"When you say “{routine.name}”, I {words}.", {"routine": routine.name})
    if rest:
        waiting = [plan for plan in waiting if rest & {*roots(f"{plan.sentence} {spoken(desk, plan)}")}]
    if said - _KINDS.keys() == {_NEXT}:
        waiting = waiting[:1]
    data = {"plans": [asdict(planned_as(desk, plan)) for plan in waiting]}
    if not waiting:
        others = rest and not kinds and await desk.plans.waiting()
        what = f" for the {about.name}" if others else ""
        when = f" {day_words(days.first, desk.now.date())}" if days and days.first == days.last else ""
        nothing = f"Nothing is planned{what}{when}."
        return Told(f"No {kinds[0].value} is set." if kinds else nothing, data)
    words = listed(coming(desk, plan) for plan in waiting[:_MOST_NAMED])
    more = f", and {len(waiting) - _MOST_NAMED} more" if len(waiting) > _MOST_NAMED else ""
    return Told(f"{len(waiting)} {'is' if len(waiting) == 1 else 'are'} planned: {words}{more}.", data)


def _as_asked(about: Target, sentence: str) -> Target:
    """Who only asks what is planned asks for everything, whatever was spoken of before."""
    everything = _EVERYTHING.search(sentence) and not _POINTS.search(sentence)
    return Target() if everything and not {*roots(about.name)} & {*roots(sentence)} else about


async def why(desk: Desk, target: Target, room: str) -> Told:
    """The sentence or the plan that changed a device last, and when."""
    found = desk.resolver.resolve(target.words, room=room) if desk.resolver else Unknown(target.words)
    if isinstance(found, Unknown):
        raise ToolError(found.sentence, data={"unknown": [target.name]})
    devices = found.candidates if isinstance(found, Ambiguous) else found.devices
    if isinstance(found, Matched) and not devices:
        raise asks("Which device do you mean?")
    entries = [(device, entry) for device in devices for entry in await desk.journal.why(device.id)]
    if not entries:
        names = listed(f"the {device.label}" for device in devices)
        return Told(f"I have not changed {names}. If anything did, it was a hand or another program.")
    device, entry = max(entries, key=lambda each: each[1].at)
    return Told(await _because(desk, device, entry), {"entry": entry.id})


async def _because(desk: Desk, device: Device, entry: Entry) -> str:
    when = moment_words(desk.at(entry.at), desk.now)
    if desk.at(entry.at).date() != desk.now.date():
        when = f"on {desk.at(entry.at):%A} {when.rsplit(' at ', 1)[-1]}"
    how = f"{device.title} {is_or_are(device)} {condition(device)}"
    plan = await desk.plans.get(entry.plan) if entry.plan is not None else None
    if plan is not None:
        asked = f"you had said “{plan.sentence}”" if plan.sentence else "it was planned"
        return f"{how}: I changed it {when}, because {asked}."
    if entry.who == PAGE:
        return f"{how}: somebody changed it on the page {when}."
    return f"{how}: I changed it {when}, when you said “{entry.sentence}”."
