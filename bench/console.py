"""What the console adds to a turn: `/api/ask` over HTTP against calling the gateway itself.

Both have the same instant server and take turns in one run, so that the noise of the machine falls on both
alike. The one over HTTP is the whole way of a program on the same machine: its own client, the socket, the
door, JSON and the answer's trace.
"""

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable

import httpx

from bench.elsewhere import data_elsewhere
from bench.figure import Figure
from bench.instant_server import WORDS, instant_server
from voice_gateway.assembly import open_gateway
from voice_gateway.console import Console, access_for, create_app, listen, serving
from voice_gateway.conversation import Conversation
from voice_gateway.gateway import Gateway
from voice_gateway.settings import load_settings

SENTENCE = "turn on the kitchen light"
ROUNDS, TURNS = 20, 20

Turn = Callable[[], Awaitable[str]]


def _direct(gateway: Gateway) -> Turn:
    async def turn() -> str:
        return (await gateway.turn(SENTENCE, Conversation())).text

    return turn


def _over_http(client: httpx.AsyncClient) -> Turn:
    async def turn() -> str:
        response = await client.post("/api/ask", json={"text": SENTENCE})
        return str(response.raise_for_status().json()["text"])

    return turn


async def _seconds(turns: dict[str, Turn]) -> dict[str, list[float]]:
    """Seconds per turn, one median per round. The two take turns within a round."""
    spent: dict[str, list[float]] = {name: [] for name in turns}
    for turn in turns.values():
        for _ in range(5):
            assert await turn() == WORDS
    for _ in range(ROUNDS):
        for name, turn in turns.items():
            times = []
            for _ in range(TURNS):
                began = time.perf_counter()
                await turn()
                times.append(time.perf_counter() - began)
            spent[name].append(statistics.median(times))
    return spent


async def _measure(url: str) -> dict[str, list[float]]:
    settings = load_settings(
        environment={},
        command_line={
            "provider": "ollama",
            "ollama.base_url": url,
            "fast_path": False,
            "console.requests_per_minute": 1_000_000,
        },
    ).settings
    async with open_gateway(settings) as gateway:
        console = Console(gateway)
        app = create_app(console, access_for(settings))
        async with (
            serving(app, listen("127.0.0.1", 0), console.live.close) as served,
            httpx.AsyncClient(base_url=served.url, trust_env=False) as client,
        ):
            return await _seconds({"direct": _direct(gateway), "http": _over_http(client)})


def measure() -> list[Figure]:
    with instant_server() as url, data_elsewhere():
        seconds = asyncio.run(_measure(url))
    added = [over - direct for over, direct in zip(seconds["http"], seconds["direct"], strict=True)]
    return [
        Figure("console_turn_ms", statistics.median(seconds["http"]) * 1000, "a turn through /api/ask"),
        Figure(
            "console_added_ms",
            statistics.median(added) * 1000,
            "what HTTP adds to a turn, against calling the gateway",
            target=5,
        ),
    ]
