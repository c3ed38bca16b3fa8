"""Tasks that run beside others end when they are told to."""

import asyncio

from voice_gateway.tasks import end


async def test_a_task_that_lost_its_cancellation_is_told_again() -> None:
    begun, lost = asyncio.Event(), 0

    async def deaf_once() -> None:
        nonlocal lost
        while True:
            try:
                begun.set()
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                if lost:
                    raise
                lost += 1

    task = asyncio.create_task(deaf_once())
    await begun.wait()
    async with asyncio.timeout(20):
        await end(task)
    assert task.cancelled()
    assert lost == 1


async def test_what_had_failed_or_never_began_is_no_trouble() -> None:
    async def fails() -> None:
        raise ValueError("no")

    task = asyncio.create_task(fails())
    await asyncio.sleep(0)
    await end(task, None)
    assert task.done()
