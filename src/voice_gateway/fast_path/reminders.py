"""Reads reminders and alarms: what to be told of, and when."""

import re
from dataclasses import replace
from typing import Final

from voice_gateway.fast_path.asides import without_reason
from voice_gateway.fast_path.clauses import is_name
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.timed import Known, Timed, in_the_half_meant, named
from voice_gateway.times import At, Every, Often, When, take_times, write_clock
from voice_gateway.times.when import After
from voice_gateway.wishes import Asking, Deed, Errand, Question, Target, Thing, Wish

_ABOUT: Final = re.compile(
    r"\b(?:remind|reminders?|remember|alarms?|wake|wake-up|waking|woken|forget|nudge|shout|ping|buzz|prompt|poke"
    r"|tell|mind"
    r"|let (?:me|us) know|get (?:me|us) up|get up|rouse|nag|pester|memory|snooze|heads up)\b"
)
_ASKS: Final = re.compile(r"(?:what|who|why|how|where|which|when|whether|if|again)\b")
_MADE: Final = re.compile(r"(?:set|set up|make|create|i need|i want|put)\b")
_STOPS_ANYTHING: Final = re.compile(r"(?:turn|switch|shut) off|stop|kill|disable|clear")
_TOLD: Final = re.compile(r"\b(?:went|goes|rang|rings|did not|didn't|was|were|is|are|always)\b")
_AFTER: Final = re.compile(r"\b(?:reminder|alarm) (?:for|of|in) ")
_OWN: Final = re.compile(
    r"^to |^(?:not forget|remember) (?:to )?"
    r"|^(?:i|we)(?: have|'ve|'ve got| have got| need| must)(?: to)? (?:(?:not forget|remember) (?:to )?)?"
    r"|(?: ,)? (?:and )?remind (?:me|us)$"
)
"""Said around what to be reminded of."""

_CLAUSE: Final = re.compile(r"\b(?:is|are|has|have|needs?|should|must|wants?|it's|that's|can)\b|\w's ")
"""What is told is a sentence: "the washing needs to come out"; "the temperature" is asked for."""

_THAT_ALARM: Final = re.compile(
    r"\b(?:make|change|move|have) (?:the|my|that|this) alarm\b"
    r"|^(?:no|actually|sorry|wait|rather)\b.*\b(?:set|put|make) (?:the|my|that) alarm\b"
)
_MORE: Final = re.compile(
    r"(?:and|also|then)(?: also| then)? (?P<rest>(?:in|at|on|tomorrow|tonight)\b.* to .+)"
)
_ALARMS: Final = re.compile(
    r"(?:(?:set|make|create|i need|put)(?: me)? )?(?:an |the |my |some |two |three |four )?alarms? "
    r"(?:for |at )?(?P<times>.+ and .+)"
)
_WHO: Final = re.compile(r"(?!(?:me|us|to|about|of|the|that|in|at)\b)[a-z']+(?: [a-z']+)?")
_WAITS: Final = re.compile(r"\b(?:when|once|as soon as|next time|whenever|after|before|until|while)\b")
"""Another time than a clock's, which is not understood here."""

_FILLING: Final = re.compile(
    r"^(?:(?:oh|um|uh|hmm?|well|let's say|say|make it|for|at|about|maybe|let me see|i think|remind me"
    r"|please|that'd be|,) ?)+$"
)
"""What may stand around a time that was asked for."""

_REMEMBER: Final = re.compile(r"(?:please )?remember to (?!remind\b)(?P<what>[^,]+)")
_AGAIN: Final = re.compile(
    r"remind (?:me|us)(?: (?:again|once more|of (?:that|it)|about (?:that|it)))*(?:"
    r" again| too)?"
)
_NO_ALARM: Final = re.compile(
    r".*\b(?:set|an?|the|my|to|i|on|up|am|pm|remove|disable|stop|cancel|delete|confirm|check|is|for"
    r"|hundred|and|another|one|quarter|past|have)\b.*"
)


def read_reminder(said: Timed, context: Context, known: Known) -> Wish | None:
    if completed := _completed(said, context) or _several_alarms(said):
        return completed
    if more := _MORE.fullmatch(said.text) if _reminds_last(context) and said.when else None:
        said = Timed(f"remind me {more['rest']}", said.now)
    # A reminder that ends some day is not kept yet, and must not go on for ever.
    ends = isinstance(said.taken.when, Every | Often) and said.taken.lasting is not None
    if not _ABOUT.search(said.text) or said.taken.unknown or ends:
        return None
    if (told := _REMEMBER.fullmatch(said.text)) and not said.places:
        # With a time it is what is to be done then; without, it is asked when to be reminded.
        return Wish((Errand(Thing.REMINDER, Deed.SET, told["what"]),))
    for meaning, slots in said.matches("reminders"):
        kind, _, about = meaning.partition(" ")
        words = slots.get("words", "").strip(" ,")
        if kind == "planned":
            return Wish((Asking(Question.PLANNED, Target(about)),))
        if kind == "cancel":
            wish = _cancelled(said, about, words, known)
        elif kind == "skip":
            wish = _not_woken(said)
        elif kind == "alarm":
            wish = None if _is_there(said, context) else _alarm(said, words)
        else:
            wish = _reminder(said, kind, words, slots.get("name", ""))
        if wish:
            return wish
    return None


def _reminds_last(context: Context) -> bool:
    """Whether a reminder was set last."""
    made = context.made_last
    return bool(made and made.errands and made.errands[-1].thing is Thing.REMINDER)


