"""What people call their devices, and which devices they mean."""

from __future__ import annotations

import pytest

from tests.devices.homes import home_of, resolver_of
from voice_gateway.devices import Action, Ambiguous, Matched, Registry, Resolver, State, Unknown, load_home
from voice_gateway.devices.suggest import misheard


@pytest.fixture(scope="module")
def resolver() -> Resolver:
    return Resolver(load_home().registry)


def names(resolution: Matched | Ambiguous | Unknown) -> set[str]:
    assert isinstance(resolution, Matched), resolution
    return {device.name for device in resolution.devices}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("kitchen light", "Kitchen Light"),
        ("the Kitchen Light", "Kitchen Light"),
        ("my kitchen's light", "Kitchen Light"),
        ("kitchen lights", "Kitchen Light"),
        ("light in the kitchen", "Kitchen Light"),
        ("kitchen_light", "Kitchen Light"),
        ("KitchenLight", "Kitchen Light"),
        ("kitchen-kitchen-light", "Kitchen Light"),
        ("kitchne ligth", "Kitchen Light"),
        ("coffee maker", "Coffee Machine"),
        ("coffee", "Coffee Machine"),
        ("hall lamp", "Hallway Lamp"),
        ("hallway light", "Hallway Lamp"),
        ("floor lamp", "Reading Lamp"),
        ("livingroom light", "Living Room Light"),
        ("bath room sensor", "Bathroom Sensor"),
        ("blinds", "Living Room Blinds"),
        ("bedroom heating", "Bedroom Thermostat"),
        ("bedroom temperature", "Bedroom Thermostat"),
        ("bathroom humidity", "Bathroom Sensor"),
        ("front door lock", "Front Door"),
        ("garage", "Garage Door"),
        ("water", "Water Valve"),
        ("alarm", "Hallway Siren"),
    ],
)
def test_one_device_is_found_by_what_people_call_it(resolver: Resolver, said: str, meant: str) -> None:
    resolution = resolver.resolve(said, action=Action.OPEN if said == "garage" else None)
    assert names(resolution) == {meant}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("all the lights downstairs", {"Kitchen Light", "Living Room Light", "Reading Lamp", "Hallway Lamp"}),
        (
            "lights on the ground floor",
            {"Kitchen Light", "Living Room Light", "Reading Lamp", "Hallway Lamp"},
        ),
        ("every lamp", {"Reading Lamp", "Hallway Lamp"}),
        (
            "all lights except the kitchen",
            {"Living Room Light", "Reading Lamp", "Hallway Lamp", "Bedroom Light"},
        ),
        ("the kitchen and bedroom lights", {"Kitchen Light", "Bedroom Light"}),
        ("kitchen light, hallway lamp and bedroom fan", {"Kitchen Light", "Hallway Lamp", "Bedroom Fan"}),
        ("everything in the kitchen", {"Kitchen Light", "Coffee Machine", "Water Valve"}),
        ("living room lights", {"Living Room Light", "Reading Lamp"}),
        ("upstairs", {"Bedroom Light", "Bedroom Thermostat", "Bedroom Fan", "Bathroom Sensor"}),
    ],
)
def test_groups_are_all_that_was_asked_for_and_nothing_else(
    resolver: Resolver, said: str, meant: set[str]
) -> None:
    assert names(resolver.resolve(said)) == meant


@pytest.mark.parametrize(
    ("said", "action", "meant"),
    [
        ("kitchen", Action.ON, {"Kitchen Light"}),
        ("bedroom", Action.SET_TEMPERATURE, {"Bedroom Thermostat"}),
        ("living room", Action.CLOSE, {"Living Room Blinds"}),
        ("hallway", Action.LOCK, {"Front Door"}),
        ("door", Action.LOCK, {"Front Door"}),
        ("everything in the kitchen", Action.OFF, {"Kitchen Light", "Coffee Machine"}),
        ("everything", Action.OPEN, {"Living Room Blinds"}),
    ],
)
def test_a_place_stands_for_what_the_action_is_about(
    resolver: Resolver, said: str, action: Action, meant: set[str]
) -> None:
    assert names(resolver.resolve(said, action=action)) == meant


