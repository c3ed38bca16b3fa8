"""What must have been so for a while, and what counts only at some hours."""

from tests.assembled import Assemble, devices

HOME = devices(
    ("Hall Light", "Hall", "light", "on = false"),
    ("Garage Light", "Garage", "light", "on = false"),
    ("Back Door Contact", "Kitchen", "sensor", 'readings = [{ name = "door", value = false }]'),
    ("Landing Motion", "Landing", "sensor", 'readings = [{ name = "motion", value = false }]'),
)


async def test_what_is_left_open_is_acted_on_after_its_time(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        await house.ask("if the back door is left open for ten minutes, turn on the hall light")
        await house.happens("Back Door Contact", value=True)
        await house.later(minutes=9)
        assert not house.state("Hall Light").on
        await house.later(minutes=2)
        assert house.state("Hall Light").on


async def test_what_is_closed_before_its_time_begins_anew(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        await house.ask("if the back door is left open for ten minutes, turn on the hall light")
        await house.happens("Back Door Contact", value=True)
        await house.later(minutes=6)
        await house.happens("Back Door Contact", value=False)
        await house.later(minutes=30)
        assert not house.state("Hall Light").on
        await house.happens("Back Door Contact", value=True)
        await house.later(minutes=11)
        assert house.state("Hall Light").on


async def test_whenever_it_is_open_for_long_it_is_acted_on_each_time(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        await house.ask("whenever the back door is open for more than five minutes, turn on the hall light")
        for _ in range(2):
            await house.happens("Back Door Contact", value=True)
            await house.later(minutes=6)
            assert house.state("Hall Light").on
            await house.ask("turn off the hall light")
            await house.later(minutes=30)
            assert not house.state("Hall Light").on  # once for each time that it was opened
            await house.happens("Back Door Contact", value=False)


async def test_an_event_at_another_hour_is_not_the_one(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        await house.ask("if there's motion on the landing after eleven tonight, switch on the hall light")
        await house.happens("Landing Motion", value=True)
        assert not house.state("Hall Light").on
        await house.happens("Landing Motion", value=False)
        await house.later(hours=5, minutes=30)
        await house.happens("Landing Motion", value=True)
        assert house.state("Hall Light").on


async def test_the_hour_is_a_condition(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        answer = await house.ask("if it's after ten, turn on the hall light")
        assert not house.state("Hall Light").on
        assert "not the time" in answer.text
        await house.later(hours=5)
        await house.ask("if it's after ten, turn on the hall light")
        assert house.state("Hall Light").on


async def test_otherwise_is_done_where_it_is_not_so(assemble: Assemble) -> None:
    async with assemble(home=HOME) as house:
        said = "if the back door is open turn on the hall light, otherwise turn on the garage light"
        await house.ask(said)
        assert (house.state("Hall Light").on, house.state("Garage Light").on) == (False, True)
        await house.happens("Back Door Contact", value=True)
        await house.ask(said)
        assert house.state("Hall Light").on
