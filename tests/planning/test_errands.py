"""Errands on the assembled product, line by line: what is said, and what is kept."""

from collections.abc import AsyncIterator

import pytest

from tests.assembled import Assemble, Assembled
from tests.servers.ollama import say
from voice_gateway.tools import TurnState
from voice_gateway.truth import outcome_of, what_happened
from voice_gateway.wishes import read_wish


@pytest.fixture
async def house(assemble: Assemble) -> AsyncIterator[Assembled]:
    async with assemble() as house:
        yield house


async def do(house: Assembled, line: str, *, sentence: str = "", conversation: str = "here") -> str:
    assert house.gateway.planning is not None
    turn = TurnState(sentence or line, conversation=conversation)
    carried = await house.gateway.planning.desk.interpreter.carry_out(read_wish(line), turn)
    assert carried.outcome or outcome_of(carried.results)
    pending = [result.pending for result in carried.results if result.pending]
    return " ".join(part for part in (what_happened(carried.results), *carried.said, *pending) if part)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("in 10m: off unicorn", "There is no device called “unicorn”."),
        ("timer pasta", "For how long shall the timer run?"),
        ("remind call mum", "When shall I remind you?"),
        ("alarm", "For when shall I set the alarm?"),
        ("list shopping add", "What shall I put on the shopping list?"),
        ("list shopping remove milk", "Milk is not on the shopping list."),
        ("list packing read", "There is no packing list yet."),
        ("cancel last", "Nothing is planned."),
        ("cancel timer", "No timer is running."),
        ("cancel routine movie time", "I know no routine called “movie time”."),
        ("move last 21:00", "Nothing is planned."),
        ("today 07:00: on kitchen light", "“today 07:00” has gone by."),
        ("when front door opens: on kitchen light", "I can't tell how that is (front door)"),
        ("planned", "Nothing is planned."),
        ("planned timers", "No timer is set."),
    ],
)
async def test_what_cannot_be_done_is_said(house: Assembled, line: str, said: str) -> None:
    assert said in await do(house, line)


async def test_which_of_two_timers_is_asked(house: Assembled) -> None:
    await do(house, "timer 5m pasta")
    await do(house, "timer 9m rice")
    assert await do(house, "timer pause") == "Which one do you mean: the pasta timer or the rice timer?"
    assert "rice timer is paused" in await do(house, "timer rice pause")
    assert await do(house, "cancel timer all") == "I've cancelled the pasta timer and the rice timer."


async def test_all_that_waits_for_a_time_is_moved_at_once_and_back(house: Assembled) -> None:
    for line in ("remind 20:00 call mum", "at 21:00: on kitchen light"):
        await do(house, line)
    assert await do(house, "move everything +30m") == (
        "Moved: the reminder “call mum” at 8:30 PM. I'll turn on the kitchen light at 9:30 PM instead."
    )
    assert await do(house, "planned next") == "1 is planned: the reminder “call mum” at 8:30 PM."
    assert "are planned" in await do(house, "planned next week")


async def test_what_is_on_a_list_is_known_by_what_it_is(house: Assembled) -> None:
    await do(house, "list shopping add pound of butter")
    assert await do(house, "list shopping read butter") == "Yes, pound of butter is on the shopping list."
    assert await do(house, "list shopping read milk") == "No, milk is not on the shopping list."


async def test_a_timer_is_found_by_its_length_and_an_alarm_by_its_time(house: Assembled) -> None:
    for line in ("timer 5m", "timer 10m", "alarm 07:00", "alarm 08:00"):
        await do(house, line)
    assert await do(house, "cancel timer 10m") == "I've cancelled the timer for 10 minutes."
    assert await do(house, "cancel alarm 08:00") == "I've cancelled the alarm tomorrow at 8:00 AM."


async def test_the_last_plan_is_that_of_the_conversation(house: Assembled) -> None:
    await do(house, "in 10m: on kitchen light")
    await do(house, "in 20m: off hallway lamp", conversation="elsewhere")
    assert await do(house, "cancel last") == "I won't turn on the kitchen light at 6:10 PM."


