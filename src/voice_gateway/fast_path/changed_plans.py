"""Reads what changes a plan that waits: another time, another limit, at once, or not this once."""

import re
from dataclasses import replace
from typing import Final

from voice_gateway.amounts import in_digits
from voice_gateway.fast_path.changed_days import on_other_days
from voice_gateway.fast_path.context import Context
from voice_gateway.fast_path.made import planned_at, planned_of
from voice_gateway.fast_path.names import is_stand_in
from voice_gateway.fast_path.spoken import without_politeness
from voice_gateway.fast_path.timed import Known, Timed, in_the_half_meant, named
from voice_gateway.times import After, At, Every, For, Span, Until, When, take_times
from voice_gateway.wishes import Deed, Errand, Event, Thing, Wish

_FILLING: Final = (
    re.compile(
        r"^(?:(?:(?:no+|nope|nah|lol|haha|hm+|ah|well|wait|hold on|hang on|actually|sorry|oh|oops|please"
        r"|rather|better|i meant?"
        r"|i said [^,]+? (?:but )?i meant?|i said [^,]+? but|i said|(?:can|could) (?:you|we)"
        r"|(?:make|change|set|do|move|put|push) (?:it|that|them)(?! (?:reminder|alarm|plan|timer|one)\b)"
        r"(?: back)?(?: to| for)?"
        r"|give (?:it|him|her|them|me|us)|let's say|say"
        r"|how about|only|just|yes but|to|for|by|on second thoughts?)\b|not [^,]+ ,"
        r"|(?:earlier|sooner|later) ,(?: (?:like|about|around)\b)?)(?:\s*,)?\s*)+"
    ),
    re.compile(
        r"(?:(?:\s*,)?\s*(?:instead|rather|actually|then|please|after all"
        r"|(?:would be|is|will be) (?:better|nicer|good|fine|enough|plenty)"
        r"|will do|would do|does it|sorry|i mean|though|only|better|or so|that is))+$"
    ),
    re.compile(r"(?:\s*,)?\s+not .+$"),
)
_PAST_THE_HOUR: Final = re.compile(
    r"(?:at )?(?:(?:half|quarter|a quarter|five|ten|twenty) )past|(?:at"
    r" )?(?:a )?quarter to"
)
"""A time without its hour, which is that of before."""

_MOVES: Final = re.compile(
    r"(?:move|shift|push|change|postpone|reschedule|delay|put) (?P<name>.+?)(?: back| forward| off)?"
    r" (?:to|until|till|for) (?P<time>.+)"
)
_MAKES: Final = re.compile(
    r"(?:make|set|have|put) (?:the|my|that|this) (?P<name>alarm|reminder)(?: (?:to|for|at|be))? (?P<time>.+)"
)
_BY: Final = re.compile(r"\b(?:more|longer|earlier|sooner|later|another|extra|less|back|forward|by)\b")
_SOONER: Final = re.compile(r"\b(?:earlier|sooner|less|forward)\b")
_THIS_ONE: Final = re.compile(r"\b(?:make|change|move|push|put|do|set|instead|rather)\b")
_PUT_RIGHT: Final = re.compile(r"(?:no|wait|sorry|actually|oops|hang on|hold on)\b")
_AND: Final = re.compile(r"(?:(?:and|also|plus)(?: (?:another|one more)(?: one)?)?|another(?: one)?) ")
_TOO: Final = re.compile(r" (?:too|as well|also)(?: please)?$")
KEPT: Final = frozenset({"alarm", "reminder", "plan"})
_OF_A_KIND: Final = re.compile(r"(?<=\w) (?:reminder|appointment)$")
_NUMBER: Final = re.compile(r"[a-z]+(?:[ -][a-z]+)?|\d{1,2}(?::\d\d)?")
_UNITS: Final = ((86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))
_LIMIT: Final = re.compile(
    r"(?:no+ ,? ?|wait ,? ?|actually ,? ?)*"
    r"(?:make (?:it|that)|(?:i )?(?:meant?|said)|rather|change (?:it|that) to)?"
    r" ?(?:(?:warmer|hotter|colder|cooler|more|less|higher|lower) than |below |above |under |over )?"
    r"(?P<number>\d+(?:\.\d+)?)(?: degrees| percent)?(?: ,? ?(?:not \d+|instead|please|rather))*"
)
_AT_ONCE: Final = re.compile(
    r"(?:no+ ,? ?|oh ,? ?|actually ,? ?|just |then )*do (?:it|that|them) (?:right |straight )?"
    r"(?:now|away|immediately|at once)(?: instead| then| please)*"
)
_STAYS: Final = re.compile(
    r"(?:(?:no|oh|actually|never mind(?: \w+ing (?:it|them) \w+(?: again)?)?|just|please|you (?:can"
    r"|may))(?: ,)? )*"
    r"(?:(?:leave|keep|let) (?:it|them|that)(?: (?:stay|be|like that))?"
    r"(?: (?:on|off|open|closed|up|down|running|that way))?"
    r"|(?:it|they) (?:can|may|should) stay (?:on|off|open|closed|up|down|running|that way|as it is)"
    r"|(?:don't|do not|no need to) (?:turn|switch|put|shut|close|open|bring) (?:it|them)(?: back)?"
    r"(?: (?:on|off|up|down|open|closed))?)(?: again| after all| then)*"
)
"""What lasts for a while is to stay so; said once or in several ways."""

