"""The grammar that the model writes under: all of the language, and nothing beside it."""

import re

from voice_gateway.call_maker.grammar import wish_grammar
from voice_gateway.wishes import Question, Verb
from voice_gateway.wishes.errand_text import ERRANDS
from voice_gateway.wishes.verbs import GRADES, STATES

RULES = dict(line.split(" ::= ", 1) for line in wish_grammar().splitlines())
PARTS = ("named", "loose", "valued", "measured", "worded", "alone", "routine", "asking")


def words(*rules: str) -> set[str]:
    return {word for rule in rules for word in re.findall(r'"([a-z]+)"', RULES[rule])}


def test_it_begins_with_a_root_and_every_rule_that_is_used_is_there() -> None:
    assert next(iter(RULES)) == "root"
    for rule in RULES.values():
        plain = re.sub(r'"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|\{[^}]*\}', " ", rule)
        assert set(re.findall(r"[a-z]+", plain)) <= set(RULES), rule


def test_every_verb_can_be_written() -> None:
    # The model has not learnt to move plans.
    assert {*Verb, *ERRANDS, "routine"} - {"move"} <= words(*PARTS)


def test_every_question_state_and_grade_can_be_written() -> None:
    assert set(Question) | STATES <= words("asking")
    assert words("grade") == GRADES


def test_no_word_begins_a_part_that_is_not_of_the_language() -> None:
    starts = words("named", "loose", "valued", "measured", "worded", "alone", "routine")
    assert starts <= {*Verb, *ERRANDS, "routine"}


def test_nothing_at_all_can_be_written_too() -> None:
    assert RULES["root"].startswith('"none" | ')
