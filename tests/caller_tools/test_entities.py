"""Devices are read out of a caller's instructions."""

import pytest

from voice_gateway.caller_tools.entities import MOST, Entity, as_device, read_entities, room_of
from voice_gateway.devices import Ability, Kind, Status


def test_names_domain_and_area_of_each_entry_are_read() -> None:
    text = """Be kind.
Static Context:
- names: Study Light, Reading Lamp
  domain: light
  areas: Study, Office
- names: 'Anna''s: Fan'
  domain: fan
Answer in plain text."""
    assert read_entities(text) == (
        Entity(("Study Light", "Reading Lamp"), "light", "Study"),
        Entity(("Anna's: Fan",), "fan"),
    )


def test_a_long_text_goes_on_in_the_next_line() -> None:
    text = "- names: One Lamp, Another\n    Lamp, A Third\n  domain: light\n"
    assert read_entities(text) == (Entity(("One Lamp", "Another Lamp", "A Third"), "light"),)


def test_a_text_without_a_list_has_no_devices() -> None:
    assert read_entities("You are helpful.\n- be brief\n- names: Nobody\n\nThe end: now.") == ()


def test_no_more_is_read_than_a_home_has() -> None:
    assert len(read_entities("- names: A\n  domain: light\n" * (MOST + 5))) == MOST
    [endless] = read_entities("- names: A\n" + "    more words\n" * 5000 + "  domain: light")
    assert len(endless.names[0]) < 1000


@pytest.mark.parametrize(
    ("entity", "expected"),
    [
        (Entity(("A",), "light", state="on", attributes={"brightness": "102"}), (True, 40)),
        (Entity(("A",), "light", state="off"), (False, None)),
        (Entity(("A",), "light", state="unknown"), (None, None)),
    ],
)
def test_a_light_is_as_the_live_list_says(entity: Entity, expected: tuple[object, object]) -> None:
    state = as_device(entity).state
    assert (state.on, state.level) == expected


def test_what_does_not_answer_is_dead_and_what_is_not_known_only_measures() -> None:
    assert as_device(Entity(("A",), "switch", state="unavailable")).status is Status.DEAD
    weather = as_device(Entity(("Home",), "weather", state="sunny"))
    assert (weather.kind, weather.abilities) == (Kind.SENSOR, frozenset())
    assert weather.state.readings[0].value == "sunny"
    assert as_device(Entity(("Garage Door",), "cover")).kind is Kind.GARAGE_DOOR
    assert Ability.LOCKED in as_device(Entity(("Door",), "lock")).abilities


def test_where_the_person_is_stands_in_the_instructions() -> None:
    asked = "You are in area Living Room (floor Ground) and all generic commands like"
    assert room_of(f"Be kind.\n{asked} 'turn on the lights' should target this area.") == "Living Room"
    assert room_of("You are in area Attic and all generic commands") == "Attic"
    assert room_of("You are somewhere.") == ""
