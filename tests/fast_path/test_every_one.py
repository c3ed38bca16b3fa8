"""All of a kind, the room that is pointed at, and by how much."""

import pytest

from tests.devices.homes import resolver_of
from voice_gateway.devices import Guard, Matched, Unknown
from voice_gateway.fast_path import as_moved, with_every_one, with_its_noun, with_its_room
from voice_gateway.wishes import read_wish, write_wish
from voice_gateway.wishes.beside import beside_one_another
from voice_gateway.wishes.device_steps import DeviceSteps

HOME = resolver_of(
    "Kitchen Blind, cover, Kitchen", "Sea Blind, cover, Lounge", "Window Blind, cover, Bedroom",
    "Downlights, dimmer, Lounge", "Driftwood Lamp, light, Lounge", "Left Lamp, light, Bedroom",
    "Ceiling Fan, fan, Lounge", "Deck Fan, fan, Deck", "Bed Fan, fan, Bedroom, upstairs",
)  # fmt: skip


@pytest.mark.parametrize(
    ("said", "written", "meant"),
    [
        ("shut every blind in the place, thanks", "close blind", "close all blind"),
        ("all three blinds halfway", "level blind 50", "level all blind 50"),
        ("every blind to 50 but the sea one", "level blind except sea 50", "level all blind except sea 50"),
        ("lock up and turn off every fan", "off fan", "off all fan"),
        ("both blinds down", "close blind", "close blind"),  # there are three
        ("put all three blinds down", "close 3 blinds", "close all blinds"),
        ("put both blinds down", "close 2 blinds", "close 2 blinds"),
        ("close the blind", "close blind", "close blind"),
        ("everyone likes the blind", "close blind", "close blind"),
        ("turn all the lamps off, and close a blind", "close blind", "close blind"),
        ("close every kitchen blind", "close kitchen blind", "close kitchen blind"),
        ("every day close the blind", "close blind", "close blind"),
        ("at three close the blind", "close blind", "close blind"),
        ("every last blind down", "close blind", "close all blind"),
    ],
)  # fmt: skip
def test_who_says_every_means_all_of_them(said: str, written: str, meant: str) -> None:
    assert write_wish(with_every_one(read_wish(written), said, HOME)) == meant


@pytest.mark.parametrize(
    ("said", "before", "meant"),
    [
        ("turn the fan out there up to 80", "off deck fan", "turn the fan in the deck up to 80"),
        (
            "lounge blind down and the fan in there on",
            "",
            "lounge blind down and the fan in the lounge on",
        ),
        ("turn the fan in there on", "", "turn the fan in there on"),
        ("fans off upstairs and the lamps up there", "", "fans off upstairs and the lamps in the upstairs"),
        ("turn the fan in there on", "off all fan", "turn the fan in there on"),
        ("is it raining out there", "off deck fan", "is it raining out there"),
    ],
)
def test_there_is_the_only_room_that_was_spoken_of(said: str, before: str, meant: str) -> None:
    assert with_its_room(said, HOME, read_wish(before) if before else None) == meant


@pytest.mark.parametrize(
    ("wish", "meant"),
    [
        ("off lounge blind; on lamp; off fan", "off lounge blind; on driftwood lamp; off ceiling fan"),
        ("off sea blind; on lamp", "off sea blind; on lamp"),  # no room was named
        ("off lounge blind; off deck fan; on lamp", "off lounge blind; off deck fan; on lamp"),
        ("on lamp; level lounge downlights 20", "on lamp; level lounge downlights 20"),
        ("close kitchen blind; on lamp", "close kitchen blind; on lamp"),
        ("off all fan; on lamp", "off all fan; on lamp"),
    ],
)  # fmt: skip
def test_of_several_the_one_beside_what_was_just_named_is_meant(wish: str, meant: str) -> None:
    steps = DeviceSteps(HOME, Guard())
    assert write_wish(beside_one_another(read_wish(wish), steps, "")) == meant


@pytest.mark.parametrize(
    ("said", "written", "meant"),
    [
        ("fan 20 percent faster", "speed fan 20", "speed fan +20"),
        (
            "turn the fan down by 30 percent and the lamp on",
            "speed fan 30; on lamp",
            "speed fan -30; on lamp",
        ),
        ("make the bedroom 2 degrees warmer", "temp bedroom 2", "warmer bedroom 2"),
        ("fan at 20 percent", "speed fan 20", "speed fan 20"),
        ("lower the blind to 30", "level blind 30", "level blind 30"),
        ("fan up by 20, lamp down by 20", "speed fan 20; level lamp 20", "speed fan 20; level lamp 20"),
    ],
)
def test_who_says_by_how_much_sets_no_amount(said: str, written: str, meant: str) -> None:
    assert write_wish(as_moved(read_wish(written), said)) == meant


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("sea blind to 40, the one in the den to 60", "sea blind to 40, the blind in the den to 60"),
        (
            "all lamps bar the one in the hall and the one in the den",
            "all lamps bar the lamps in the hall and the lamps in the den",
        ),
        ("the one in the kitchen", "the one in the kitchen"),
        ("a blind up, the other one in the hall down", "a blind up, the other one in the hall down"),
    ],
)  # fmt: skip
def test_the_one_is_what_was_named_before_it(said: str, meant: str) -> None:
    assert with_its_noun(said) == meant


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("all building lamps", {"Driftwood Lamp", "Left Lamp"}),
        ("every fan in the place", {"Ceiling Fan", "Deck Fan", "Bed Fan"}),
        ("upstairs floor fan", {"Bed Fan"}),
        ("lounge downlights and fan", {"Downlights", "Ceiling Fan"}),
    ],
)
def test_the_whole_home_and_its_floors_are_no_part_of_a_name(name: str, found: set[str]) -> None:
    resolved = HOME.resolve(name)
    assert isinstance(resolved, Matched)
    assert {device.name for device in resolved.devices} == found


def test_a_building_that_a_name_has_is_not_left_out() -> None:
    home = resolver_of("Building Alarm Light, light, Lobby", "Desk Lamp, light, Office")
    assert isinstance(home.resolve("building desk lamp"), Unknown)


def test_a_guest_house_that_is_not_there_is_not_the_guest_room() -> None:
    home = resolver_of("Spot, light, Guest Room", "Desk Lamp, light, Office")
    assert isinstance(home.resolve("guest house lights"), Unknown)


def test_what_is_left_out_is_all_that_may_be_meant() -> None:
    left = HOME.resolve("all lights except the lounge downlights and the lamp")
    assert isinstance(left, Matched)
    assert not left.devices  # neither of the two lamps
