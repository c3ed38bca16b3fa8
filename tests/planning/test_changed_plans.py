"""What was planned is skipped once, put off, done at once, or given up for a day."""

from tests.assembled import Assemble


async def test_what_is_repeated_is_left_out_once(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("every evening at seven turn on the kitchen light")
        answer = await house.ask("skip it tonight")
        assert "comes again tomorrow" in answer.text
        await house.later(hours=2)
        assert not house.state("kitchen light").on
        await house.later(hours=24)
        assert house.state("kitchen light").on


async def test_a_day_on_which_it_does_not_come_is_told(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("every monday at seven in the evening turn on the kitchen light")
        assert "nothing to skip" in (await house.ask("skip it tomorrow")).text


async def test_all_of_tonight_is_given_up_and_what_repeats_goes_on(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.say(
            "turn off the hallway lamp at 9 pm", "every evening at seven turn on the kitchen light"
        )
        await house.happens("Hallway Lamp", on=True)
        await house.ask("cancel everything for tonight")
        await house.later(hours=4)
        assert house.state("hallway lamp").on
        assert not house.state("kitchen light").on
        await house.later(hours=24)
        assert house.state("kitchen light").on


async def test_a_limit_is_changed_and_not_a_device(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("turn on the kitchen light in an hour")
        await house.ask("oh just do it right now instead")
        assert house.state("kitchen light").on
        assert (await house.ask("what is planned?")).text == "Nothing is planned."


async def test_every_two_hours_from_a_time_on(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("starting at eight turn on the kitchen light every two hours for ten minutes")
        seen = []
        for _ in range(5):
            await house.later(minutes=61)
            seen.append(house.state("kitchen light").on)
        assert seen == [False, True, False, True, False]


async def test_a_routine_is_told_taught_anew_and_forgotten(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("when I say film time turn on the hallway lamp")
        assert "hallway lamp" in (await house.ask("what does film time do?")).text
        await house.ask("from now on when I say film time only turn on the kitchen light")
        await house.happens("Hallway Lamp", on=False)
        await house.ask("film time please")
        assert house.state("kitchen light").on
        assert not house.state("hallway lamp").on
        told = await house.ask("forget about film time, I don't want that routine any more")
        assert "forgotten" in told.text
        assert "film time" not in (await house.ask("which routines do you know?")).text


async def test_whether_something_is_on_a_list(assemble: Assemble) -> None:
    async with assemble() as house:
        await house.ask("add mustard and bread to the shopping list")
        assert (await house.ask("is mustard on the shopping list?")).text.startswith("Yes")
        assert (await house.ask("are eggs on the shopping list?")).text.startswith("No")