_TOO_MUCH: Final = re.compile(
    r"(?:(?:no|hm+|oh|actually)(?: ,)? )*(?:that's|that is|it's|\d+(?: degrees| percent)? is) (?:far "
    r"|way |a bit )?too \w+"
    r"(?: ,)?(?: make it| rather| better| let's say)? (?P<number>\d+(?:\.\d+)?)(?: degrees| percent)?"
    r"(?: (?:is|will be|would be|will|would))?(?: (?:enough|plenty|fine|better|good|do|nicer))?"
)
_DO_THEN: Final = re.compile(
    r"^.*? (?P<time>(?:till|until|at|by) [^,]+?)(?: ,)? so (?:do|turn|switch|make) (?:it|that)(?: on|"
    r" off)? then$"
)
_DO_IT: Final = re.compile(
    r"^(?!make |do |set |move |push |put ).+?\b(?:make|do|have) (?:it|that) (?=(?:at|in|by|to|for) )"
)
"""What leads to another time: "seven is too late, do it at six"."""
_GIVE_UP: Final = Errand(Thing.PLAN, Deed.CANCEL, "last")


def read_changed(said: Timed, context: Context, known: Known) -> Wish | None:
    last = context.made_last
    changed = last and (
        _another_limit(said, last)
        or _another_amount(said, last)
        or _at_once(said, last)
        or on_other_days(said, last)
        or _another(said, last)
        or _moved(said, last)
    )
    return changed or _moved_by_name(said, context, known)


def _another_limit(said: Timed, last: Wish) -> Wish | None:
    """ "Make that 25 degrees", of what waits for a number to be passed."""
    match = _LIMIT.fullmatch(in_digits(said.text))
    if match is None or not isinstance(last.when, Event):
        return None
    fact, number = last.when.fact, float(match["number"])
    if fact.below is not None:
        fact = replace(fact, below=number)
    elif fact.above is not None:
        fact = replace(fact, above=number)
    else:
        return None
    return Wish((_GIVE_UP,), also=replace(last, when=replace(last.when, fact=fact)))


def _another_amount(said: Timed, last: Wish) -> Wish | None:
    """ "23 is too much, 21 is enough", of what waits to be set."""
    match = _TOO_MUCH.fullmatch(in_digits(said.text))
    if match is None or last.when is None or len(last.parts) != 1 or len(last.steps) != 1:
        return None
    step = last.steps[0]
    if step.value is None or step.value.number is None or step.value.by or step.value.times:
        return None
    step = replace(step, value=replace(step.value, number=float(match["number"])))
    return Wish((_GIVE_UP,), also=replace(last, parts=(step,)))


def _at_once(said: Timed, last: Wish) -> Wish | None:
    """ "Just do it now instead"; or what lasts for a while is left as it is."""
    if last.when and last.steps and _AT_ONCE.fullmatch(said.text):
        return Wish((_GIVE_UP,), also=replace(last, when=None))
    clauses = said.text.split(" , ")
    if (last.when or any(step.lasting for step in last.steps)) and (
        _STAYS.fullmatch(said.text) or all(map(_STAYS.fullmatch, clauses))
    ):
        return Wish((_GIVE_UP,))
    return None


def _moved(said: Timed, last: Wish) -> Wish | None:
    """ "Make it nine instead", "an hour later", "make it twenty", of what was planned last."""
    set_at = planned_at(last)
    if set_at is None:
        return None
    text = without_politeness(said.text).replace(" earlier", " sooner")  # not in the past
    text = _DO_IT.sub("make it ", _DO_THEN.sub(r"make it \g<time>", text))
    for filling in _FILLING:
        text = filling.sub("", text).strip(" ,")
    changed = text != without_politeness(said.text) or bool(_PUT_RIGHT.match(said.text))
    if _PAST_THE_HOUR.fullmatch(text) and isinstance(set_at, At | Every):
        hour, minute = divmod(set_at.clock.minute, 60)
        hour += bool(minute) and text.endswith(" to")  # of eight o'clock it is a quarter to eight
        text = f"{text} {hour % 12 or 12}"
    taken = take_times(text, said.now)
    if taken.when is None and taken.length is None and taken.lasting is None:
        # A day alone is a time only where one is awaited.
        taken = take_times(f"on {text}", said.now)
    rest = without_politeness(taken.what.strip(" ,"))
    if taken.unknown or not text:
        return None
    if rest in (
        "",
        "more",
        "longer",
        "earlier",
        "sooner",
        "back",
        "forward",
        "extra",
        "another",
        "less",
        "later",
    ):
        until = taken.lasting if isinstance(taken.lasting, Until) else None
        when = At(until.clock, until.day) if until and taken.when is None else taken.when
        when = _as_late(when, set_at) if taken.supposed else when
        return _by(set_at, when, taken.length or _span(taken.lasting), rest, said)
    return _number(set_at, text, said) if changed and _NUMBER.fullmatch(text) else None


