"""What a day brings: appointments, and what was planned here."""

from pathlib import Path

import pytest

from tests.assembled import Assemble
from tests.fast_path.sentences import reader_of

HOME = """
[[device]]
name = "Family Calendar"
kind = "calendar"
events = [{ day = 1, at = "09:30", minutes = 45, title = "Dentist" }]
"""


def test_who_asks_what_is_on_hears_of_both(tmp_path: Path) -> None:
    file = tmp_path / "home.toml"
    file.write_text(HOME, encoding="utf-8")
    said = "what's on tomorrow"
    assert reader_of(file).read(said) == "planned tomorrow; ask read family calendar tomorrow"
    assert reader_of().read(said) == "planned tomorrow"


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("what is planned for tomorrow", "planned tomorrow"),
        ("what appointments do I have tomorrow", "ask read family calendar tomorrow"),
    ],
)
def test_who_names_one_of_them_hears_of_that(tmp_path: Path, sentence: str, line: str) -> None:
    file = tmp_path / "home.toml"
    file.write_text(HOME, encoding="utf-8")
    assert reader_of(file).read(sentence) == line


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("is there a leak", "ask any wet"),
        ("any leaks", "ask any wet"),
        ("how many lights have I got", "ask count lights"),
        ("how many lights are there in the house", "ask count lights"),
        ("how many lights are on", "ask count lights on"),
    ],
)
def test_leaks_and_numbers_are_asked_of_the_whole_home(sentence: str, line: str) -> None:
    assert reader_of().read(sentence) == line


AIR = """
[[device]]
name = "Lobby Stat"
room = "Lobby"
kind = "thermostat"
state = { target = 18.0, value = 16.5, unit = "°C" }

[[device]]
name = "Study Stat"
room = "Study"
kind = "thermostat"
state = { target = 20.0, value = 19.0, unit = "°C" }

[[device]]
name = "Tank"
room = "Lobby"
kind = "water_heater"
state = { on = false, target = 50, value = 34, unit = "°C" }

[[device]]
name = "Lobby Leak"
room = "Lobby"
kind = "sensor"
state = { readings = [ { name = "leak", value = false } ] }
"""


@pytest.mark.parametrize(
    ("sentence", "answer"),
    [
        ("which is warmer, the lobby or the study", "The warmest is the study, with 19 °C."),
        ("which is warmer, the tank or the study", "The warmest is the lobby, with 34 °C."),
        ("is there a leak", "No, there is no leak."),
        ("any leaks", "No, there is no leak."),
    ],
)
async def test_rooms_are_compared_by_their_air_and_leaks_by_what_finds_them(
    assemble: Assemble, sentence: str, answer: str
) -> None:
    async with assemble(home=AIR) as house:
        assert (await house.ask(sentence)).text == answer


async def test_a_leak_is_told_with_what_has_found_it(assemble: Assemble) -> None:
    async with assemble(home=AIR.replace("value = false", "value = true")) as house:
        assert (await house.ask("is there a leak")).text == "Yes, there is water: lobby leak."
