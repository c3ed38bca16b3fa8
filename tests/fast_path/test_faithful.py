"""A wish is held against its sentence, whoever has read it."""

import pytest

from voice_gateway.devices import Resolver, load_home
from voice_gateway.fast_path import is_faithful, is_worth_asking, names_what_was_named
from voice_gateway.wishes import read_wish

RESOLVER = Resolver(load_home(None).registry)


def faithful(line: str, sentence: str, last: str = "") -> bool:
    return is_faithful(read_wish(line), sentence, RESOLVER, read_wish(last) if last else None)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("level bedroom light 50", "leave the bedroom light just a fifth on"),
        ("level bedroom light 15", "add fifteen percent to the bedroom light"),
        ("level bedroom light 20", "bedroom light down twenty percent"),
        ("temp bedroom 2", "make the bedroom 2 degrees warmer"),
        ("temp thermostat 19.5f", "make the thermostat 19 and a half"),
        ("temp thermostat 295", "set the thermostat to 295 kelvin"),
    ],
)
def test_an_amount_that_was_not_said_so_is_refused(line: str, sentence: str) -> None:
    assert not faithful(line, sentence)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("level bedroom light +15", "add fifteen percent to the bedroom light"),
        ("level bedroom light 20", "bedroom light down to twenty percent"),
        ("level bedroom light 50", "bedroom light to half"),
        ("warmer bedroom 2", "make the bedroom 2 degrees warmer"),
        ("level bedroom light 100", "bedroom light all the way up"),
    ],
)
def test_an_amount_that_was_said_is_kept(line: str, sentence: str) -> None:
    assert faithful(line, sentence)


def test_a_correction_takes_its_amount_from_the_wish_before() -> None:
    assert faithful("level living room light 20", "no, the living room light", "level bedroom light 20")
    assert not faithful("level living room light 20", "no, the living room light", "on bedroom light")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("off lights", "all the lights off but keep the reading lamp going"),
        ("off kitchen light; off reading lamp", "turn off the kitchen light but leave the reading lamp"),
        ("off lights", "lights off, not the hallway lamp"),
        ("off switch both", "switch off both"),
        ("temp bedroom thermostat -5", "set the bedroom thermostat to minus 5"),
        ("off kitchen light , please to switch", "kitchen light, please to switch out"),
        ("off hallway lamp", "a' the lights off, but no the hallway lamp"),
        ("off lights", "switch off every light that isn't in the hallway"),
    ],
)
def test_what_is_spared_may_not_be_acted_on(line: str, sentence: str) -> None:
    assert not faithful(line, sentence)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("off lights except reading lamp", "all the lights off but keep the reading lamp going"),
        ("off kitchen light; on reading lamp", "turn off the kitchen light and leave the reading lamp on"),
        ("off reading lamp", "don't leave the reading lamp on, turn it off"),
    ],
)
def test_what_is_spared_may_be_left_or_kept_as_it_was_said(line: str, sentence: str) -> None:
    assert faithful(line, sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "next time it rains, lock the front door",
        "lock the front door if it rains",
        "lock the door at midnight",
    ],
)
def test_a_wish_for_now_is_refused_where_another_time_was_spoken_of(sentence: str) -> None:
    assert not faithful("lock front door", sentence)


def test_manners_are_no_condition_and_questions_need_no_proof() -> None:
    assert faithful("lock front door", "lock the front door if you would")
    assert faithful("ask read front door", "is the front door locked when we are away")


@pytest.mark.parametrize("sentence", ["stand to, all lights on", "switch the lights on", "kitchen light on"])
def test_the_opposite_of_what_was_said_is_refused(sentence: str) -> None:
    assert not faithful("off lights", sentence)
    assert faithful("off lights", "the lights are on, kill them")


def test_a_condition_must_have_been_spoken_of() -> None:
    assert not faithful("if raining: on hallway lamp", "turn on the hallway lamp when it gets late")
    assert faithful("if raining: on hallway lamp", "if it rains turn on the hallway lamp")


def test_a_little_is_not_all_the_way() -> None:
    assert not faithful("open living room blinds", "open the blinds a crack")
    assert faithful("level living room blinds up", "open the blinds a bit")


@pytest.mark.parametrize(
    ("line", "sentence", "last"),
    [
        ("off kitchen light", "I hope the kitchen light doesn't go off in the middle of it", ""),
        ("level kitchen light x0.3", "kitchen light down to a third of what it is", ""),
        ("level bedroom fan 50", "slow the fan to half the speed it's doing now", ""),
        ("undo; off kitchen light", "put it back how it was and turn the other one off", "off kitchen light"),
    ],
)
def test_what_was_denied_or_taken_back_is_not_done(line: str, sentence: str, last: str) -> None:
    assert not faithful(line, sentence, last)


@pytest.mark.parametrize(
    ("line", "sentence", "last"),
    [
        ("on kitchen light", "actually keep the reading lamp running", "off kitchen light and reading lamp"),
        ("temp bathroom 22", "eighteen is freezing, go 22", "temp bedroom thermostat 18"),
    ],
)
def test_a_model_may_not_turn_to_what_nobody_named(line: str, sentence: str, last: str) -> None:
    assert not names_what_was_named(read_wish(line), sentence, RESOLVER, read_wish(last))


def test_a_model_may_name_what_was_named() -> None:
    assert names_what_was_named(
        read_wish("off lights except kitchen light"), "all but the kitchen light", RESOLVER
    )
    assert names_what_was_named(read_wish("on kitchen light"), "it is dark in the kitchen", RESOLVER)


@pytest.mark.parametrize(
    ("line", "sentence", "last"),
    [
        ("off lights", "turn off the lights there as well", "off coffee machine"),
        ("speed lights 20", "set every light that's on to 20 percent", ""),
        ("off lights", "kitchen lights off, all of it", ""),
        ("off bedroom light; off fan", "bedroom light off, actually no, leave that and turn off the fan", ""),
    ],
)
def test_a_model_may_not_widen_what_was_narrowed(line: str, sentence: str, last: str) -> None:
    wish, before = read_wish(line), read_wish(last) if last else None
    assert not names_what_was_named(wish, sentence, RESOLVER, before)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("lock front door", "pls lock the front door before Liam gets up here"),
        ("at 20:30: on kitchen light", "at twenty hours thirty the kitchen light please"),
    ],
)
def test_what_is_nearly_as_it_was_said_is_worth_asking(line: str, sentence: str) -> None:
    assert is_worth_asking(read_wish(line), sentence)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("off lights", "lights off before he comes but skip the bedroom light"),
        ("unlock front door", "lock the front door before he gets here"),
        ("on kitchen light", "don't turn on the kitchen light before nine"),
        ("on heater", "lock the front door before he gets here"),
        ("level bedroom light 50", "bedroom light down to twenty percent before he comes"),
    ],
)
def test_what_does_something_else_is_not_even_asked_about(line: str, sentence: str) -> None:
    assert not is_worth_asking(read_wish(line), sentence)


def test_who_changes_his_mind_is_asked_about_what_he_said_last() -> None:
    sentence = "kitchen light on… sorry, bedroom light on, not kitchen"
    assert not is_worth_asking(read_wish("on kitchen light"), sentence, agreed=True)
    assert is_worth_asking(read_wish("on bedroom light"), sentence, agreed=True)
