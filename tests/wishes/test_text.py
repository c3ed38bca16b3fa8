"""The one text form: what is written is read back as the same tree."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.wishes import (
    Asking,
    Condition,
    NotAWish,
    Question,
    Step,
    Target,
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
timer 9m pasta
remind 20:00 take the bins out
list shopping add milk, eggs
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
            Step(Verb.LEVEL, Target("lounge lamp"), Value(20, by=True), lasting="5m"),
            Step(Verb.OFF, Target("lights", ("tv",))),
        ),
        when="in 10m",
        only_if=Condition("back door", "unlocked"),
    )


def test_names_that_look_like_the_language_are_quoted() -> None:
    wish = Wish((Step(Verb.WARMER, Target("room 2")), Step(Verb.ON, Target("lamp for 5m"))))
    assert write_wish(wish) == 'warmer "room 2"; on "lamp for 5m"'
    assert read_wish(write_wish(wish)) == wish


@pytest.mark.parametrize(
    ("line", "told"),
    [("onn kitchen light", "Did you mean “on”"), ("level lounge", "how much"), ("lock", "what")],
)
def test_a_mistake_is_told_with_what_would_be_right(line: str, told: str) -> None:
    with pytest.raises(NotAWish) as caught:
        read_wish(line)
    assert told in f"{caught.value.message} {caught.value.fix}"


words = st.sampled_from(
    ["kitchen", "light", "for", "on", "40", "+2", "room", "except", "unlocked", "ask", "5m", "@", "<", "if"]
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
spans = st.sampled_from(["", "5m", "1h30m", "until 22:00"])
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
)
wishes = st.builds(
    Wish,
    st.lists(st.one_of(steps, questions), min_size=1, max_size=3).map(tuple),
    st.sampled_from(["", "in 10m", "weekdays 06:45", "when front door opens"]),
    conditions,
)


@given(wishes)
def test_reading_and_writing_are_inverse(wish: Wish) -> None:
    assert read_wish(write_wish(wish)) == wish


@given(st.text(max_size=80))
def test_no_text_breaks_the_reader(text: str) -> None:
    with suppress(NotAWish):
        read_wish(text)
