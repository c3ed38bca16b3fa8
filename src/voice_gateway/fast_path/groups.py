"""Cuts a sentence with more than one time: "lamp on at seven and off at nine"."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from voice_gateway.fast_path.timed import Timed, in_the_half_meant
from voice_gateway.times import After, At, Clock, Every, For, Place, Span, Sun, Until, When, find_times
from voice_gateway.wishes import Event, Wish

_JOINT: Final = re.compile(
    r"\s*(?:,\s*(?:(?:and|then|but)\s+)*|\b(?:and then|and also|and|then|but)\s+)(?=\S)"
)
_ONLY_THEN: Final = re.compile(r"\b(?:then|after that|afterwards|later)\b")
RINGS: Final = re.compile(
    r"(?P<timer>.+?)(?: ,)?(?: and)?(?: then)? (?:when|once|as soon as|after) "
    r"(?:it|that|the timer|time|the time)(?:'s| is| has| is all|'s all)? "
    r"(?:done|up|finished|over|out|rings|goes off|runs out|ends|beeps|finishes)"
    r"(?: ,)? (?:then )?(?P<body>.+)"
)
"""What is done when a timer has run out."""

AND_THEN: Final = re.compile(
    r"(?P<timer>.*\btimer\b.*?)(?: ,)? (?:and )?then (?P<body>(?!set\b|start\b|another\b).+)"
)
"""What is done behind a timer waits for its end."""

THEN: Final = re.compile(r"(?P<first>.+?)(?: ,)? (?:and |but )?then (?P<second>.+)")
"""What comes only behind something else."""

AS_BEFORE: Final = re.compile(
    r"(?:(?:turn|switch|put) )?(?:it |them )?(?:(?:should |can |must )?(?:go |be |come )?)?(?:back )?"
    r"(?:on|off|open|closed|shut|up|down|quit|stop|out|to normal|(?<=back )to [\w-]+|as it was|as before"
    r"|to (?:what|how|where|the way) (?:it|they) (?:was|were)(?: before)?)(?: (?:it|them))?"
    r"(?: again| please)*"
)
"""The way back, which is meant anyway."""

MANNERS: Final = re.compile(
    r"(?:and |ok(?:ay)? |many )?(?:please|pls|plz|thanks|thank you|ta|cheers)(?: (?:so|very|ever so)"
    r" much| a (?:lot|bunch|million)"
    r"| kindly| in advance| for that| mate| love| dear)?"
    r"|\w+ (?:said|says) (?:it's|that's|it is|i|we) (?:okay|ok|fine|alright|all right|can|could|may)"
    r"|(?:will|would|could|can) you(?: please)?|mate|love|dear|darl|hen|hon|honey|pet|bro|dude|darling"
    r"|sweetie|pal|buddy|chief|boss|sir|petal|duck|lads|boys|girls|guys|folks|kids|everyone|everybody"
    r"|ok(?:ay)?|right|yeah|alright|done|all done|got (?:it|that)|you (?:hear|know)|eh"
    r"|if you (?:would|could|can|don't mind|please)|be a (?:dear|love|darling|star)"
)
"""What is only manners."""

_BACK_LATER: Final = re.compile(
    r"(?: ,)? and (?:then )?(?:(?:turn|switch|put|goes|shut) )?(?:it |them )?(?:back )?"
    r"(?:off|closed|shut|down|out)(?: again)? (?P<long>[^,]+?) (?:later|after that|afterwards)$"
)
_OFF_AGAIN: Final = re.compile(
    r"(?: ,)? and (?:then )?(?:(?:turn|switch|put) )?(?:it |them )?(?:back )?(?:off|closed|shut|down|out)"
    r"(?: again)? (?:after|in) (?P<long>[^,]+)$"
)
_AMOUNT: Final = re.compile(r"\b(?:percent|degrees)\b")
_LATER_BACK: Final = re.compile(
    r"(?: ,)? and (?:then )?(?P<long>[^,]+?) (?:later|after that|afterwards) (?:(?:turn|switch|put) )?"
    r"(?:it |them )?(?:back )?(?:off|closed|shut|down|out)(?: again)?$"
)
_UNIT: Final = re.compile(r"\bin (?:an?|[\w-]+) (?P<unit>minutes?|hours?|seconds?)\b")
_BARE_NUMBER: Final = re.compile(r"^in (?P<first>[\w-]+)(?= )|\bin (?P<last>[\w-]+)$")
_DAY: Final = 24 * 60
_AT_ONCE: Final = re.compile(
    r"\b(?<!from )(?<!by )(?<!until )(?<!till )(?<!not )"
    r"(?:(?:right |straight )?now|(?:right|straight) away|at once|immediately)$"
)
"""A clause that ends so is not put off."""


def joints(text: str) -> Iterator[tuple[str, str]]:
    """Each place at which one thing may end and the next begin."""
    for joint in _JOINT.finditer(text):
        if joint.start() > 0:
            yield text[: joint.start()], text[joint.end() :]


def own_times(said: Timed) -> Iterator[tuple[str, str]]:
    """What stands before and after a joint behind which another time begins."""
    text = said.text
    for joint in _JOINT.finditer(text):
        first, second = text[: joint.start()], text[joint.end() :]
        if any(place.start < joint.end() and joint.start() < place.end for place in said.places):
            continue
        before = [place for place in said.places if place.end <= joint.start() and _starts(place)]
        behind = [place for place in said.places if place.start >= joint.end() and _starts(place)]
        if not before and any(text.startswith(" ,", place.end) for place in behind[:1]):
            continue  # "lamp off, at nine, and the fan": the time is thrown in
        if behind and (before or behind[0].start == joint.end() or first.endswith(" now")):
            yield first, second
        elif before and (unit := _UNIT.search(first)) and (bare := _BARE_NUMBER.search(second)):
            yield first, f"{second[: bare.end()]} {unit['unit']}{second[bare.end() :]}"


def now_and_later(said: Timed) -> tuple[str, str] | None:
    """What is wanted at once and what before it later: "the lamp off in an hour and the fan on now"."""
    for later, now in joints(said.text):
        match = _AT_ONCE.search(now)
        waits = any(_starts(place) for place in find_times(later, said.now)) if match else False
        if match and waits and not find_times(now, said.now):
            return now[: match.start()].strip(" ,"), later
    return None


def ends_within(said: Timed) -> Iterator[tuple[str, str, bool]]:
    """What stands before and after an end in the middle: "fan on for ten minutes and close the blinds".

    The last says whether the second comes only then.
    """
    for joint in _JOINT.finditer(said.text):
        if any(place.end == joint.start() and isinstance(place.time, For | Until) for place in said.places):
            yield said.text[: joint.start()], said.text[joint.end() :], bool(_ONLY_THEN.search(joint[0]))


def with_its_end(text: str) -> str:
    """ "Lamp on, and off again five minutes later" is on for five minutes."""
    return _LATER_BACK.sub(r" for \g<long>", _BACK_LATER.sub(r" for \g<long>", text))


def off_again(text: str) -> str:
    """ "Oven on, and off again after forty minutes" is on for so long; "40 percent, and off later" is not."""
    return text if _AMOUNT.search(text) else _OFF_AGAIN.sub(r" for \g<long>", text)


def with_more(first: Wish, more: Wish) -> Wish:
    """Both wishes in one: at the same time, where the second has none of its own."""
    if first.also:
        return replace(first, also=with_more(first.also, more))
    if (more.when, more.only_if, more.also) == (None, None, None) and not (first.when and more.errands):
        return replace(first, parts=(*first.parts, *more.parts))
    return replace(first, also=more)


def after(first: When | Event | None, second: When | Event | None, words: str) -> When | Event | None:
    """The second time as it is meant beside the first: on the same days, and "later" than that."""
    if isinstance(second, At) and second.day == "" and isinstance(first, Every):
        second = Every(second.clock, first.days)
    if (
        isinstance(second, Every)
        and isinstance(first, At | Every)
        and not (isinstance(first, At) and first.day)
    ):
        return Every(in_the_half_meant(second.clock, words, first.clock, behind=True), second.days)
    if isinstance(second, At) and second.day == "":
        risen = isinstance(first, At) and first.clock.sun is Sun.SUNRISE
        if isinstance(first, At) and not first.day and not (risen or second.clock.sun):
            return At(in_the_half_meant(second.clock, words, first.clock, behind=True))
        if isinstance(first, At) and first.day and not (first.clock.sun or second.clock.sun):
            clock = in_the_half_meant(second.clock, words, first.clock, behind=True)
            if clock.minute > first.clock.minute:
                return At(clock, first.day)
            return second if first.day == "today" else None  # the next morning
    if isinstance(second, After) and first is not None and re.search(r"\blater\b|\bafter that\b", words):
        return later_than(first, second.span)
    return second


def on_its_days(first: When | Event | None, second: When | Event | None) -> When | Event | None:
    """ "On at seven and off at six, Monday to Friday": the days are those of both."""
    if isinstance(first, At) and first.day == "" and isinstance(second, Every):
        return Every(first.clock, second.days)
    return first


def later_than(first: When | Event, span: Span) -> When | None:
    """So long after another time; None where that cannot be told."""
    if isinstance(first, After):
        return After(Span(first.span.seconds + span.seconds))
    if isinstance(first, At | Every) and span.seconds % 60 == 0:
        minute = first.clock.minute + span.seconds // 60
        if abs(minute) < _DAY:
            return replace(first, clock=Clock(minute, first.clock.sun))
    return None


def _starts(place: Place) -> bool:
    return not place.past and isinstance(place.time, After | At | Every)
