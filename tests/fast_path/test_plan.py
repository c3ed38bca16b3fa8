"""What is carried out without a model, and what is left to it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.assembly import home_words
from voice_gateway.devices import Matched, Resolver, load_home
from voice_gateway.fast_path import FastPath
from voice_gateway.models.text_calls import make_call
from voice_gateway.routing import MicroRouter

HOME = load_home(None)
ROUTER = MicroRouter(home_words(HOME))
RESOLVER = Resolver(HOME.registry)
FAST = FastPath(RESOLVER)


def planned(sentence: str, *earlier: tuple[str, dict[str, Any]]) -> list[tuple[str, dict[str, Any]]]:
    before = [make_call(name, arguments) for name, arguments in earlier]
    calls = FAST.plan(sentence, ROUTER.classify(sentence), before)
    return [(call["name"], call["args"]) for call in calls]


def control(device: str, action: str, value: float | None = None) -> tuple[str, dict[str, Any]]:
    arguments = {"device": device, "action": action} | ({} if value is None else {"value": value})
    return ("control_zwave_device", arguments)


def read(device: str) -> tuple[str, dict[str, Any]]:
    return ("get_device_sensor_data", {"device": device})


def clock(**arguments: Any) -> tuple[str, dict[str, Any]]:
    return ("get_current_datetime", arguments)


def volume(**arguments: Any) -> tuple[str, dict[str, Any]]:
    return ("control_speaker_volume", arguments)


@pytest.mark.parametrize(
    ("sentence", "call"),
    [
        ("turn on the kitchen light", control("kitchen light", "on")),
        ("Kitchen light on!", control("kitchen light", "on")),
        ("hey jarvis could you please switch the reading lamp off", control("reading lamp", "off")),
        ("dim the living room light to thirty percent", control("living room light", "set_level", 30)),
        ("set the bedroom light to 40 %", control("bedroom light", "set_level", 40)),
        ("set the bedroom to 21 degrees", control("bedroom", "set_temperature", 21)),
        ("set the bedroom to twenty one point five degrees", control("bedroom", "set_temperature", 21.5)),
        ("set the temperature in the bedroom to 19", control("bedroom", "set_temperature", 19)),
        ("close the living room blinds halfway", control("living room blinds", "set_level", 50)),
        ("open the blinds", control("blinds", "open")),
        ("lock the front door", control("front door", "lock")),
        ("unlock the front door please", control("front door", "unlock")),
        ("turn off all the lights downstairs", control("all the lights downstairs", "off")),
        ("turn everything off upstairs", control("everything upstairs", "off")),
        ("turn on the kitchn light", control("kitchn light", "on")),
        ("is the front door locked?", read("front door")),
        ("did I leave the coffee machine on", read("coffee machine")),
        ("how warm is it in the bedroom", read("bedroom temperature")),
        ("what's the humidity in the bathroom?", read("bathroom humidity")),
        ("what's the battery level of the front door", read("front door battery")),
        ("what time is it", clock()),
        ("what's the time in New York right now?", clock(timezone="new york")),
        ("what day is christmas", clock(date="christmas")),
        ("what day was 100000 fortnights ago", clock(date="100000 fortnights ago")),
        ("what time is it in Ohio", clock(timezone="ohio")),
        ("how many days until halloween", clock(date="halloween")),
        ("volume up", volume(action="up")),
        ("turn it down a bit", volume(action="down")),
        ("set the volume to thirty percent", volume(action="set", level=30)),
        ("mute", volume(action="mute")),
    ],
)
def test_what_can_only_be_meant_one_way_becomes_a_call(
    sentence: str, call: tuple[str, dict[str, Any]]
) -> None:
    assert planned(sentence) == [call]


@pytest.mark.parametrize(
    ("sentence", "calls"),
    [
        (
            "turn off the lights and lock the front door",
            [control("lights", "off"), control("front door", "lock")],
        ),
        (
            "open the blinds, turn on the coffee machine and set the bedroom to 20 degrees",
            [
                control("blinds", "open"),
                control("coffee machine", "on"),
                control("bedroom", "set_temperature", 20),
            ],
        ),
        (
            "turn the kitchen light on and then turn it off",
            [control("kitchen light", "on"), control("kitchen light", "off")],
        ),
    ],
)  # fmt: skip
def test_several_commands_in_one_sentence_keep_their_order(sentence: str, calls: list[Any]) -> None:
    assert planned(sentence) == calls


@pytest.mark.parametrize(
    ("sentence", "earlier", "call"),
    [
        ("and the bedroom light", control("kitchen light", "on"), control("the bedroom light", "on")),
        ("what about the bedroom", control("kitchen light", "on"), control("the bedroom", "on")),
        ("the hallway lamp too", control("kitchen light", "off"), control("the hallway lamp", "off")),
        ("turn it off again", control("kitchen light", "on"), control("kitchen light", "off")),
        ("dim it to 20 percent", control("bedroom light", "on"), control("bedroom light", "set_level", 20)),
        ("and the garage door?", read("front door"), read("the garage door")),
    ],
)
def test_follow_ups_are_about_what_was_said_before(sentence: str, earlier: Any, call: Any) -> None:
    assert planned(sentence, earlier) == [call]


@pytest.mark.parametrize(
    "sentence",
    [
        "turn on the garage light",
        "turn on the kitchen light in ten minutes",
        "don't turn on the kitchen light",
        "turn on the kitchen light when I get home",
        "should I turn on the kitchen light?",
        "why is the kitchen light on",
        "turn on the kitchen light or the bedroom light",
        "turn off the lights and make me a sandwich",
        "turn it off",
        "how do light bulbs work",
        "who invented the thermostat",
        "turn the page",
        "set an alarm for seven",
        "call me a taxi",
        "what time does the store close",
        "when is my next meeting",
        "set the volume to 4",
        "what time is it in Gondor",
        "",
    ],
)
def test_in_doubt_the_model_is_asked(sentence: str) -> None:
    assert planned(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    ["is the kitchen light on", "are the blinds open", "was the front door unlocked", "is the siren on"],
)
def test_a_question_never_becomes_an_action(sentence: str) -> None:
    assert [name for name, _ in planned(sentence)] == ["get_device_sensor_data"]


@given(st.text(max_size=60))
def test_no_sentence_crashes_it(sentence: str) -> None:
    planned(sentence)


words = [
    "turn",
    "on",
    "off",
    "the",
    "kitchen",
    "light",
    "garage",
    "disco",
    "ball",
    "is",
    "set",
    "to",
    "50",
    "percent",
    "and",
]


@given(st.lists(st.sampled_from(words), max_size=8))
def test_a_device_that_is_not_there_is_never_acted_on(pieces: list[str]) -> None:
    for _, arguments in planned(" ".join(pieces)):
        if {"disco", "ball"} & set(str(arguments.get("device", "")).split()):
            assert not isinstance(RESOLVER.resolve(arguments["device"]), Matched)
