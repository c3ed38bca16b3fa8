"""Devices of the same name are told with their rooms, where they are spoken of together."""

from tests.assembled import Assemble, devices

HOME = devices(
    ("Radiator", "Kitchen", "thermostat", "target = 18"),
    ("Radiator", "Bedroom", "thermostat", "target = 18"),
    ("Blinds", "Kitchen", "cover", "position = 0"),
    ("Blinds", "Bedroom", "cover", "position = 0"),
)


async def test_what_was_done_to_both_names_their_rooms(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        told = (await house.ask("set the radiators to 19")).text
        assert told.startswith("Radiator in the kitchen and radiator in the bedroom are now set to 19 °C")


async def test_each_report_of_several_names_its_room(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        told = (await house.ask("what are the blinds set to")).text
        assert told == "Blinds in the kitchen are closed. Blinds in the bedroom are closed."


async def test_one_alone_is_called_by_its_name(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        assert (await house.ask("open the kitchen blinds")).text == "Blinds are now open."
