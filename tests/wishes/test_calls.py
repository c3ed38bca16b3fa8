"""Wishes as calls of tools, without looking at any home, and back."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.times import After, At, Clock, Span, When
from voice_gateway.tools import make_call
from voice_gateway.wishes import Asking, Question, Step, Target, Value, Verb, Wish, read_wish, write_wish
from voice_gateway.wishes.calls import (
    CLOCK,
    CONTROL,
    DETAILS,
    READ,
    SEARCH,
    SPEAKER,
    TOOLS,
    calls_of,
)
from voice_gateway.wishes.from_calls import wish_of


def called(line: str) -> list[tuple[str, dict[str, Any]]]:
    return [(call["name"], call["args"]) for call in calls_of(read_wish(line))]


@pytest.mark.parametrize(
    ("line", "tool", "arguments"),
    [
        ("on kitchen light", CONTROL, {"device": "kitchen light", "action": "on"}),
        ("start fan", CONTROL, {"device": "fan", "action": "on"}),
        ("level lamp 40", CONTROL, {"device": "lamp", "action": "set_level", "value": 40}),
        ("level lamp up", CONTROL, {"device": "lamp", "action": "brighten"}),
        ("level lamp low", CONTROL, {"device": "lamp", "action": "set_level", "value": 33}),
        ("level lamp medium", CONTROL, {"device": "lamp", "action": "set_level", "value": 66}),
        ("speed fan max", CONTROL, {"device": "fan", "action": "set_level", "value": 100}),
        ("level lamp min", CONTROL, {"device": "lamp", "action": "set_level", "value": 1}),
        ("set bedroom 21", CONTROL, {"device": "bedroom", "action": "set_temperature", "value": 21}),
        ("set lamp 50", CONTROL, {"device": "lamp", "action": "set_level", "value": 50}),
        ("temp bedroom 70f", CONTROL, {"device": "bedroom", "action": "set_temperature", "value": 21.1}),
        ("temp bedroom +2", CONTROL, {"device": "bedroom", "action": "warmer", "value": 2}),
        ("temp bedroom down", CONTROL, {"device": "bedroom", "action": "cooler"}),
        ("mode bedroom eco", CONTROL, {"device": "bedroom", "action": "eco"}),
        ("off lights except hall lamp", CONTROL, {"device": "lights except hall lamp", "action": "off"}),
        ("mode bedroom turbo", CONTROL, {"device": "bedroom", "action": "set_mode", "value": "turbo"}),
        ("color lamp blue", CONTROL, {"device": "lamp", "action": "set_color", "value": "blue"}),
        ("color lamp warm-white", CONTROL, {"device": "lamp", "action": "set_color", "value": "warm white"}),
        ("white lamp warm", CONTROL, {"device": "lamp", "action": "set_color", "value": "warm white"}),
        ("white lamp cooler", CONTROL, {"device": "lamp", "action": "cooler"}),
        ("color lamp 2700", CONTROL, {"device": "lamp", "action": "set_color", "value": 2700}),
        ("volume tv 30", CONTROL, {"device": "tv", "action": "set_volume", "value": 30}),
        ("volume tv +10", CONTROL, {"device": "tv", "action": "volume_up", "value": 10}),
        ("volume tv down", CONTROL, {"device": "tv", "action": "volume_down"}),
        ("mute tv", CONTROL, {"device": "tv", "action": "mute"}),
        ("source tv hdmi-1", CONTROL, {"device": "tv", "action": "set_source", "value": "hdmi 1"}),
        ("resume speaker", CONTROL, {"device": "speaker", "action": "play"}),
        ("pause speaker", CONTROL, {"device": "speaker", "action": "pause"}),
        ("next speaker", CONTROL, {"device": "speaker", "action": "next"}),
        ("clean robot", CONTROL, {"device": "robot", "action": "clean"}),
        ("dock robot", CONTROL, {"device": "robot", "action": "dock"}),
        ("activate movie night", CONTROL, {"device": "movie night", "action": "activate"}),
        ("press doorbell", CONTROL, {"device": "doorbell", "action": "press"}),
        ("preset bedroom away", CONTROL, {"device": "bedroom", "action": "set_preset", "value": "away"}),
        ("fanmode ac low", CONTROL, {"device": "ac", "action": "set_fan_mode", "value": "low"}),
        ("humidity bedroom 50", CONTROL, {"device": "bedroom", "action": "set_humidity", "value": 50}),
        ("tilt blinds 30", CONTROL, {"device": "blinds", "action": "tilt", "value": 30}),
        ("arm alarm night", CONTROL, {"device": "alarm", "action": "arm", "value": "night"}),
        ("disarm alarm", CONTROL, {"device": "alarm", "action": "disarm"}),
        ("ask front door", READ, {"device": "front door"}),
        ("ask read dishwasher time-left", READ, {"device": "dishwasher"}),
        ("ask which washers plugged-in", READ, {"device": "washers plugged in"}),
        ("ask count lights on", READ, {"device": "lights on"}),
        ("ask any doors open", READ, {"device": "any doors open"}),
        ("ask warmest room", READ, {"device": "warmest room"}),
        ("ask which devices dead", DETAILS, {"filter": "dead"}),
        ("ask list kitchen", "list_devices", {"room": "kitchen"}),
        ("ask find toaster", "verify_device", {"device": "toaster"}),
        ("ask volume", SPEAKER, {"action": "get"}),
        ("volume 30", SPEAKER, {"action": "set", "level": 30}),
        ("volume -10", SPEAKER, {"action": "down", "level": 10}),
        ("mute", SPEAKER, {"action": "mute"}),
        ("time tokyo", CLOCK, {"timezone": "tokyo"}),
        ("date christmas", CLOCK, {"date": "christmas"}),
        ("web height of ben nevis", SEARCH, {"query": "height of ben nevis"}),
    ],
)
def test_a_wish_is_said_by_a_call(line: str, tool: str, arguments: dict[str, Any]) -> None:
    assert called(line) == [(tool, arguments)]


@pytest.mark.parametrize(
    "line",
    [
        "none", "in 10m: on lamp", "if back door unlocked: on lamp", "on lamp for 5m", "color lamp x2",
        "level lamp x0.5", "level lamp +20", "temp bedroom +20", "volume tv x2", "volume x2", "undo",
        "on lamp; play norah jones", "ask why lamp", "mode bedroom +2",
    ],
)  # fmt: skip
def test_what_no_call_can_say_is_not_half_said(line: str) -> None:
    assert called(line) == []


@pytest.mark.parametrize(
    ("tool", "arguments", "line"),
    [
        (CONTROL, {"device": "Kitchen Light", "action": "on"}, "on kitchen light"),
        (CONTROL, {"device": "lamp", "action": "dim"}, "level lamp down"),
        (CONTROL, {"device": "lamp", "action": "dim", "value": 40}, "level lamp 40"),
        (CONTROL, {"device": "lamp", "action": "explode"}, "none"),
        (CONTROL, {"action": "on"}, "none"),
        (READ, {"device": "front door"}, "ask read front door"),
        (READ, {"device": "any lights on"}, "ask any lights on"),
        (READ, {}, "none"),
        (SPEAKER, {"action": "up"}, "volume up"),
        ("make_coffee", {"strength": "high"}, "none"),
    ],
)
def test_a_call_is_understood_as_a_wish(tool: str, arguments: dict[str, Any], line: str) -> None:
    assert write_wish(wish_of([make_call(tool, arguments)])) == line


NAMES = st.sampled_from(["kitchen light", "lamp", "lamp 2", "lights downstairs", "bedroom", "attic fan"])
TARGETS = st.builds(Target, NAMES) | st.builds(Target, NAMES, st.tuples(NAMES))
SWITCHED = st.sampled_from(
    [
        Verb.ON, Verb.OFF, Verb.TOGGLE, Verb.OPEN, Verb.CLOSE, Verb.LOCK, Verb.UNLOCK, Verb.RESUME,
        Verb.PAUSE, Verb.NEXT, Verb.PREVIOUS, Verb.MUTE, Verb.UNMUTE, Verb.CLEAN, Verb.DOCK, Verb.LOCATE,
        Verb.ACTIVATE, Verb.PRESS, Verb.DISARM,
    ]
)  # fmt: skip


def steps(verb: Verb, values: st.SearchStrategy[Value | None]) -> st.SearchStrategy[Step]:
    return st.builds(Step, st.just(verb), TARGETS, values)


def words(*choices: str) -> st.SearchStrategy[Value | None]:
    return st.sampled_from([Value(word=word) for word in choices])


def numbers(low: int, high: int, part: int = 1) -> st.SearchStrategy[Value | None]:
    return st.integers(low, high).map(lambda number: Value(number / part))


STEPS = (
    st.builds(Step, SWITCHED, TARGETS)
    | steps(Verb.LEVEL, numbers(0, 100) | words("up", "down"))
    | steps(Verb.TEMPERATURE, numbers(10, 60, part=2))
    | steps(Verb.WARMER, st.none() | numbers(1, 9))
    | steps(Verb.MODE, words("heat", "eco", "fan-only"))
    | steps(Verb.COLOR, words("blue", "warm-white", "240/100") | numbers(1500, 6500))
    | steps(Verb.VOLUME, numbers(0, 100) | words("up", "down") | st.just(Value(-10.0, by=True)))
    | steps(Verb.SOURCE, words("hdmi-1", "radio-4"))
    | steps(Verb.PRESET, words("away"))
    | steps(Verb.FAN_MODE, words("low"))
    | steps(Verb.SWING, words("vertical"))
    | steps(Verb.HUMIDITY, numbers(0, 100))
    | steps(Verb.TILT, numbers(0, 100))
    | steps(Verb.ARM, words("home", "away"))
    | st.builds(Step, st.just(Verb.VOLUME), value=numbers(0, 100) | words("up", "down"))
    | st.builds(Step, st.sampled_from([Verb.TIME, Verb.SEARCH]), words=NAMES)
)


def askings(*questions: Question, state: str = "") -> st.SearchStrategy[Asking]:
    return st.builds(Asking, st.sampled_from(questions), st.builds(Target, NAMES), st.just(state))


ASKINGS = (
    askings(Question.READ, Question.LIST, Question.FIND)
    | askings(Question.READ, Question.ANY, Question.ALL, state="on")
    | askings(Question.MOST, state="warmest")
)
WISHES = st.builds(Wish, st.lists(STEPS | ASKINGS, min_size=1, max_size=4).map(tuple))


@given(WISHES)
def test_what_calls_can_say_comes_back_from_them(wish: Wish) -> None:
    calls = calls_of(wish)
    assert len(calls) == len(wish.parts)
    assert wish_of(calls) == wish


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=8) | st.integers() | st.none(), max_size=3))
def test_no_call_of_a_model_crashes_it(arguments: dict[str, Any]) -> None:
    for tool in (*sorted(TOOLS), "other"):
        read_wish(write_wish(wish_of([make_call(tool, arguments)])))


@given(st.lists(STEPS | ASKINGS, max_size=3).map(tuple), st.sampled_from([After(Span(600)), At(Clock(1110))]))
def test_what_is_for_later_is_never_called_now(parts: tuple[Step | Asking, ...], when: When) -> None:
    assert calls_of(Wish(parts, when)) == []