@pytest.mark.parametrize(
    "said",
    [
        "garage light",
        "desk lamp",
        "bathroom fan",
        "porch light",
        "guest bedroom light",
        "pool pump",
        "kitchen blinds",
        "second kitchen light",
        "the gate",
        "kitchen light in the garage",
        "floor fan",
        "",
        "the",
        "light bulb moment",
    ],
)
def test_an_absent_device_is_never_another_device(resolver: Resolver, said: str) -> None:
    assert isinstance(resolver.resolve(said), Unknown)


def test_an_absent_device_comes_with_suggestions() -> None:
    resolution = resolver_of("Kitchen Light, light, Kitchen").resolve("garage light")
    assert isinstance(resolution, Unknown)
    assert resolution.sentence == (
        "There is no device called “garage light”. Did you mean the kitchen light?"
    )


def test_candidates_that_fit_equally_are_named(resolver: Resolver) -> None:
    resolution = resolver.resolve("lamp", action=Action.ON)
    assert isinstance(resolution, Ambiguous)
    assert resolution.sentence == "Which one do you mean: the reading lamp or the hallway lamp?"


def test_devices_of_the_same_name_are_told_apart_by_their_rooms() -> None:
    resolution = resolver_of("Lamp, light, Office", "Lamp, light, Den").resolve("lamp")
    assert isinstance(resolution, Ambiguous)
    assert "the lamp in the office or the lamp in the den" in resolution.sentence


def test_the_light_is_the_one_where_the_person_is(resolver: Resolver) -> None:
    assert isinstance(resolver.resolve("the light"), Ambiguous)
    assert names(resolver.resolve("the light", room="Kitchen")) == {"Kitchen Light"}
    assert names(resolver.resolve("the light here", room="Bedroom")) == {"Bedroom Light"}
    assert names(resolver.resolve("bedroom light", room="Kitchen")) == {"Bedroom Light"}


def test_a_name_in_full_beats_a_longer_one() -> None:
    resolver = resolver_of("Kitchen Light, light, Kitchen", "Kitchen Counter Light, light, Kitchen")
    assert names(resolver.resolve("kitchen light")) == {"Kitchen Light"}
    assert names(resolver.resolve("kitchen lights")) == {"Kitchen Light", "Kitchen Counter Light"}


def test_a_device_with_a_plural_name_is_one_device() -> None:
    resolver = resolver_of("Kitchen Lights, light, Kitchen", "Counter Lamp, light, Kitchen")
    assert names(resolver.resolve("the kitchen lights")) == {"Kitchen Lights"}


def test_half_of_a_room_name_is_ambiguous_where_two_rooms_share_it() -> None:
    resolver = resolver_of("Ceiling, light, Guest Bedroom", "Ceiling, light, Main Bedroom")
    assert isinstance(resolver.resolve("bedroom", action=Action.ON), Ambiguous)
    assert names(resolver.resolve("guest bedroom", action=Action.ON)) == {"Ceiling"}


def test_a_plug_called_lamp_is_a_light() -> None:
    resolver = resolver_of("Porch Lamp, switch, Porch", "Kettle, switch, Kitchen", "Ceiling Fan, dimmer, Den")
    assert names(resolver.resolve("all lights")) == {"Porch Lamp"}
    assert names(resolver.resolve("all fans")) == {"Ceiling Fan"}


def test_numbers_are_never_rounded_to_another_device() -> None:
    resolver = resolver_of("Lamp 1, light, Den", "Lamp 2, light, Den")
    assert names(resolver.resolve("lamp two")) == {"Lamp 2"}
    assert isinstance(resolver.resolve("lamp 3"), Unknown)


def test_the_index_is_rebuilt_only_when_a_name_changes() -> None:
    home = home_of("Kitchen Light, light, Kitchen")
    resolver = Resolver(home.registry)
    first = resolver.index
    device = home.devices()[0]
    home.set_state(device.id, type(device.state)(on=True))
    assert resolver.index is first
    home.registry.put(home_of("Desk Lamp, light, Office").devices()[0])
    assert resolver.index is not first
    assert names(resolver.resolve("desk lamp")) == {"Desk Lamp"}


def test_an_empty_home_knows_no_device() -> None:
    assert isinstance(Resolver(Registry()).resolve("everything"), Unknown)


