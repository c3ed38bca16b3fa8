"""Nothing twice: what is meant is written down first, and who asks again is told what came of it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from voice_gateway.fleet.actions import Actions, NotKnown, Withdrawn
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.errors import Conflict

MEANT = {"device": "lamp"}


def counting(done: list[str]) -> Callable[[], Coroutine[Any, Any, dict[str, Any]]]:
    async def do() -> dict[str, Any]:
        done.append("lamp")
        return {"on": True}

    return do


async def test_s90_an_action_that_is_asked_for_again_is_answered_from_the_record(bucket: Bucket) -> None:
    done: list[str] = []
    first, second = Actions(bucket, "one"), Actions(bucket, "two")
    assert await first.once("a1", MEANT, counting(done)) == {"on": True}
    await first.settled()
    assert await second.once("a1", MEANT, counting(done)) == {"on": True}
    assert done == ["lamp"]


async def test_s90_what_was_begun_and_never_ended_is_not_known_and_not_done_again(bucket: Bucket) -> None:
    done: list[str] = []
    task = asyncio.ensure_future(Actions(bucket, "one")._once("a1", MEANT, _held(done)))
    while not done:  # noqa: ASYNC110 - the server answers in its own time
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(NotKnown):
        await Actions(bucket, "two").once("a1", MEANT, counting(done))
    assert done == ["begun"]


def _held(done: list[str]) -> Callable[[], Coroutine[Any, Any, dict[str, Any]]]:
    async def begin() -> dict[str, Any]:
        done.append("begun")
        await asyncio.Event().wait()
        return {}

    return begin


async def test_two_who_ask_at_once_have_it_done_once(bucket: Bucket) -> None:
    done: list[str] = []
    actions = Actions(bucket, "one")
    both = await asyncio.gather(*(actions.once("a1", MEANT, counting(done)) for _ in range(2)))
    assert both == [{"on": True}] * 2
    assert done == ["lamp"]


async def test_what_was_withdrawn_can_never_begin_and_what_has_begun_cannot_be_withdrawn(
    bucket: Bucket,
) -> None:
    done: list[str] = []
    actions = Actions(bucket, "one")
    await actions.withdraw("a1")
    with pytest.raises(Withdrawn):
        await actions.once("a1", MEANT, counting(done))
    assert not done
    await actions.once("a2", MEANT, counting(done))
    with pytest.raises(Conflict):
        await actions.withdraw("a2")
