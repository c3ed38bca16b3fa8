"""What an evaluation teaches: only what was done as it should be, with slots for plain names."""

from typing import Any

import pytest
from training.call_maker.evaluated import pairs
from training.call_maker.patterns import Pattern
from training.call_maker.people import with_slots


def row(say: str, wish: str = "", **more: Any) -> dict[str, Any]:
    told = [[say, "rules", wish, 1.0]] if wish else []
    plain = {"say": say, "done": True, "wrong_changes": [], "earlier": [], "kind": "delay", "outcome": "done"}
    return {**plain, "wishes": told, **more}


def test_a_sentence_is_taken_with_slots_for_its_names() -> None:
    found = list(pairs([row("Turn off the hall light in ten minutes", "in 10m: off hall light")]))
    assert found == [{"say": "Turn off the {light} in ten minutes", "wish": "in 10m: off {light}"}]


def test_the_turn_before_is_kept_where_the_sentence_points_back() -> None:
    first = ["turn off the hall light in ten minutes", "rules", "in 10m: off hall light", 1.0]
    again = ["and the fan", "rules", "in 10m: off fan", 1.0]
    (pair,) = pairs([row("and the fan", wishes=[first, again], earlier=[first[0]])])
    assert pair["before"] == {"say": first[0], "wish": first[2]}


@pytest.mark.parametrize("more", [{"done": False}, {"wrong_changes": ["lamp"]}, {"outcome": "declined"}])
def test_what_went_wrong_teaches_nothing(more: dict[str, Any]) -> None:
    assert not list(pairs([row("hall light off", "off hall light", **more)]))


def test_what_only_the_home_could_tell_teaches_nothing() -> None:
    assert not list(pairs([row("what have we got on tomorrow?", "ask read family calendar tomorrow")]))


def test_what_asks_for_nothing_and_was_left_alone_is_none() -> None:
    (pair,) = pairs([row("my timer rang ten minutes ago", kind="no request", outcome="declined")])
    assert pair["wish"] == "none"


def test_names_in_conditions_and_in_what_is_wished_besides_become_slots_too() -> None:
    pattern = Pattern(
        "when the kitchen opens the desk fan and in ten minutes the kitchen lamp off",
        "when kitchen opens: on desk fan; also in 10m: off kitchen lamp",
    )
    assert with_slots(pattern).wish == "when {room} opens: on {fan}; also in 10m: off {light}"
