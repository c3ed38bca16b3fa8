"""What may be meant by a name that nothing has is asked about; what the sentence spares is never among it."""

import pytest

from tests.devices.homes import home_of
from voice_gateway.devices import Resolver
from voice_gateway.fast_path import is_worth_asking, meant_by, spared_are_spared
from voice_gateway.wishes import read_wish

HOME = Resolver(
    home_of("Server Rack, switch", "Back Door, lock", "Mower, lawn_mower", "Saloon, switch").registry
)


def meant(line: str, sentence: str) -> str:
    device = meant_by(read_wish(line).steps[0], sentence, HOME, "")
    return device.name if device else ""


def test_the_only_one_that_was_named_may_be_meant() -> None:
    assert meant("off rack box", "kill the server rack box") == "Server Rack"


def test_a_name_that_sounds_like_one_may_be_meant() -> None:
    assert meant("lock bak dore", "lock the bak dore") == "Back Door"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("off everything second floor", "kill everything on the second floor but spare the server rack"),
        ("lock whole place", "lock the whole place up except the back door"),
        ("off everything except server rack", "everything off, and mind the server rack"),
    ],
)
def test_what_is_spared_is_never_meant(line: str, sentence: str) -> None:
    assert meant(line, sentence) == ""


def test_a_thing_with_nothing_in_common_with_what_was_named_is_not_meant() -> None:
    assert meant("open barn", "open up the barn I'm bringing the mower in") == ""


def test_a_thing_of_another_kind_is_not_meant() -> None:
    assert meant("level saloon lights up", "lights up in the saloon") == ""


def test_what_is_spared_is_not_even_asked_about() -> None:
    sentence, wish = "all off except the server rack", read_wish("off server rack")
    assert not spared_are_spared(wish, sentence, HOME, "")
    assert not is_worth_asking(wish, sentence, agreed=True)


def test_to_leave_out_something_else_is_not_to_spare_what_was_spared() -> None:
    wish = read_wish("off everything except saloon")
    assert not spared_are_spared(wish, "everything in the saloon off, leave the server rack", HOME, "")
