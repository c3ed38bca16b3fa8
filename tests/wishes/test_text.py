"""The one text form: what is written is read back as the same tree."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.times import After, At, Clock, Every, For, Span, Until
from voice_gateway.wishes import (
    Asking,
    Condition,
    Deed,
    Errand,
    Event,
    NotAWish,
    Question,
    Step,
    Target,
    Thing,
    Value,
    Verb,
    Wish,
    read_wish,
    write_wish,
)
from voice_gateway.wishes.verbs import ALONE, PERHAPS_VALUED, SPOKEN, STATES, VALUED, WORDED

LINES = """
on kitchen light
off lights except bedroom light
off lights except bedroom light except hall light
level lounge lamp 40
level lounge lamp +20
level lounge lamp -20
level lounge lamp x0.5
temp bedroom 70f
color lounge lamp warm-white
color lounge lamp 240/100
white lounge lamp 2700
volume kitchen speaker 30
volume kitchen speaker +10
source tv hdmi-1
play kitchen speaker
resume kitchen speaker
pause
next kitchen speaker
mute kitchen speaker
clean robot
dock robot
locate robot
press doorbell
preset bedroom away
fanmode bedroom low
swing bedroom vertical
humidity bedroom 50
tilt blinds 30
arm alarm away
disarm alarm
if robot docked: on hall light
on kettle for 5m
in 10m: off hall light
at 18:30: on christmas tree
weekdays sunset-30m: close blinds
when front door opens: on hall light
when lounge < 18: warmer lounge
if back door unlocked: on shed light
unless raining: open valve garden for 20m
daily 07:00: if lounge < 18: warmer lounge 2; on kettle
ask count lights on
ask which doors unlocked
ask warmest room
ask read bedroom temperature
ask read water tank level
ask read dishwasher time-left
ask which washers free
why porch light flashing
timer 9m pasta
timer 90s
timer pasta left
timer left
timer pasta +1m
timer pasta -2m
timer pasta pause
timer pasta resume
cancel timer pasta
cancel timer all
remind 20:00 take the bins out
remind in 10m call mum
remind tomorrow 07:00 the bins
remind daily 21:00 my tablets
alarm weekdays 06:45
alarm 06:45
cancel alarm 06:45
cancel reminder bins
cancel routine good night
cancel last
cancel
move last 21:00
move last +1h
skip last
skip alarm tomorrow 09:00
every 2h from 14:00: on fan for 10m
if after 22:00: off telly
unless before sunrise: on lamp
when garage door open for 10m: close garage door
whenever hall occupied: if after 23:00: on hall light
list shopping read milk
move hall light tomorrow 07:00
list shopping add milk, eggs
list shopping remove milk
list to do read
list shopping clear
list shopping drop
list read
whenever lounge < 18: warmer lounge
when hall motion occupied: on hall light
when front door opens: remind umbrella
on kettle until 22:00
on fan until lounge < 18
level awning 50 until front door opens
on pump until garage door open for 10m
on fan; also in 10m: off fan
in 1m: on lamp; also in 3m: if lamp on: off fan
planned
planned timers
why hall light
activate good night
announce dinner is ready @ kitchen
routine good night: off lights; lock doors; set thermostat 17
play norah jones @ kitchen speaker
web president of france
undo
none
""".strip().splitlines()


@pytest.mark.parametrize("line", LINES)
def test_every_line_is_written_as_it_was_read(line: str) -> None:
    assert write_wish(read_wish(line)) == line


def test_a_line_says_what_where_how_much_when_and_only_if() -> None:
    assert read_wish(
        "in 10m: if back door unlocked: level lounge lamp +20 for 5m; off lights except tv"
    ) == Wish(
        (
            Step(Verb.LEVEL, Target("lounge lamp"), Value(20, by=True), lasting=For(Span(300))),
            Step(Verb.OFF, Target("lights", ("tv",))),
        ),
        when=After(Span(600)),
        only_if=Condition("back door", "unlocked"),
    )


def test_names_that_look_like_the_language_are_quoted() -> None:
    wish = Wish((Step(Verb.WARMER, Target("room 2")), Step(Verb.ON, Target("lamp for 5m"))))
    assert write_wish(wish) == 'warmer "room 2"; on "lamp for 5m"'
    assert read_wish(write_wish(wish)) == wish
    level = Wish((Asking(Question.READ, Target("spirit level")),))
    assert write_wish(level) == 'ask read "spirit level"'


@pytest.mark.parametrize(
    ("line", "told"),
    [("onn kitchen light", "Did you mean “on”"), ("level lounge", "how much"), ("lock", "what")],
)
def test_a_mistake_is_told_with_what_would_be_right(line: str, told: str) -> None:
    with pytest.raises(NotAWish) as caught:
        read_wish(line)
    assert told in f"{caught.value.message} {caught.value.fix}"


words = st.sampled_from(
    [
        "kitchen",
        "light",
        "for",
        "until",
        "on",
        "40",
        "+2",
        "room",
        "except",
        "unlocked",
        "ask",
        "5m",
        "@",
        "<",
        "if",
    ]
)
names = st.lists(words, min_size=1, max_size=4).map(" ".join).filter(lambda name: name != "except")
targets = st.builds(Target, names, st.lists(names, max_size=2).map(tuple))
numbers = st.integers(0, 999).map(float)
values = st.one_of(
    st.builds(Value, numbers),
    st.builds(lambda n: Value(n, by=True), st.integers(-99, 99).filter(bool).map(float)),
    st.builds(lambda n: Value(n, times=True), numbers),
    st.sampled_from(["up", "low"]).map(lambda word: Value(word=word)),
)
plain_verbs = sorted(set(Verb) - VALUED - PERHAPS_VALUED - WORDED - SPOKEN - ALONE)
spans = st.sampled_from([None, For(Span(300)), For(Span(5400)), Until(Clock(1320))])
steps = st.one_of(
    st.builds(Step, st.sampled_from(plain_verbs), targets, lasting=spans),
    st.builds(Step, st.sampled_from(sorted(VALUED)), targets, values, lasting=spans),
    st.builds(Step, st.sampled_from(sorted(PERHAPS_VALUED)), targets),
)
most = st.sampled_from(["warmest", "coldest"])
questions = st.one_of(
    st.builds(
        Asking,
        st.sampled_from(sorted(set(Question) - {Question.MOST})),
        targets,
        st.sampled_from(["", *sorted(STATES)]),
    ),
    st.builds(lambda target, state: Asking(Question.MOST, target, state), targets, most),
)
conditions = st.one_of(
    st.none(),
    st.builds(Condition, names, st.sampled_from(["", "unlocked", "on"]), negated=st.booleans()),
    st.builds(lambda name, n: Condition(name, below=n), names, numbers),
    st.builds(
        lambda minute, no: Condition(after=Clock(minute), negated=no), st.integers(0, 1439), st.booleans()
    ),
)
times = st.sampled_from(
    [After(Span(600)), At(Clock(1200)), At(Clock(405), "tomorrow"), Every(Clock(405), frozenset(range(5)))]
)
things = [Thing.REMINDER, Thing.ALARM]
errands = st.one_of(
    st.builds(
        lambda name, span, deed: Errand(Thing.TIMER, deed, name, span=span if deed is Deed.MOVE else None),
        st.one_of(st.just(""), names),
        st.just(Span(60)),
        st.sampled_from([Deed.LEFT, Deed.PAUSE, Deed.RESUME, Deed.MOVE]),
    ),
    st.builds(lambda name: Errand(Thing.TIMER, Deed.SET, name, span=Span(540)), names),
    st.builds(
        lambda thing, name, when: Errand(thing, Deed.SET, name, when=when),
        st.sampled_from(things),
        names,
        times,
    ),
    st.builds(
        lambda name, items: Errand(Thing.LIST, Deed.ADD, name, items),
        names,
        st.lists(st.sampled_from(["milk", "eggs, fresh", "add rice"]), min_size=1, max_size=3).map(tuple),
    ),
    st.builds(
        lambda thing, name: Errand(thing, Deed.CANCEL, name), st.sampled_from([*things, Thing.PLAN]), names
    ),
    st.builds(lambda name, when: Errand(Thing.PLAN, Deed.MOVE, name, when=when), names, times),
    st.builds(lambda name: Errand(Thing.PLAN, Deed.SKIP, name), names),
)
events = st.builds(
    Event,
    st.builds(Condition, names, st.sampled_from(["open", "occupied"])),
    st.booleans(),
    st.sampled_from([None, Span(600)]),
)
wishes = st.recursive(
    st.builds(
        Wish,
        st.lists(st.one_of(steps, questions, errands), min_size=1, max_size=3).map(tuple),
        st.one_of(st.none(), times, events),
        conditions,
    ),
    lambda more: st.builds(lambda wish, also: replace(wish, also=also), more, more),
    max_leaves=2,
)


@given(wishes)
def test_reading_and_writing_are_inverse(wish: Wish) -> None:
    assert read_wish(write_wish(wish)) == wish


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(NotAWish):
        read_wish(text)
