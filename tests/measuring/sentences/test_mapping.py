"""A wish and the form of a file of sentences say the same."""

from typing import Any

import pytest

from voice_gateway.measuring.sentences.form import Form, Line
from voice_gateway.measuring.sentences.likeness import same
from voice_gateway.measuring.sentences.mapping import form_of, together
from voice_gateway.wishes import read_wish

TABLE: list[tuple[str, dict[str, Any]]] = [
    ("on kitchen light", {"does": [{"do": "on", "target": "kitchen light"}]}),
    (
        "off kitchen and hall lights",
        {"does": [{"do": "off", "target": "kitchen lights"}, {"do": "off", "target": "hall lights"}]},
    ),
    (
        "off lights except bedroom light",
        {"does": [{"do": "off", "target": "lights", "except": "bedroom light"}]},
    ),
    (
        "level lounge lamp 40",
        {"does": [{"do": "level", "target": "lounge lamp", "value": 40.0, "unit": "%"}]},
    ),
    (
        "level lounge lamp -20",
        {"does": [{"do": "level_by", "target": "lounge lamp", "value": -20.0, "unit": "%"}]},
    ),
    ("level lounge lamp down", {"does": [{"do": "level_by", "target": "lounge lamp", "value": "down"}]}),
    ("level lobby x0.5", {"does": [{"do": "level_by", "target": "lobby", "value": "half"}]}),
    ("set heating 21", {"does": [{"do": "temperature", "target": "heating", "value": 21.0}]}),
    ("set telly 15", {"does": [{"do": "volume", "target": "telly", "value": 15.0}]}),
    ("speed fairy lights low", {"does": [{"do": "level", "target": "fairy lights", "value": "low"}]}),
    ("close bedroom lamp", {"does": [{"do": "off", "target": "bedroom lamp"}]}),
    ("close blinds", {"does": [{"do": "close", "target": "blinds"}]}),
    ('off "lamps in the hall , all"', {"does": [{"do": "off", "target": "lamps in the hall"}]}),
    ("level desk fan 3", {"does": [{"do": "speed", "target": "desk fan", "value": 3.0}]}),
    (
        "temp bedroom 70f",
        {"does": [{"do": "temperature", "target": "bedroom", "value": 70.0, "unit": "F"}]},
    ),
    ("warmer nursery 2", {"does": [{"do": "temperature_by", "target": "nursery", "value": 2.0}]}),
    ("cooler nursery", {"does": [{"do": "temperature_by", "target": "nursery", "value": "down"}]}),
    ("volume radio +10", {"does": [{"do": "volume_by", "target": "radio", "value": 10.0}]}),
    ("white lamp warm-white", {"does": [{"do": "white", "target": "lamp", "value": "warm white"}]}),
    ("on hoover", {"does": [{"do": "start", "target": "hoover"}]}),
    ("at dusk: on porch light", {"does": [{"do": "on", "target": "porch light"}], "when": "sunset"}),
    (
        "color lamp cool-white-at-60%",
        {
            "does": [
                {"do": "white", "target": "lamp", "value": "cool white"},
                {"do": "level", "target": "lamp", "value": 60.0, "unit": "%"},
            ]
        },
    ),
    ("off siren; off siren", {"does": [{"do": "off", "target": "siren"}]}),
    ("clean robot", {"does": [{"do": "start", "target": "robot"}]}),
    ("on kettle for 5m", {"does": [{"do": "on", "target": "kettle"}], "for": "5m"}),
    ("on heater until 22:00", {"does": [{"do": "on", "target": "heater"}], "for": "until 22:00"}),
    ("in 10m: off hall light", {"does": [{"do": "off", "target": "hall light"}], "when": "in 10m"}),
    ("at sunset: close blinds", {"does": [{"do": "close", "target": "blinds"}], "when": "sunset"}),
    (
        "whenever front door opens: on hall light",
        {"does": [{"do": "on", "target": "hall light"}], "when": "when front door opens"},
    ),
    (
        "if back door unlocked: lock back door",
        {"does": [{"do": "lock", "target": "back door"}], "if": "back door unlocked"},
    ),
    (
        "unless raining: on sprinkler",
        {"does": [{"do": "on", "target": "sprinkler"}], "if": "unless raining"},
    ),
    (
        "at 06:00: open window; also at 08:00: close window",
        {
            "does": [
                {"do": "open", "target": "window", "when": "at 06:00"},
                {"do": "close", "target": "window", "when": "at 08:00"},
            ]
        },
    ),
    ("ask which doors unlocked", {"does": [{"do": "which", "target": "doors", "value": "unlocked"}]}),
    ("ask warmest room", {"does": [{"do": "which", "target": "room", "value": "warmest"}]}),
    ("why hall light", {"does": [{"do": "why", "target": "hall light"}]}),
    (
        "timer 9m pasta",
        {"does": [{"do": "timer", "value": 9.0, "unit": "minutes", "name": "pasta"}]},
    ),
    (
        "timer pasta -1m",
        {"does": [{"do": "timer_add", "value": -1.0, "unit": "minutes", "name": "pasta"}]},
    ),
    ("timer pasta left", {"does": [{"do": "timer_left", "name": "pasta"}]}),
    ("cancel timer pasta", {"does": [{"do": "timer_cancel", "name": "pasta"}]}),
    (
        "remind 20:00 take the bins out",
        {"does": [{"do": "remind", "name": "take the bins out"}], "when": "at 20:00"},
    ),
    ("alarm weekdays 06:45", {"does": [{"do": "alarm"}], "when": "weekdays 06:45"}),
    (
        "list shopping add milk, eggs",
        {"does": [{"do": "list_add", "target": "shopping list", "items": ["milk", "eggs"]}]},
    ),
    ("list shopping clear", {"does": [{"do": "list_clear", "target": "shopping list"}]}),
    (
        "routine good night: off lights; lock doors",
        {"does": [{"do": "routine", "items": ["off lights", "lock doors"], "name": "good night"}]},
    ),
    ("cancel last", {"does": [{"do": "cancel"}]}),
    ("cancel alarm", {"does": [{"do": "cancel", "target": "alarm"}]}),
    ("announce dinner @ kitchen", {"does": [{"do": "announce", "target": "kitchen", "name": "dinner"}]}),
    ("undo", {"does": [{"do": "undo"}]}),
    ("undo; on fan", {"does": [{"do": "on", "target": "fan"}]}),
    ("none", {"does": []}),
]


