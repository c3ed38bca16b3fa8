"""The queue gives every conversation its turn."""

import asyncio

import pytest

from voice_gateway.engine.turns import Turns


async def order(turns: Turns, arrivals: list[str]) -> list[str]:
    """In which order these are let in, one at a time, when they arrive while the place is taken."""
    served: list[str] = []
    give_back = await turns.take("first")

    async def turn(who: str) -> None:
        leave = await turns.take(who)
        served.append(who)
        leave()

    tasks = [asyncio.create_task(turn(who)) for who in arrivals]
    await asyncio.sleep(0)
    give_back()
    await asyncio.gather(*tasks)
    return served


async def test_lines_take_turns() -> None:
    assert await order(Turns(1), ["a", "a", "a", "a", "b", "c", "b"]) == ["a", "b", "c", "a", "b", "a", "a"]


async def test_no_more_are_let_in_than_there_are_places() -> None:
    turns = Turns(2)
    first, second = await turns.take("a"), await turns.take("b")
    third = asyncio.create_task(turns.take("c"))
    await asyncio.sleep(0)
    assert (third.done(), turns.waiting) == (False, 1)
    first()
    (await third)()
    second()
    assert turns.waiting == 0


async def test_a_place_is_given_back_once() -> None:
    turns = Turns(1)
    give_back = await turns.take("a")
    give_back()
    give_back()
    await turns.take("b")
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await turns.take("c")


async def test_who_is_cancelled_holds_no_place() -> None:
    turns = Turns(1)
    give_back = await turns.take("a")
    waiting = [asyncio.create_task(turns.take("b")) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    give_back()
    # The first was let in, but is cancelled before it notices.
    waiting[0].cancel()
    (await waiting[2])()
    (await turns.take("c"))()
    assert turns.waiting == 0


async def test_a_place_is_given_back_from_another_thread() -> None:
    turns = Turns(1)
    give_back = await turns.take("a")
    await asyncio.to_thread(give_back)
    (await turns.take("b"))()


def test_one_queue_serves_several_event_loops() -> None:
    turns = Turns(1)

    async def turn() -> None:
        (await turns.take("a"))()

    asyncio.run(turn())
    asyncio.run(turn())


async def test_a_loop_that_ended_while_waiting_is_passed_over() -> None:
    turns = Turns(1)
    give_back = await turns.take("a")

    def abandon() -> None:
        loop = asyncio.new_event_loop()
        task = loop.create_task(turns.take("gone"))
        loop.run_until_complete(asyncio.sleep(0))
        task._log_destroy_pending = False  # type: ignore[attr-defined]
        loop.close()

    await asyncio.to_thread(abandon)
    give_back()
    (await turns.take("b"))()
