"""Sums and conversions that go on with the last one; coins and dice."""

from dataclasses import replace
from random import Random
from time import process_time

import pytest

from tests.skills.asking import ask, at_home, told


@pytest.mark.parametrize(
    ("before", "sentence", "answer"),
    [
        ("what's seventeen percent of 240", "and half of that", "Half of 40.8 is 20.4."),
        ("what's 5 plus 8", "and plus eight", "13 plus 8 is 21."),
        ("what's 5 plus 8", "times two", "13 times 2 is 26."),
        ("what's 500 times 8", "and half of that", "Half of 4,000 is 2,000."),
        ("how many ounces in a pound", "and in two kilos", "2 kilograms is about 70.5 ounces."),
        ("5 miles in kilometres", "and in metres", "5 miles is about 8,047 metres."),
        ("how many pints in a gallon", "what about in a litre", "1 litre is"),
    ],
)
def test_a_sum_goes_on_with_the_last_one(before: str, sentence: str, answer: str) -> None:
    context = replace(at_home(), last_question=before, last_answer=told(before))
    found = ask(sentence, context)
    assert found is not None
    assert found.text.startswith(answer), found.text


@pytest.mark.parametrize("sentence", ["plus eight", "half of that", "and in two kilos", "and in the kitchen"])
def test_nothing_goes_on_with_what_was_no_sum(sentence: str) -> None:
    done = replace(at_home(), last_question="", last_answer="The volume is now 30 percent.")
    assert ask(sentence, done) is None
    talked = replace(at_home(), last_question="hello", last_answer="Hello there. How can I help?")
    assert ask(sentence, talked) is None


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("180 in fahrenheit", "180 degrees Celsius is 356 degrees Fahrenheit."),
        ("what is 100 in celsius", "100 degrees Fahrenheit is about 37.8 degrees Celsius."),
        ("how many is a dozen", "A dozen is 12."),
        ("how many are in half a dozen", "Half a dozen is 6."),
    ],
)
def test_what_can_be_known_without_more_words(sentence: str, answer: str) -> None:
    assert told(sentence) == answer


@pytest.mark.parametrize("sentence", ["flip a coin", "toss a coin for me please", "heads or tails"])
def test_a_coin_falls_on_either_side(sentence: str) -> None:
    fallen = {getattr(ask(sentence, replace(at_home(), dice=Random(seed))), "text", "") for seed in range(20)}
    assert fallen == {"Heads.", "Tails."}


@pytest.mark.parametrize("sentence", ["roll a dice", "roll a die", "can you throw the dice"])
def test_a_die_falls_on_each_of_its_sides(sentence: str) -> None:
    fallen = {getattr(ask(sentence, replace(at_home(), dice=Random(seed))), "text", "") for seed in range(99)}
    assert fallen == {f"It's a {number}." for number in range(1, 7)}


@pytest.mark.parametrize(("room", "answer"), [("Kitchen", "You are in the kitchen."), ("", "I don't know")])
def test_who_asks_where_she_is_is_told_the_room(room: str, answer: str) -> None:
    found = ask("what room am I in", replace(at_home(), room=room))
    assert found is not None
    assert found.text.startswith(answer)


@pytest.mark.parametrize("ending", ["", "."])
def test_an_answer_without_end_is_nothing_to_go_on_with(ending: str) -> None:
    for last in ("1" * 100_000, "1," * 50_000):
        begun = process_time()
        done = replace(at_home(), last_question="what's 5 plus 8", last_answer=last + ending)
        assert ask("times two", done) is None
        assert process_time() - begun < 20
