"""Whether two readers of a sentence read the same in it."""

import pytest

from voice_gateway.wishes import Verb, read_wish
from voice_gateway.wishes.agreement import has_verbs, leaves_out, says_more, verbs_called, with_amounts_read


@pytest.mark.parametrize(
    ("wish", "verbs"),
    [
        ("off lamp", {"off"}),
        ("off fan; close blinds", {"close", "off"}),
        ("off fan; off lamp", {"off"}),
        ("level lamp up", {"level_by"}),
        ("warmer den", {"temperature_by"}),
        ("set hot tub 38", {"temperature"}),
        ("set lamp 40", {"level"}),
        ("clean robot", {"start"}),
        ("timer 5m", {"timer"}),
        ("list shopping add milk", {"list_add"}),
        ("ask any window open", {"any"}),
        ("in 10m: off heater", {"off"}),
        ("on fan; ask read front door locked", {"on"}),
        ("on fan; ask read front door locked", {"read"}),
    ],
)
def test_who_reads_the_same_agrees(wish: str, verbs: set[str]) -> None:
    assert has_verbs(read_wish(wish), verbs)


@pytest.mark.parametrize(
    ("wish", "verbs"),
    [
        ("off lamp", {"on"}),
        ("off lamp", {"off", "lock"}),
        ("off lamp; lock door", {"off"}),
        ("level lamp 40", {"level_by"}),
        ("on fan; ask read front door locked", {"off"}),
        ("ask read windows", {"which"}),
        ("timer 5m", {"alarm"}),
        ("unlock door", set()),
    ],
)
def test_who_reads_something_else_does_not(wish: str, verbs: set[str]) -> None:
    assert not has_verbs(read_wish(wish), verbs)


def test_a_verb_is_known_by_all_that_it_may_be_called() -> None:
    assert verbs_called({"lock"}) == {Verb.LOCK}
    assert {Verb.LEVEL, Verb.SET} <= verbs_called({"level_by"})
    assert verbs_called(()) == frozenset()


@pytest.mark.parametrize(
    ("written", "wish", "more"),
    [
        ("ask read fog signal mode", "ask read fog signal", True),
        ("ask read shore power", "ask read shore", True),
        ("ask read shore", "ask read shore power", False),
        ("ask read lamp on", "ask any lamp", False),
        ("on lamp", "ask read lamp", False),
        ("ask read lamp mode", "ask read fan", False),
    ],
)
def test_a_question_says_more_where_it_has_all_words_of_another(written: str, wish: str, more: bool) -> None:
    assert says_more(read_wish(written), read_wish(wish)) is more


@pytest.mark.parametrize(
    ("verbs", "verb"),
    [
        ({"off", "level"}, Verb.LEVEL),
        ({"temperature"}, Verb.TEMPERATURE),
        ({"level", "temperature"}, Verb.SET),
        ({"off"}, Verb.SET),
    ],
)
def test_a_bare_number_of_a_place_is_what_the_other_reader_took_it_for(verbs: set[str], verb: Verb) -> None:
    wish = with_amounts_read(read_wish("set powder room 10"), verbs, {"powder room"}.__contains__)
    assert [step.verb for step in wish.steps] == [verb]


def test_what_a_number_is_of_a_thing_goes_by_the_thing() -> None:
    wish = read_wish("set heating 10")
    assert with_amounts_read(wish, {"level"}, {"powder room"}.__contains__) == wish


@pytest.mark.parametrize(
    ("less", "whole", "is_less"),
    [
        ("off lamp", "off lamp; on fan", True),
        ("off lamp", "off lamp", False),
        ("list chores remove trash", "list chores remove take out the trash", True),
        ("list chores remove take out the trash", "list chores remove trash", False),
        ("list chores remove bins", "list chores remove take out the trash", False),
        ("list shopping remove trash", "list chores remove take out the trash", False),
        ("list shopping add milk", "list shopping add oat milk, eggs", False),
    ],
)
def test_a_part_of_a_wish_or_of_a_name_leaves_something_out(less: str, whole: str, is_less: bool) -> None:
    assert leaves_out(read_wish(less), read_wish(whole)) is is_less
