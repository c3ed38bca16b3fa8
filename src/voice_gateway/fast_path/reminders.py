"""Reads reminders and alarms: what to be told of, and when."""

import re
from typing import Final

from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.timed import Known, Timed, named
from voice_gateway.times import At, Every, For, Span, When, write_clock
from voice_gateway.times.when import After
from voice_gateway.wishes import Asking, Deed, Errand, Question, Target, Thing, Wish

_ABOUT: Final = re.compile(
    r"\b(?:remind|reminders?|alarms?|wake|wake-up|waking|woken|forget|nudge|shout|ping|buzz|prompt|poke|tell|mind"
    r"|let (?:me|us) know|get (?:me|us) up|get up|snooze|heads up)\b"
)
_ASKS: Final = re.compile(r"(?:what|who|why|how|where|which|when|whether|if|again)\b")
_STOPS_ANYTHING: Final = re.compile(r"(?:turn|switch|shut) off|stop|kill|disable|clear")
_TOLD: Final = re.compile(r"\b(?:went|goes|rang|rings|did not|didn't|was|were|is|are|always)\b")
_WHO: Final = re.compile(r"(?!me$|us$)[a-z' ]{1,20}")


def read_reminder(said: Timed, context: Context, known: Known) -> Wish | None:
    if not _ABOUT.search(said.text) or said.taken.unknown:
        return None
    for meaning, slots in said.matches("reminders"):
        kind, _, about = meaning.partition(" ")
        words = slots.get("words", "").strip(" ,")
        if kind == "planned":
            return Wish((Asking(Question.PLANNED, Target(about)),))
        if kind == "cancel":
            wish = _cancelled(said, about, words, known)
        elif kind == "alarm":
            wish = _alarm(said, words)
        else:
            wish = _reminder(said, kind, words, slots.get("name", ""))
        if wish:
            return wish
    return None


def _reminder(said: Timed, kind: str, words: str, name: str) -> Wish | None:
    when = _when(said)
    if not words or _ASKS.match(words) or not said.is_clear or (kind != "set" and when is None):
        return None
    if kind == "someone":
        if not _WHO.fullmatch(name):
            return None
        words = f"{name} to {words}"
    return Wish((Errand(Thing.REMINDER, Deed.SET, words, when=when),))


def _alarm(said: Timed, words: str) -> Wish | None:
    when = _when(said)
    if when is None and said.what.startswith("snooze") and said.span:
        when = After(said.span)
    if _TOLD.search(words) or len(words.split()) > 5 or not said.is_clear:
        return None
    if when is None and (words or not said.what.endswith("alarm") or said.span):
        return None
    return Wish((Errand(Thing.ALARM, Deed.SET, named(words), when=when),))


def _cancelled(said: Timed, about: str, words: str, known: Known) -> Wish | None:
    thing = Thing.ALARM if about.startswith("alarm") else Thing.REMINDER
    if thing is Thing.ALARM and _STOPS_ANYTHING.match(said.what) and known("alarm"):
        return None  # a siren
    if re.search(r"\ball\b|\breminders\b|\balarms\b", said.what):
        return Wish((Errand(thing, Deed.CANCEL, "all"),))
    clock = _clock(said.when) if thing is Thing.ALARM else ""
    return Wish((Errand(thing, Deed.CANCEL, clock or named(words)),))


def _clock(when: When | None) -> str:
    """An alarm is called by its time."""
    return write_clock(when.clock) if isinstance(when, At | Every) else ""


def _when(said: Timed) -> When | None:
    when = said.when
    return when if not isinstance(when, For | Span) else None
