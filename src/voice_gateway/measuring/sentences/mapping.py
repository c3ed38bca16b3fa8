"""From a wish to the form of a file of sentences.

The forms say the same in other words: a relative amount is a verb of its own (`level_by`), a robot that
cleans is started, a time stands beside the steps and not before them, and each thing has its own step.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from voice_gateway.devices import Action, Kind
from voice_gateway.devices.extremes import EXTREMES
from voice_gateway.devices.kinds import OPENING, ROBOTS
from voice_gateway.devices.words import roots
from voice_gateway.measuring.sentences.form import Does, Form
from voice_gateway.measuring.sentences.naming import each_target, kind_of
from voice_gateway.measuring.sentences.otherwise import told_otherwise
from voice_gateway.times import For, When, shifted, write_span, write_when
from voice_gateway.wishes import (
    Asking,
    Condition,
    Deed,
    Errand,
    Event,
    Lasting,
    Part,
    Question,
    Step,
    Thing,
    Value,
    Verb,
    Wish,
    write_wish,
)
from voice_gateway.wishes.actions import action_of
from voice_gateway.wishes.agreement import MOVED, QUESTIONS, VERBS, errand_verb
from voice_gateway.wishes.fact_text import write_awaited, write_condition
from voice_gateway.wishes.verbs import SPOKEN, WORDED

_TWILIGHT: Final = {"dusk": "sunset", "dawn": "sunrise"}
"""The file knows two times of the sun."""

_JOBS: Final = frozenset({"washer", "dryer", "dishwasher"})
"""What does a job and is done with it is started, and not turned on; and so are robots."""

_SET_TO: Final = {
    Kind.THERMOSTAT: "temperature", Kind.WATER_HEATER: "temperature", Kind.MEDIA_PLAYER: "volume",
    Kind.FAN: "speed", Kind.DIMMER: "level", Kind.COVER: "level",
}  # fmt: skip
"""What a number is of which it is not said; the home goes by what the thing is, too."""

AMOUNTS: Final = frozenset({"level", "temperature", "speed"})
"""Which of these a number is goes by what the thing is."""

_SWITCHED: Final = {Verb.OPEN: "on", Verb.CLOSE: "off"}
"""What "open" and "close" mean of a thing that only is on or off."""

_WHOLE: Final = 100
_PERCENT: Final = frozenset({"level", "level_by"})
_DAY: Final = re.compile(
    r"(?:to(?:day|night|morrow)|this|next)(?: (?:morning|afternoon|evening|week|night))?|\w+day"
)
_KELVIN: Final = re.compile(r"(\d+)k")
_AT_LEVEL: Final = re.compile(r"(?P<color>.+?)[- ]at[- ](?P<level>\d+)%?")
_QUANTITY: Final = re.compile(
    r"(?P<thing>.+) (?P<quantity>temperature|humidity|battery|power|volume|energy|pressure|co2|motion)"
)
_STATES: Final = {"low": "low battery", "up": "open", "down": "closed", "running": "on"}
_NO_NAMES: Final = frozenset({"last", "all"})


def form_of(wish: Wish, last: Wish | None = None) -> Form:
    """What the wish asks for. `last` is the wish before it, of which it may say only what is to change."""
    groups = list(_moved(wish, last).groups)
    steps = [
        replace(does, when=does.when or (written_time(group.when) if group.when else ""))
        for group in groups
        for part in group.parts
        for does in _does(part)
    ]
    otherwise = told_otherwise(steps, [*_all_of(last)], planned=last.when is not None) if last else ()
    if any(step.do != "undo" for step in steps):
        # "No, the fan": what was done is taken back because something else is to be done.
        steps = [step for step in steps if step.do != "undo"]
    # The same call is made once in a turn, however often it was said.
    steps = list(dict.fromkeys(steps))
    times = {step.when for step in steps}
    common = times.pop() if len(times) == 1 else ""
    return Form(
        does=tuple(replace(step, when="") if common else step for step in steps),
        when=common,
        lasting=next((_length(step.lasting) for each in groups for step in each.steps if step.lasting), ""),
        only_if=next((_fact(each.only_if) for each in groups if each.only_if), ""),
        told_otherwise=otherwise,
    )


def tells_its_amount(target: str) -> bool:
    """Whether it is known of a thing by its name what a number is of it."""
    return kind_of(target) in _SET_TO


def _all_of(wish: Wish) -> Iterator[Does]:
    for part in wish.parts:
        yield from _does(part)


def together(forms: Sequence[Form]) -> Form:
    """What several wishes of one sentence ask for, each at its own time."""
    alike = len({form.when for form in forms}) < 2
    return Form(
        does=tuple(
            step if alike else replace(step, when=step.when or form.when)
            for form in forms
            for step in form.does
        ),
        when=forms[0].when if forms and alike else "",
        lasting=next((form.lasting for form in forms if form.lasting), ""),
        only_if=next((form.only_if for form in forms if form.only_if), ""),
        told_otherwise=next((form.told_otherwise for form in forms if form.told_otherwise), ()),
    )


def written_time(when: When | Event) -> str:
    """A time or an event: every time and the next time are written alike, and the sun without “at”."""
    if isinstance(when, Event):
        return f"when {write_awaited(when)}"
    text = _of_the_sun(write_when(when))
    return text.removeprefix("at ") if text.startswith("at sun") else text


def _of_the_sun(text: str) -> str:
    for twilight, sun in _TWILIGHT.items():
        text = text.replace(twilight, sun)
    return text


def _moved(wish: Wish, last: Wish | None) -> Wish:
    """ "No, at eight" moves what was planned, which the file writes as the plan itself at its new time."""
    if last is None or len(wish.parts) != 1 or not isinstance(part := wish.parts[0], Errand):
        return wish
    if part.deed is not Deed.MOVE or part.thing is not Thing.PLAN or part.name not in ("", "last"):
        return wish
    when = part.when
    if when is None:
        if last.errands and last.errands[0].thing is Thing.TIMER:
            return Wish((replace(part, thing=Thing.TIMER),))
        before = last.errands[-1].when if last.errands else last.when
        if before is None or part.span is None or isinstance(before, Event):
            return wish
        when = shifted(before, part.span, sooner=part.sooner)
        if when is None:
            return wish
    errands = tuple(replace(each, when=when) for each in last.errands)
    return replace(last, parts=errands) if errands else replace(last, when=when)


def _length(lasting: Lasting) -> str:
    match lasting:
        case For(span):
            return write_span(span)
        case Event():
            return f"until {write_awaited(lasting)}"
    return _of_the_sun(write_when(lasting))


def _fact(condition: Condition | None) -> str:
    return write_condition(condition).removeprefix("if ") if condition else ""


def _does(part: Part) -> Iterator[Does]:
    if isinstance(part, Errand):
        yield _errand(part)
    elif isinstance(part, Asking):
        targets = tuple(each_target(part.target.name))
        if part.question is Question.MOST and len(targets) > 1:
            yield Does(
                "compare", EXTREMES[part.state].quantity if part.state in EXTREMES else "", items=targets
            )
            return
        for target in targets:
            do = QUESTIONS.get(part.question, part.question.value)
            if part.question is Question.PLANNED and _DAY.fullmatch(target):
                yield Does(do, when=target)
                continue
            state = _STATES.get(part.state, part.state).replace("-", " ")
            read = part.question is Question.READ and not state
            thing, asked = _measured(target) if read else (target, state)
            yield Does(do, thing, asked or None, but=" and ".join(part.target.but))
    elif part.verb in SPOKEN:
        yield Does(VERBS[part.verb], part.target.name, name=part.words)
    elif part.verb in WORDED:
        yield Does(VERBS[part.verb], part.words)
    else:
        for target in each_target(part.target.name):
            for step in _apart(part):
                yield _step(replace(step, target=replace(part.target, name=target)))


def _measured(target: str) -> tuple[str, str]:
    """A thing, and which of its readings is asked for."""
    match = _QUANTITY.fullmatch(target)
    return (match["thing"], match["quantity"]) if match else (target, "")


def _apart(step: Step) -> Iterator[Step]:
    """ "Blue at 40%" is a colour and a level."""
    match = _AT_LEVEL.fullmatch(step.value.word) if step.value else None
    if match is None:
        yield step
        return
    yield replace(step, value=Value(word=match["color"]))
    yield replace(step, verb=Verb.LEVEL, value=Value(float(match["level"])))


def _step(step: Step) -> Does:
    do, kind = VERBS[step.verb], kind_of(step.target.name)
    if kind in _SET_TO and kind not in OPENING:
        do = _SWITCHED.get(step.verb, do)
    if step.verb is Verb.SPEED:
        do = _SET_TO.get(kind, do)
    if step.verb in (Verb.SET, Verb.LEVEL):
        beyond_percent = step.value is not None and (step.value.number or 0) > _WHOLE
        warm = step.verb is Verb.SET and (beyond_percent or action_of(step) is Action.SET_TEMPERATURE)
        do = _SET_TO.get(kind, "temperature" if warm else "level")
    if step.verb is Verb.ON and (kind in ROBOTS or {*roots(step.target.name)[-1:]} & _JOBS):
        do = "start"
    if step.verb is Verb.COLOR and step.value and "white" in step.value.word:
        do = "white"
    value, unit = _amount(step)
    if step.value and (step.value.by or step.value.times or step.value.word in ("up", "down")):
        do = MOVED.get(do, do)
    if do in _PERCENT and isinstance(value, float) and step.verb is not Verb.HUMIDITY:
        unit = "%"
    if step.verb is Verb.LOCATE:
        value = "location"
    if isinstance(value, str) and (kelvin := _KELVIN.fullmatch(value)):
        value, unit = float(kelvin[1]), "K"
    name = "" if step.target.name == "here" else step.target.name
    return Does(do, name, value, unit, but=" and ".join(step.target.but))


def _amount(step: Step) -> tuple[float | str | None, str]:
    """How much, with a sign where it is less."""
    given = step.value or Value()
    if step.verb in (Verb.WARMER, Verb.COOLER):
        sign = 1 if step.verb is Verb.WARMER else -1
        return (
            (sign * abs(given.number), "") if given.number is not None else ("up" if sign > 0 else "down", "")
        )
    if given.times and given.number is not None:
        return {0.5: "half", 2.0: "double"}.get(given.number, f"x{given.number:g}"), ""
    if given.number is not None:
        return given.number, "F" if given.fahrenheit else ""
    return given.word.replace("-", " ") or None, ""


def _errand(errand: Errand) -> Does:
    name = "" if errand.name in _NO_NAMES else errand.name
    when = written_time(errand.when) if errand.when else ""
    thing, deed, do = errand.thing, errand.deed, errand_verb(errand)
    if thing is Thing.LIST:
        return Does(do, f"{name} list".strip(), items=errand.items)
    if thing is Thing.TIMER and deed in (Deed.SET, Deed.MOVE):
        seconds = errand.span.seconds if errand.span else None
        value, unit = (None, "") if seconds is None else _long(seconds)
        value = -value if deed is Deed.MOVE and errand.sooner and value is not None else value
        return Does(do, value=value, unit=unit, name=name)
    if thing is Thing.TIMER:
        return Does(do, name=name, target="timer" if deed in (Deed.PAUSE, Deed.RESUME) else "")
    if deed is Deed.SET:
        items = write_wish(errand.does).split("; ") if errand.does else ()
        return Does(do, name=name, items=tuple(items), when=when)
    if deed is Deed.MOVE:
        return Does(do, name=name, when=when)
    kind = "" if thing is Thing.PLAN else thing.value
    return Does(do, f"{name} {kind}".strip())


def _long(seconds: int) -> tuple[float, str]:
    """A length in the unit that people would say."""
    return (seconds / 60, "minutes") if seconds >= 60 else (float(seconds), "seconds")
