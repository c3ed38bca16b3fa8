"""What is taken back after what was put right."""

from tests.assembled import Assemble


async def test_what_is_put_right_twice_leaves_only_what_was_meant_last(assemble: Assemble) -> None:
    async with assemble(provider="builtin") as house:
        before = house.home()
        await house.say("turn on the bedroom light", "not that one, the kitchen one", "no i said the hallway")
        assert house.state("Hallway Lamp").on
        assert not house.state("Bedroom Light").on
        await house.say("undo that")
        assert house.home() == before