async def test_a_plan_is_found_by_what_it_is_about(house: Assembled) -> None:
    await do(house, "daily 07:00: on kitchen light")
    await do(house, "in 20m: off hallway lamp")
    assert "kitchen light every day at 8:00 AM instead" in await do(house, "move kitchen light +1h")
    assert "kitchen light every day at 9:30 PM instead" in await do(house, "move kitchen light 21:30")
    assert await do(house, "cancel hallway lamp") == "I won't turn off the hallway lamp at 6:20 PM."


async def test_a_renamed_device_is_still_the_same_one(house: Assembled) -> None:
    await do(house, "in 10m: on kitchen light")
    home = house.gateway.home
    assert home is not None
    from dataclasses import replace

    device = home.registry["kitchen-kitchen-light"]
    home.registry.put(replace(device, name="Cooking Lamp"))
    await house.later(minutes=11)
    assert home.registry["kitchen-kitchen-light"].state.on


async def test_a_device_that_is_gone_is_told(house: Assembled) -> None:
    await do(house, "in 10m: on kitchen light", sentence="kitchen light on in ten minutes")
    assert house.gateway.home is not None
    house.gateway.home.registry.remove("kitchen-kitchen-light")
    await house.later(minutes=11)
    [told] = house.told
    assert told.startswith("“kitchen light on in ten minutes” could not be done.")


async def test_a_thousand_plans_are_enough(house: Assembled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voice_gateway.planning.desk.MOST_WAITING", 2)
    for _ in range(2):
        await do(house, "in 10m: on kitchen light")
    assert "I can't take another one" in await do(house, "in 11m: on kitchen light")
    assert "2 are planned" in await do(house, "planned")


async def test_what_is_asked_at_a_time_is_told_then(house: Assembled) -> None:
    await do(house, "in 10m: ask read kitchen light")
    await house.later(minutes=11)
    assert house.told == ["Kitchen light is off."]


async def test_an_announcement_reaches_the_room(house: Assembled) -> None:
    heard: list[str] = []

    async def hear(text: str) -> None:
        heard.append(text)

    assert house.gateway.planning is not None
    with house.gateway.planning.announcer.listening(hear, "Kitchen"):
        assert await do(house, "announce dinner is ready @ kitchen") == "I've said it in the kitchen."
    assert heard == ["Dinner is ready"]


async def test_to_undo_takes_back_what_was_kept(house: Assembled) -> None:
    await house.say("turn on the kitchen light in ten minutes", "undo that")
    assert (await house.ask("what is planned?")).text == "Nothing is planned."


async def test_nothing_is_planned_that_a_device_cannot_do(house: Assembled) -> None:
    """A coffee machine has no degrees, whatever else could be read into it."""
    await house.ask("every weekday at quarter past six turn on the coffee machine")
    answer = await house.ask("on Saturdays set the coffee machine to 8 degrees")
    assert "can't be set to a number" in answer.text
    assert "coffee" not in (await house.ask("what is planned on Saturday")).text


async def test_who_gives_up_a_thought_gives_up_no_timer(assemble: Assemble) -> None:
    async with assemble(say("All right.")) as house:
        await house.ask("set a timer for twenty minutes")
        await house.ask("I was going to ask you something, no, forget it")
        assert "20 minutes" in (await house.ask("how much time is left on the timer")).text


@pytest.mark.parametrize("line", ["cancel alarm", "cancel alarm all", "cancel last", "cancel 08:00"])
async def test_who_speaks_of_one_day_ends_no_series_whatever_line_is_written(
    house: Assembled, line: str
) -> None:
    await do(house, "alarm daily 08:00")
    await do(house, line, sentence="cancel that one tomorrow")
    assert "every day at 8:00 AM" in await do(house, "planned alarms")


async def test_who_only_asks_what_is_planned_is_told_everything(house: Assembled) -> None:
    await do(house, "at 21:00: off hallway lamp")
    assert "hallway lamp" in await do(house, "planned timers", sentence="and what is planned")
    assert await do(house, "planned timers", sentence="any timers") == "No timer is set."
    assert await do(house, "planned kitchen light") == "Nothing is planned for the kitchen light."


async def test_who_asks_what_comes_at_a_time_plans_no_question(house: Assembled) -> None:
    asked = await do(
        house, "at 09:00: ask read hallway lamp", sentence="what's the hallway lamp doing at nine"
    )
    assert asked == "Nothing is planned."
