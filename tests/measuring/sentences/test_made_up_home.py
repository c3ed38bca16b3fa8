"""The home of a sentence has in it whatever is spoken of, and is not made of what is asked for."""

from voice_gateway.devices import Kind
from voice_gateway.devices.commands import parse_command
from voice_gateway.devices.plan import plan
from voice_gateway.measuring.sentences import Line, Names
from voice_gateway.measuring.sentences.form import Does, Form
from voice_gateway.measuring.sentences.made_up_home import devices_for

COMPRESSOR = Line("kill the compressor", Form("command", (Does("off", "compressor"),)))
SUNSET = Line("set Sunset to blue", Form("command", (Does("color", "Sunset", "blue"),)))
SHED = Line("shed light on", Form("command", (Does("on", "light", room="shed"),)))
FILE = (COMPRESSOR, SUNSET, SHED, *(Line(f"blinds at sunset {number}", Form()) for number in range(9)))

KILN = Names.of((Line("kiln on", Form(does=(Does("on", "kiln"),))),))


def home(text: str, context: str = "", room: str = "") -> dict[str, str]:
    line = Line(text, Form(), room, context)
    return {device.name: device.room for device in devices_for(line, Names.of(FILE))}


def test_a_name_of_the_file_is_known_where_nothing_is_asked_for_as_well() -> None:
    assert "compressor" in home("the compressor is awfully loud")


def test_the_same_words_have_the_same_home_whatever_they_are_said_to_ask_for() -> None:
    said = Line(COMPRESSOR.text, Form("statement"))
    names = Names.of(FILE)
    assert devices_for(said, names) == devices_for(COMPRESSOR, names)


def test_a_word_that_is_seldom_a_name_is_none() -> None:
    assert "sunset" not in home("blinds down at sunset")


def test_words_for_devices_are_devices_with_what_stands_before_them() -> None:
    assert "attic light" in home("somebody left the attic light on")
    assert "lock" not in home("lock the front door")


def test_what_has_no_name_of_its_own_is_where_it_is_said() -> None:
    assert home("lights off", room="den")["light"] == "den"
    assert home("kill the compressor in the shed")["compressor"] == "shed"


def test_what_is_heard_in_two_words_is_one_where_a_name_has_it_so() -> None:
    bedroom = Line("bedroom lamp off", Form("command", (Does("off", "bedroom lamp"),)))
    names = Names.of((*FILE, bedroom))
    devices = devices_for(Line("the bed room lamp on", Form()), names)
    assert "bedroom lamp" in {device.name for device in devices}


def test_what_was_spoken_of_before_is_there_too() -> None:
    assert "big fan" in home("yes", context="Assistant: Shall I start the big fan?")


def test_things_are_what_they_are_called() -> None:
    line = Line("porch lamp, garage door, side gate, kettle heating", Form())
    kinds = {device.name: device.kind for device in devices_for(line, Names.of(FILE))}
    assert kinds["porch lamp"] is Kind.DIMMER
    assert kinds["garage door"] is Kind.GARAGE_DOOR
    assert kinds["side gate"] is Kind.COVER
    assert kinds["kettle heating"] is Kind.THERMOSTAT


def test_floors_and_the_rooms_that_things_are_said_to_be_in_are_places() -> None:
    floor = Line("lights out up there", Form(does=(Does("off", "lights", room="second floor"),)))
    room = Line("lamp on in Noah's room", Form(does=(Does("on", "lamp in Noah's room"),)))
    names = Names.of((*FILE, floor, room))
    said = Line("all the lamps on the second floor and the fan in Noah's room", Form())
    assert {"second floor", "noah's room"} <= {device.room for device in devices_for(said, names)}


def test_who_does_something_is_no_part_of_a_name() -> None:
    assert "asleep lamp" in home("he's asleep lamp off")


def test_things_can_be_set_to_whatever_is_said() -> None:
    (kiln,) = devices_for(Line("the kiln at nine hundred", Form(does=(Does("on", "kiln"),))), KILN)
    assert plan(kiln, parse_command("set_level", "50"))
    assert plan(kiln, parse_command("set_temperature", "900"))
