"""A pool of model servers is used by load and health, and a server that dies costs no answer."""

import httpx
import pytest

from tests.home import household, settings_for
from tests.servers.ollama import say as ollama_says
from tests.servers.ollama import scripted_ollama
from tests.servers.openai import fail, reset, say, scripted_openai
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.models.openai import OpenAIClient
from voice_gateway.models.pool import ModelServer, Pool
from voice_gateway.routing import Intent

URLS = ("http://a", "http://b", "http://c")


@pytest.mark.parametrize("dies", [reset, fail(503, "overloaded")])
async def test_s92_a_server_that_dies_costs_no_answer(dies: object) -> None:
    async with scripted_openai(otherwise=say("Fine.")) as one, scripted_openai(otherwise=say("Fine.")) as two:
        settings = settings_for(openai__base_url=one.url, openai__servers=(two.url,))
        async with household(OpenAIClient(settings.openai), [], Intent.GENERAL, settings) as house:
            assert await house.ask("tell me a story about the sea") == "Fine."
            [used, other] = (one, two) if one.chats else (two, one)
            used.otherwise = dies  # type: ignore[assignment]
            assert await house.ask("tell me a story about the sea") == "Fine."
            assert other.chats
            asked = len(used.chats)
            assert await house.ask("tell me a story about the sea") == "Fine."
            assert len(used.chats) == asked  # it is left alone for a while


async def test_s92_ollama_servers_are_a_pool_too() -> None:
    async with scripted_ollama([ollama_says("Fine.")]) as there:
        settings = settings_for(ollama__base_url="http://127.0.0.1:9", ollama__servers=(there.url,))
        pool = Pool.of((settings.ollama.base_url, there.url))
        client = OllamaClient(settings.ollama, transport=pool)
        async with household(client, [], Intent.GENERAL, settings) as house:
            assert await house.ask("tell me a story about the sea") == "Fine."


def test_s92_a_home_keeps_to_its_favourite_unless_that_is_much_busier() -> None:
    pool = Pool.of(URLS, home="ours")
    favourite = pool.in_order()[0]
    assert {Pool.of(URLS, home=f"home {number}").in_order()[0].url for number in range(30)} == {
        httpx.URL(url) for url in URLS
    }
    favourite.busy = 2
    assert pool.in_order()[0] is favourite
    favourite.busy = 3
    assert pool.in_order()[-1] is favourite


def test_s92_a_server_that_failed_is_the_last_resort_until_it_has_rested() -> None:
    pool = Pool.of(URLS)
    first = pool.in_order()[0]
    first.fails()
    assert pool.in_order()[-1] is first
    first.answers()
    assert pool.in_order()[0] is first


async def test_an_answer_that_ended_leaves_its_server_free() -> None:
    async with scripted_openai(otherwise=say("Fine.")) as one:
        pool = Pool([ModelServer(httpx.URL(one.server.url))])
        async with httpx.AsyncClient(transport=pool) as http:
            for _ in range(3):
                told = await http.post("http://pool/v1/chat/completions", json={"model": "m"})
                assert told.status_code == 200
        assert (pool.servers[0].busy, pool.servers[0].answered) == (0, 3)
