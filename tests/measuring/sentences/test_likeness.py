"""Two readings are the same where only the writing differs, and in nothing else."""

from typing import Any

import pytest

from voice_gateway.measuring.sentences import Line, SentenceOutcome
from voice_gateway.measuring.sentences.form import Form


def judged(wanted: dict[str, Any], read: dict[str, Any], text: str = "", room: str = "") -> SentenceOutcome:
    return SentenceOutcome(Line(text, Form.of(_row(wanted)), room), Form.of(_row(read)))


def _row(step: dict[str, Any]) -> dict[str, Any]:
    return step if "does" in step else {"does": [step]}


SAME = [
    ({"do": "on", "target": "the hall lights"}, {"do": "on", "target": "hall light"}),
    ({"do": "off", "target": "light", "room": "kitchen"}, {"do": "off", "target": "kitchen light"}),
    ({"do": "off", "target": "all roller shades"}, {"do": "off", "target": "roller shades"}),
    ({"do": "open", "target": "bay two vents"}, {"do": "open", "target": "vents of bay 2"}),
    ({"do": "level", "target": "a", "value": 40, "unit": "%"}, {"do": "level", "target": "a", "value": 40}),
    ({"do": "level", "target": "lamp", "value": "full"}, {"do": "level", "target": "lamp", "value": 100}),
    ({"do": "white", "value": "warm"}, {"do": "white", "value": "warm white"}),
    ({"do": "timer", "value": 90, "unit": "seconds"}, {"do": "timer", "value": 1.5, "unit": "minutes"}),
    ({"do": "list_add", "target": "shopping", "items": ["milk"]},
     {"do": "list_add", "target": "shopping list", "items": ["the milk"]}),
    ({"do": "announce", "value": "dinner is ready"}, {"do": "announce", "name": "dinner is ready"}),
    ({"do": "read", "target": "front door", "value": "locked"}, {"do": "read", "target": "front door"}),
    ({"do": "read", "target": "kiln", "value": "temperature"}, {"do": "read", "target": "kiln temperature"}),
    ({"do": "list_add", "target": "list", "items": ["milk"]},
     {"do": "list_add", "target": "shopping list", "items": ["milk"]}),
    ({"do": "previous", "target": "track"}, {"do": "previous"}),
    ({"does": [{"do": "undo"}, {"do": "on", "target": "fan"}]}, {"do": "on", "target": "fan"}),
    ({"does": [{"do": "weather"}], "when": "today"}, {"do": "weather", "target": "today"}),
    ({"do": "cancel"}, {"does": []}),
]  # fmt: skip
OTHER = [
    ({"do": "on", "target": "hall light"}, {"do": "on", "target": "light"}),
    ({"do": "on", "target": "hall light"}, {"do": "on", "target": "hall lamp"}),
    ({"do": "on", "target": "lamp"}, {"do": "off", "target": "lamp"}),
    ({"do": "level", "target": "lamp", "value": 40}, {"do": "level", "target": "lamp", "value": 60}),
    ({"do": "level_by", "target": "lamp", "value": 10}, {"do": "level_by", "target": "lamp", "value": -10}),
    ({"do": "off", "target": "lights", "except": "hall"}, {"do": "off", "target": "lights"}),
    ({"do": "read", "target": "dryer", "value": "power"}, {"do": "read", "target": "dryer"}),
    ({"do": "timer", "value": 9, "unit": "minutes"}, {"do": "timer", "value": 9, "unit": "hours"}),
    ({"do": "list_add", "items": ["milk"]}, {"do": "list_add", "items": ["milk", "eggs"]}),
    ({"do": "any", "target": "doors", "value": "open"}, {"do": "any", "target": "doors", "value": "locked"}),
    ({"do": "list_add", "target": "chemist list", "items": ["milk"]},
     {"do": "list_add", "target": "shopping list", "items": ["milk"]}),
    ({"do": "pause", "target": "den speaker"}, {"do": "pause"}),
    ({"do": "undo"}, {"does": []}),
    ({"do": "cancel", "target": "alarm"}, {"does": []}),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "read"), SAME)
def test_another_way_of_writing_is_the_same(wanted: dict[str, Any], read: dict[str, Any]) -> None:
    assert judged(wanted, read).everything


@pytest.mark.parametrize(("wanted", "read"), OTHER)
def test_another_meaning_is_not(wanted: dict[str, Any], read: dict[str, Any]) -> None:
    assert not judged(wanted, read).everything


def test_steps_may_come_in_any_order_but_each_verb_belongs_to_its_target() -> None:
    on_and_off = {"does": [{"do": "on", "target": "lamp"}, {"do": "off", "target": "fan"}]}
    turned = {"does": [*reversed(on_and_off["does"])]}
    crossed = {"does": [{"do": "off", "target": "lamp"}, {"do": "on", "target": "fan"}]}
    assert judged(on_and_off, turned).everything
    mixed = judged(on_and_off, crossed)
    assert (mixed.verbs, mixed.targets, mixed.everything) == (True, True, False)


def test_the_room_where_it_is_said_may_be_left_out() -> None:
    wanted, read = {"do": "off", "target": "light", "room": "den"}, {"do": "off", "target": "light"}
    assert judged(wanted, read, room="den").targets
    assert not judged(wanted, read, room="hall").targets


@pytest.mark.parametrize(("text", "right"), [("sauna to 170", True), ("sauna to 170 fahrenheit", False)])
def test_a_unit_counts_where_it_was_said(text: str, right: bool) -> None:
    wanted = {"do": "temperature", "target": "sauna", "value": 170, "unit": "F"}
    assert judged(wanted, {**wanted, "unit": ""}, text).everything is right


def test_a_step_on_what_asks_for_nothing_is_an_act_unless_it_is_asked_about_first() -> None:
    lamp = {"does": [{"do": "on", "target": "lamp"}]}
    assert judged({"does": []}, lamp).acted
    asked_back = judged({"does": []}, {**lamp, "asks_back": True})
    assert (asked_back.acted, asked_back.asked) == (False, False)
    told = judged({"does": []}, {"does": [{"do": "read", "target": "lamp"}]})
    assert (told.acted, told.asked) == (False, False)


def test_the_same_step_at_another_time_is_right_but_for_the_time() -> None:
    wanted = {"does": [{"do": "on", "target": "lamp"}], "when": "at 21:00"}
    late = judged(wanted, {**wanted, "when": "at 22:00"})
    assert (late.verbs, late.targets, late.times, late.everything) == (True, True, False, False)
    lasting = judged({**wanted, "for": "90m"}, {**wanted, "for": "1h30m"})
    assert lasting.times
