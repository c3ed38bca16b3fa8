"""Scenario 67: lists, any number of them."""

from tests.assembled import Assemble


async def test_s67_several_things_are_added_taken_off_read_and_cleared(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("add milk, eggs and bread to the shopping list")
        await house.ask("take the eggs off the shopping list")
        read = await house.ask("what's on the shopping list")
        assert read.text == "2 things are on the shopping list: milk and bread."
        await house.ask("clear the shopping list")
        assert (await house.ask("what's on the shopping list")).text == "The shopping list is empty."


async def test_s67_lists_are_kept_apart(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("put passports on the packing list", "add milk to the shopping list")
        assert "passports" in (await house.ask("read the packing list")).text
        assert "passports" not in (await house.ask("read the shopping list")).text


async def test_s67_what_was_added_is_taken_back(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say("add milk to the shopping list", "add rice to the shopping list", "undo that")
        assert (await house.ask("read the shopping list")).text == "1 thing is on the shopping list: milk."


async def test_s67_lists_outlive_the_program(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("add milk to the shopping list")
    async with assemble() as house:
        assert "milk" in (await house.ask("what's on the shopping list")).text
