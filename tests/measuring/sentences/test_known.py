"""A wish is written as the home knows it: each thing by its name, and scenes as scenes."""

import pytest

from voice_gateway.devices import Device, Kind, Resolver, SimulatedHome
from voice_gateway.devices.home_file import HomePlan
from voice_gateway.measuring.sentences.known import as_known
from voice_gateway.measuring.sentences.mapping import form_of
from voice_gateway.wishes import read_wish

HOME = Resolver(
    SimulatedHome(
        HomePlan(
            "made up",
            (
                Device("1", "printer", Kind.SWITCH),
                Device("2", "lava lamp", Kind.SWITCH),
                Device("3", "kitchen light", Kind.DIMMER, "kitchen"),
                Device("4", "hall light", Kind.DIMMER, "hall"),
                Device("5", "cosy night", Kind.SCENE),
            ),
        ),
        delay=0,
    ).registry
)


def test_names_are_spelled_as_the_home_does() -> None:
    (step,) = form_of(as_known(read_wish("on lavalamp"), HOME)).does
    assert step.target == "lava lamp"


@pytest.mark.parametrize(
    ("wish", "steps"),
    [
        ("off printer and lava lamp", [("off", "printer"), ("off", "lava lamp")]),
        ("off kitchen and hall lights", [("off", "kitchen lights"), ("off", "hall lights")]),
        ("on cosy night", [("activate", "cosy night")]),
        ("off cosy night", [("off", "cosy night")]),
        ("on printer; also in 5m: on cosy night", [("on", "printer"), ("activate", "cosy night")]),
    ],
)
def test_what_is_known_at_home(wish: str, steps: list[tuple[str, str]]) -> None:
    form = form_of(as_known(read_wish(wish), HOME))
    assert [(step.do, step.target) for step in form.does] == steps


@pytest.mark.parametrize(
    ("wish", "do"),
    [
        ("set printer 30", "level"), ("set printer 350", "temperature"), ("set kitchen 21", "temperature"),
        ("set kitchen 60", "level"), ("set printer 70f", "temperature"),
    ],
)  # fmt: skip
def test_a_bare_number_is_degrees_in_a_room_and_beyond_percent(wish: str, do: str) -> None:
    (step,) = form_of(as_known(read_wish(wish), HOME)).does
    assert step.do == do
