"""A second model server is asked where the first does not begin in time, and only where no tool can act."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from tests.servers.http import Connection
from tests.servers.openai import ScriptedOpenAI, fail, reset, say, scripted_openai
from voice_gateway.models.hedging import Pace
from voice_gateway.models.pool import Pool

SAYING = {"model": "m", "messages": [{"role": "user", "content": "hello"}]}
TOOL = {"type": "function", "function": {"name": "turn_on", "parameters": {"type": "object"}}}


class Pair:
    """The favourite of a home, which begins when it is let, and another server, which answers at once."""

    def __init__(self, pool: Pool, slow: ScriptedOpenAI, quick: ScriptedOpenAI) -> None:
        self.pool = pool
        self.slow = slow
        self.quick = quick
        self.may_begin = asyncio.Event()

    async def begins_late(self, connection: Connection) -> None:
        await self.may_begin.wait()
        await say("At last.")(connection)

    async def ask(self, body: dict[str, Any]) -> str:
        async with httpx.AsyncClient(transport=self.pool, timeout=20) as http:
            told = await http.post("http://pool/v1/chat/completions", json=body)
            return str(told.json()["choices"][0]["message"]["content"])


@asynccontextmanager
async def pair() -> AsyncIterator[Pair]:
    async with scripted_openai() as one, scripted_openai() as two:
        pool = Pool.of((one.server.url, two.server.url), home="ours")
        favourite, other = pool.in_order()
        for _ in range(10):
            favourite.pace.note(0.01)
        slow, quick = (one, two) if str(favourite.url) == one.server.url else (two, one)
        assert str(other.url) == quick.server.url
        opened = Pair(pool, slow, quick)
        slow.otherwise, quick.otherwise = opened.begins_late, say("Here.")
        try:
            yield opened
        finally:
            opened.may_begin.set()


async def test_s92_what_is_only_said_is_asked_of_a_second_server_when_the_first_does_not_begin() -> None:
    async with pair() as servers:
        assert await servers.ask(SAYING) == "Here."
        assert (len(servers.slow.chats), len(servers.quick.chats)) == (1, 1)
        assert [server.busy for server in servers.pool.servers] == [0, 0]


async def test_s92_where_a_tool_may_act_nobody_else_is_asked_meanwhile() -> None:
    async with pair() as servers:
        for bound in ({"tools": [TOOL]}, {"response_format": {"type": "json_object"}}):
            asking = asyncio.create_task(servers.ask({**SAYING, **bound}))
            await asyncio.sleep(0.6)  # twice as long as would be late
            servers.may_begin.set()
            assert await asking == "At last."
            servers.may_begin.clear()
        assert not servers.quick.chats


async def test_the_first_answers_after_all_when_the_second_fails() -> None:
    async with pair() as servers:
        servers.quick.otherwise = reset
        asking = asyncio.create_task(servers.ask(SAYING))
        while not servers.quick.chats:  # noqa: ASYNC110 - it is asked on a line of its own
            await asyncio.sleep(0.02)
        servers.may_begin.set()
        assert await asking == "At last."


async def test_a_pool_that_is_slow_altogether_is_not_asked_everything_twice() -> None:
    async with pair() as servers:
        assert await servers.ask(SAYING) == "Here."
        asking = asyncio.create_task(servers.ask(SAYING))
        await asyncio.sleep(0.6)
        servers.may_begin.set()
        assert await asking == "At last."
        assert servers.pool.hedge.twice == 1


async def test_a_server_that_dies_before_its_first_word_costs_no_answer() -> None:
    async def headers_only(connection: Connection) -> None:
        await connection.start_chunks("text/event-stream")
        connection.reset()

    async with pair() as servers:
        servers.slow.otherwise = headers_only
        assert await servers.ask(SAYING | {"tools": [TOOL]}) == "Here."


async def test_who_asks_gets_the_refusal_when_all_refuse() -> None:
    async with pair() as servers:
        servers.slow.otherwise = servers.quick.otherwise = fail(503, "overloaded")
        async with httpx.AsyncClient(transport=servers.pool) as http:
            assert (await http.post("http://pool/v1/chat/completions", json=SAYING)).status_code == 503


def test_nothing_is_late_before_beginnings_were_seen() -> None:
    pace = Pace()
    for _ in range(7):
        pace.note(2.0)
    assert pace.late is None
    pace.note(2.0)
    assert pace.late == 2.0