def _completed(said: Timed, context: Context) -> Wish | None:
    """ "At nine tonight", where it was asked when."""
    errand = context.last.errands[-1] if context.last and context.last.errands else None
    if errand is None or errand.deed is not Deed.SET or said.taken.unknown:
        return None
    if errand.thing is Thing.REMINDER and said.when and _AGAIN.fullmatch(said.what):
        return Wish((replace(errand, when=said.when),))
    if _FILLING.sub("", said.what):
        return None
    if errand.thing in (Thing.REMINDER, Thing.ALARM) and errand.when is None and said.when:
        return Wish((replace(errand, when=said.when),))
    if errand.thing is Thing.TIMER and errand.span is None and said.span:
        return Wish((replace(errand, span=said.span),))
    return None


def _reminder(said: Timed, kind: str, words: str, name: str) -> Wish | None:
    when = _when(said)
    whole, words = words, without_reason(_OWN.sub("", words))
    if not words or _ASKS.match(words) or not said.is_clear or (kind != "set" and when is None):
        return None
    if kind == "clause" and not _CLAUSE.search(whole):
        return None
    if when is None and (_WAITS.search(words) or said.span):
        return None
    if kind == "someone":
        if not _WHO.fullmatch(name):
            return None
        words = f"{name} {'that' if _CLAUSE.search(words) else 'to'} {words}"
    return Wish((Errand(Thing.REMINDER, Deed.SET, words, when=when),))


def _several_alarms(said: Timed) -> Wish | None:
    """ "An alarm at six am tomorrow and six fifteen": one for each time, on the day of the first."""
    match = _ALARMS.fullmatch(said.text)
    times = re.split(r"(?: ,)? and | , ", match["times"]) if match else []
    taken = [take_times(f"set an alarm for {time.removeprefix('at ')}", said.now) for time in times]
    if len(taken) < 2 or any(each.what != "set an alarm" or each.supposed for each in taken):
        return None
    whens = [each.when for each in taken]
    first = whens[0]
    if not all(isinstance(when, At) for when in whens) or not isinstance(first, At):
        return None
    days = [replace(when, day=when.day or first.day) for when in whens if isinstance(when, At)]
    clocks = [
        when.clock if when is days[0] else in_the_half_meant(when.clock, text, first.clock)
        for when, text in zip(days, times, strict=True)
    ]
    at_each = (replace(when, clock=clock) for when, clock in zip(days, clocks, strict=True))
    return Wish(tuple(Errand(Thing.ALARM, Deed.SET, when=when) for when in at_each))


def _is_there(said: Timed, context: Context) -> bool:
    """Whether the alarm is one that was set before and is to come at another time now."""
    errands = [errand for wish in context.recent for errand in wish.errands]
    was_set = any(errand.thing is Thing.ALARM and errand.deed is Deed.SET for errand in errands)
    return was_set and bool(_THAT_ALARM.search(said.text))


def _alarm(said: Timed, words: str) -> Wish | None:
    when = _when(said)
    if when is None and said.what.startswith("snooze") and said.span:
        when = After(said.span)
    name = named(words.removeprefix("for "))
    if _TOLD.search(name) or _NO_ALARM.fullmatch(name) or len(name.split()) > 5 or not said.is_clear:
        return None
    if when is None and (name or not said.what.endswith("alarm") or said.span or not _MADE.match(said.what)):
        return None
    return Wish((Errand(Thing.ALARM, Deed.SET, name, when=when),))


def _cancelled(said: Timed, about: str, words: str, known: Known) -> Wish | None:
    thing = Thing.ALARM if about.startswith("alarm") else Thing.REMINDER
    clock = _clock(said.when) if thing is Thing.ALARM else ""
    if thing is Thing.ALARM and not clock and _STOPS_ANYTHING.match(said.what) and known("alarm"):
        return None  # a siren
    if (
        thing is Thing.ALARM
        and isinstance(said.when, At)
        and said.when.day
        and said.taken.supposed
        and not words
    ):
        # "Turn off my alarm for tomorrow": the one of that day, and not all that come.
        return Wish((Errand(Thing.PLAN, Deed.SKIP, "alarm", when=said.when),))
    if said.what.startswith("skip "):
        # Once, and not for good. "Skip tomorrow's alarm" is read with its day, by others.
        called = clock if clock and not said.taken.supposed else named(words)
        clear = is_name(called) and not called.endswith("'s")
        return Wish((Errand(Thing.PLAN, Deed.SKIP, called),)) if clear else None
    if re.search(r"\ball\b|\breminders\b|\balarms\b", said.what):
        return Wish((Errand(thing, Deed.CANCEL, "all"),))
    if words and not is_name(words):
        return None
    return Wish((Errand(thing, Deed.CANCEL, clock or named(words)),))


def _not_woken(said: Timed) -> Wish | None:
    """ "Don't wake me tomorrow": the alarm of that day is left out, or the one of that hour."""
    if said.when is None or said.taken.supposed:
        return Wish((Errand(Thing.PLAN, Deed.SKIP, "alarm", when=said.when),))
    return Wish((Errand(Thing.PLAN, Deed.SKIP, clock),)) if (clock := _clock(said.when)) else None


def _clock(when: When | None) -> str:
    """An alarm is called by its time."""
    return write_clock(when.clock) if isinstance(when, At | Every) else ""


def _when(said: Timed) -> When | None:
    """ "A reminder for ten minutes" comes after them."""
    if said.when is None and said.span and _AFTER.search(said.text):
        return After(said.span)
    return said.when
