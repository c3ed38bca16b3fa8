"""The grammar that the model writes under: all of the language, and nothing beside it."""

import re
from contextlib import suppress
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from training.call_maker.patterns import filled, own_patterns
from training.call_maker.people import people_said
from training.call_maker.slots import Slots

from tests.call_maker.gbnf import regex_of
from tests.wishes.test_text import LINES, wishes
from voice_gateway.call_maker.grammar import wish_grammar
from voice_gateway.wishes import NotAWish, Question, Verb, Wish, read_wish, write_wish
from voice_gateway.wishes.errand_text import ERRANDS
from voice_gateway.wishes.verbs import GRADES, STATES

RULES = dict(line.split(" ::= ", 1) for line in wish_grammar().splitlines())
PARTS = (
    "named", "loose", "valued", "measured", "worded", "looked", "spoken", "alone", "routine", "asking",
    "errand", "list", "move",
)  # fmt: skip
ACCEPTED = re.compile(regex_of(wish_grammar()))


def words(*rules: str) -> set[str]:
    return {word for rule in rules for word in re.findall(r'"([a-z]+)"', RULES[rule])}


def test_it_begins_with_a_root_and_every_rule_that_is_used_is_there() -> None:
    assert next(iter(RULES)) == "root"
    for rule in RULES.values():
        plain = re.sub(r'"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{[^}]*\}', " ", rule)
        assert set(re.findall(r"[a-z]+", plain)) <= set(RULES), rule


def test_every_verb_can_be_written() -> None:
    assert {*Verb, *ERRANDS, "routine"} <= words(*PARTS)


def test_every_question_state_and_grade_can_be_written() -> None:
    assert set(Question) | STATES <= words("asking")
    assert words("grade") == GRADES


def test_no_word_begins_a_part_that_is_not_of_the_language() -> None:
    starts = words("named", "loose", "valued", "measured", "worded", "looked", "spoken", "alone", "routine")
    assert starts <= {*Verb, *ERRANDS, "routine"}


def test_nothing_at_all_can_be_written_too() -> None:
    assert RULES["root"].startswith('"none" | ')


@pytest.mark.parametrize("line", LINES)
def test_every_line_of_the_language_can_be_written(line: str) -> None:
    assert ACCEPTED.fullmatch(line)


REFUSED = """
onn light
on
level lamp bright
in ten: on lamp
at 25:00: on lamp
someday 07:00: on lamp
on lamp;
move last
2026-02-30 09:00: on lamp
none; on lamp
list shopping
Wish: none
""".strip().splitlines()


@pytest.mark.parametrize("line", REFUSED)
def test_what_does_not_read_cannot_be_written(line: str) -> None:
    assert not ACCEPTED.fullmatch(line)


@given(wishes)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_every_wish_can_be_written(wish: Wish) -> None:
    assert ACCEPTED.fullmatch(write_wish(wish))


def test_every_wish_that_is_taught_can_be_written() -> None:
    random = Random(1)
    slots = Slots(random, held_out=False)
    for pattern in (*own_patterns(), *(said.pattern for said in people_said())):
        if example := filled(pattern, slots, random):
            for line in (example.target, *(wish for _, wish in example.turns)):
                assert ACCEPTED.fullmatch(line), line


@given(st.from_regex(ACCEPTED, fullmatch=True))
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_whatever_it_lets_through_is_read_or_refused(line: str) -> None:
    with suppress(NotAWish):
        read_wish(line)


def test_who_is_told_the_verbs_can_write_no_others() -> None:
    only = re.compile(regex_of(wish_grammar(frozenset({Verb.OFF, Verb.LEVEL}))))
    for line in ("off lamp", "level lamp 40", "in 10m: off lamp; level hall lamp up"):
        assert only.fullmatch(line), line
    for line in ("on lamp", "none", "off lamp; lock door", "ask read lamp", "timer 5m"):
        assert not only.fullmatch(line), line