def _another(said: Timed, last: Wish) -> Wish | None:
    """ "And every weekday at half past six", behind an alarm: one more of it, and the first one stays."""
    more = _AND.match(said.text) or _TOO.search(said.text)
    moved = _moved(said, last) if more and not _THIS_ONE.search(said.text) else None
    when = moved.errands[0].when if moved else None
    if when is None or last.also:
        return None
    if last.when and last.steps:
        return replace(last, when=when)
    errand = last.errands[-1] if last.errands else None
    return Wish((replace(errand, when=when),)) if errand and errand.deed is Deed.SET and errand.when else None


def _by(set_at: When, when: When | None, span: Span | None, rest: str, said: Timed) -> Wish | None:
    if isinstance(when, After) and re.search(r"\b(?:later|back)\b", said.text):
        span, when = when.span, None
    if when is not None:
        return _to(_like(when, set_at, said.text))
    if span is None:
        return None
    if rest or _BY.search(said.text):
        sooner = bool(_SOONER.search(said.text))
        return Wish((Errand(Thing.PLAN, Deed.MOVE, "last", span=span, sooner=sooner),))
    return _length(set_at, span)


def _moved_by_name(said: Timed, context: Context, known: Known) -> Wish | None:
    """ "Move the radio to half past seven": of something that waits."""
    planned = [set_at for wish in context.recent if (set_at := planned_at(wish))]
    for meaning, slots in said.matches("longer", marked=True):
        name = named(slots.get("name", ""))
        if planned and (name in KEPT or known(name)):
            span, sooner = said.marked[1], meaning == "-"
            return Wish((Errand(Thing.PLAN, Deed.MOVE, name, span=span, sooner=sooner),))
    text = _FILLING[0].sub("", without_politeness(said.text))
    match = _MOVES.fullmatch(text) or _MAKES.fullmatch(text)
    name = _OF_A_KIND.sub("", named(match["name"])) if match else ""
    kept = context.kept.thing(name) is Thing.REMINDER
    if match is None or not (kept or (planned and (known(name) or name in KEPT))):
        return None
    taken = take_times(f"at {match['time'].removeprefix('at ')}", said.now)
    was = planned_of(name, context.recent)
    if was is None and len(planned) > 1 and is_stand_in(name):
        return None  # read again with the name itself, it is known whose time it was
    if was is None and planned and not kept:
        was = planned[-1]
    when = _like(taken.when, was, said.text) if was else taken.when
    if when is None or taken.what or taken.unknown:
        return None
    return Wish((Errand(Thing.PLAN, Deed.MOVE, name, when=when),))


def _number(set_at: When, text: str, said: Timed) -> Wish | None:
    """A number alone is as many as there were of the last unit, or the hour; a unit, as many of that."""
    if (was := _span(set_at)) is not None:
        size, unit = next((size, name) for size, name in _UNITS if was.seconds % size == 0)
        if other := next((each for each, name in _UNITS if name == text), None):
            return _length(set_at, Span(was.seconds // size * other))  # as many of another unit
        span = take_times(f"{text} {unit}", said.now).length
        return _length(set_at, span) if span else None
    when = take_times(f"at {text}", said.now)
    return _to(_like(when.when, set_at, text)) if isinstance(when.when, At) and not when.what else None


def _length(set_at: When, span: Span) -> Wish | None:
    was = _span(set_at)
    if was is None or was == span:
        return None
    by = span.seconds - was.seconds
    return Wish((Errand(Thing.PLAN, Deed.MOVE, "last", span=Span(abs(by)), sooner=by < 0),))


def _to(when: When | None) -> Wish | None:
    return Wish((Errand(Thing.PLAN, Deed.MOVE, "last", when=when),)) if when else None


def _like(when: When | None, was: When, text: str) -> When | None:
    """The new time on the old days, and in the half of the day that is nearer, where nothing else is said."""
    if not (isinstance(when, At) and when.day == "" and isinstance(was, At | Every)):
        return when
    clock = in_the_half_meant(when.clock, text, was.clock)
    return Every(clock, was.days) if isinstance(was, Every) else At(clock, was.day)


def _as_late(when: When | None, was: When) -> When | None:
    """Another day, at the old time."""
    if isinstance(when, At | Every) and isinstance(was, At | Every):
        return replace(when, clock=was.clock)
    return when


def _span(when: When | None) -> Span | None:
    return when.span if isinstance(when, For | After) else None