@pytest.mark.parametrize(("wish", "row"), TABLE, ids=[wish for wish, _ in TABLE])
def test_a_wish_is_written_in_the_form_of_the_file(wish: str, row: dict[str, Any]) -> None:
    assert form_of(read_wish(wish)).as_row() == {"act": "", **row}


@pytest.mark.parametrize(("wish", "row"), TABLE, ids=[wish for wish, _ in TABLE])
def test_what_the_file_says_is_that_wish_and_no_other(wish: str, row: dict[str, Any]) -> None:
    line = Line("", Form.of(row))
    fitting = [other for other, _ in TABLE if same(line, form_of(read_wish(other)))]
    calls_off_or_nothing = {"cancel last", "none"}
    assert set(fitting) == (calls_off_or_nothing if wish in calls_off_or_nothing else {wish})


def test_what_is_moved_is_the_plan_itself_at_its_new_time() -> None:
    planned = read_wish("tomorrow 08:00: on terrace lights")
    moved = form_of(read_wish("move last 20:00"), planned)
    assert moved.as_row() == {
        "act": "", "does": [{"do": "on", "target": "terrace lights"}], "when": "at 20:00",
    }  # fmt: skip


def test_a_timer_that_is_moved_by_a_while_gets_more_minutes() -> None:
    moved = form_of(read_wish("move last +5m"), read_wish("timer 9m pasta"))
    assert moved.as_row()["does"] == [{"do": "timer_add", "value": 5.0, "unit": "minutes"}]


def test_several_wishes_of_one_sentence_keep_their_times() -> None:
    now, later = form_of(read_wish("unlock gate")), form_of(read_wish("in 5m: on porch light"))
    assert together([now, later]).as_row()["does"] == [
        {"do": "unlock", "target": "gate"}, {"do": "on", "target": "porch light", "when": "in 5m"},
    ]  # fmt: skip
    assert together([later]).when == "in 5m"
