"""What holds for every sentence, not only for those somebody thought of."""

import subprocess
import sys
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.skills.asking import ask, at_home, told
from voice_gateway.number_words import cardinal

TALK = "hello thanks bye who what are you can do how many please stop repeat that kitchen light turn on"
SUMS = (
    "plus minus times divided by over percent half third point and seven 12 0 3.5 hundred squared root power"
)
UNITS = "miles in a litre of cups to the degrees f c foot two off , ( ) ' \" % - /"
WORDS = [word for words in (TALK, SUMS, UNITS) for word in words.split()]
SIGNS = {"plus": "+", "minus": "-", "times": "*"}


@given(st.lists(st.sampled_from(WORDS), max_size=14).map(" ".join))
@settings(max_examples=400, deadline=None)
def test_word_soup_is_survived_and_always_answered_alike(soup: str) -> None:
    assert ask(soup) == ask(soup)


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_is_survived(text: str) -> None:
    ask(text)


@given(
    st.sampled_from(("hello", "good morning", "hey there", "thanks", "bye")),
    st.sampled_from([name for device in at_home().devices for name in (device.name, *device.aliases)]),
    st.booleans(),
)
def test_a_sentence_that_names_a_device_is_never_a_courtesy(words: str, name: str, first: bool) -> None:
    assert ask(f"{name} {words}" if first else f"{words} {name}") is None


@given(
    st.integers(0, 999_999),
    st.lists(st.tuples(st.sampled_from(tuple(SIGNS)), st.integers(0, 9_999)), min_size=1, max_size=3),
)
@settings(max_examples=200, deadline=None)
def test_a_sum_in_words_equals_pythons(first: int, rest: list[tuple[str, int]]) -> None:
    said = " ".join([cardinal(first), *(f"{name} {cardinal(number)}" for name, number in rest)])
    python = eval("".join([str(first), *(SIGNS[name] + str(number) for name, number in rest)]))
    value = told(f"what is {said}").rsplit(" is ", 1)[1].removesuffix(".")
    if python < 10**15:
        assert int(value.replace(",", "")) == python


@given(st.integers(-500, 500), st.integers(1, 500))
@settings(max_examples=100, deadline=None)
def test_a_quotient_is_exact_or_said_to_be_about(a: int, b: int) -> None:
    text = told(f"{cardinal(a)} divided by {b}").rsplit(" is ", 1)[1].removesuffix(".")
    number = Fraction(text.removeprefix("about ").replace(",", ""))
    if text.startswith("about "):
        assert number != Fraction(a, b)
        assert abs(number - Fraction(a, b)) <= Fraction(1, 200)
    else:
        assert number == Fraction(a, b)


@given(st.integers(-60, 200))
@settings(max_examples=60, deadline=None)
def test_degrees_there_and_back_are_the_same(degrees: int) -> None:
    there = told(f"{degrees} celsius in fahrenheit").rsplit(" is ", 1)[1].split(" degrees")[0]
    exact = degrees * 9 / 5 + 32
    assert abs(float(there.removeprefix("about ").replace(",", "")) - exact) <= 0.5


def test_the_libraries_are_loaded_only_by_who_needs_them() -> None:
    script = (
        "import sys; from voice_gateway.skills import Skills, SkillContext;"
        "Skills().answer('hello', SkillContext());"
        "print([name for name in ('pint', 'text_to_num') if name in sys.modules])"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