def test_only_what_is_in_the_state_that_was_said_is_meant() -> None:
    home = home_of("Globe Lamp, dimmer, Lounge", "Tall Lamp, dimmer, Lounge", "Blinds, cover, Lounge")
    states = (State(on=True, level=60), State(on=False, level=0), State(position=40))
    for device, state in zip(home.devices(), states, strict=True):
        home.set_state(device.id, state)
    lamps = Resolver(home.registry)
    assert names(lamps.resolve("lamps that are on")) == {"Globe Lamp"}
    assert names(lamps.resolve("only the lounge lamps which are off")) == {"Tall Lamp"}
    assert names(lamps.resolve("the lamp that's on")) == {"Globe Lamp"}
    assert names(lamps.resolve("lamps that are still on")) == {"Globe Lamp"}
    assert names(lamps.resolve("blinds that are closed")) == set()
    assert isinstance(lamps.resolve("heaters that are on"), Unknown)


def test_of_several_floors_upstairs_one_is_the_top() -> None:
    house = resolver_of(
        "Hall Light, light, Hall, Ground Floor", "Study Light, light, Study, First Floor",
        "Owl, light, Nursery, Second Floor",
    )  # fmt: skip
    assert names(house.resolve("lights on the top floor")) == {"Owl"}
    assert names(house.resolve("lights on the second floor")) == {"Owl"}
    assert names(house.resolve("lights on the first floor")) == {"Study Light"}
    assert names(house.resolve("lights upstairs")) == {"Study Light", "Owl"}


def test_a_room_called_after_a_fridge_names_no_fridge() -> None:
    house = resolver_of("Chest Freezer, switch, Larder", "Larder Light, light, Larder")
    assert names(house.resolve("everything in the larder", action=Action.OFF)) == {"Larder Light"}


@pytest.mark.parametrize(
    ("heard", "meant"), [("tea earn", "Tea Urn"), ("haul fan", "Hall Fan"), ("wall fan", None)]
)
def test_a_name_that_sounds_the_same_may_have_been_meant(heard: str, meant: str | None) -> None:
    found = misheard(heard, home_of("Tea Urn, switch", "Hall Fan, fan").devices())
    assert (found.name if found else None) == meant


def test_a_gate_is_no_blind_whatever_its_kind_is_called() -> None:
    house = resolver_of("Rolladen, cover, Den", "Garage Door, cover, Garage", "Front Gate, cover")
    assert names(house.resolve("blinds", action=Action.OPEN)) == {"Rolladen"}
    assert names(house.resolve("gate", action=Action.OPEN)) == {"Front Gate"}


def test_the_light_is_not_the_one_that_is_called_so_in_another_room() -> None:
    house = resolver_of("Aquarium Light, light, Den", "Owl, light, Attic", "Heater, switch, Office")
    assert isinstance(house.resolve("the light", action=Action.OFF, room="Office"), Ambiguous)
    assert names(house.resolve("the light", action=Action.OFF, room="Den")) == {"Aquarium Light"}


def test_many_ids_are_all_found() -> None:
    house = resolver_of(*(f"Lamp {number} of the very long name, light, Den" for number in range(20)))
    ids = ", ".join(device.id for device in house.devices)
    assert len(names(house.resolve(ids))) == 20


@pytest.mark.parametrize("said", ["everything", "all", "all scenes", "every script", "the bedroom"])
@pytest.mark.parametrize("action", [Action.ACTIVATE, Action.PRESS])
def test_what_starts_something_is_never_one_of_many(said: str, action: Action) -> None:
    home = resolver_of(
        "Movie Night, scene", "Party Time, script, Bedroom", "Reboot, button", "Lamp, light, Bedroom"
    )
    found = home.resolve(said, action=action)
    started = {"Movie Night", "Party Time", "Reboot"}
    assert not isinstance(found, Matched) or not {each.name for each in found.devices} & started


def test_a_scene_is_found_by_its_own_name() -> None:
    home = resolver_of("Movie Night, scene", "Party Time, script, Bedroom", "Lamp, light, Bedroom")
    assert names(home.resolve("movie night", action=Action.ACTIVATE)) == {"Movie Night"}
    assert names(home.resolve("party time", action=Action.ACTIVATE)) == {"Party Time"}
