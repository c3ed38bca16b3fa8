"""How long it takes to decide what a sentence is, and to carry out one that needs no model."""

import asyncio
import statistics
import time

from bench.figure import Figure
from voice_gateway.assembly import home_words
from voice_gateway.devices import Resolver, load_home
from voice_gateway.devices.mcp_server.device_tools import DeviceTools
from voice_gateway.fast_path import FastPath
from voice_gateway.routing import MicroRouter, read_act
from voice_gateway.wishes import NOTHING
from voice_gateway.wishes.calls import calls_of

SENTENCES = (
    "turn on the kitchen light",
    "is the front door locked?",
    "set the bedroom to twenty one degrees",
    "what time is it in tokyo",
    "turn the volume up a bit",
    "who is the president of france",
    "tell me a joke about cheese",
    "turn off the lights and lock the front door",
)
ROUNDS = 50


def measure() -> list[Figure]:
    home = load_home(None, delay=0)
    router = MicroRouter(home_words(home))
    fast = FastPath(Resolver(home.registry))
    router.classify(SENTENCES[0])
    routed = [_milliseconds(router, sentence) for _ in range(ROUNDS) for sentence in SENTENCES]
    commanded = asyncio.run(_commands(DeviceTools(home), router, fast))
    read_act(SENTENCES[0])
    acts = [_act_milliseconds(sentence) for _ in range(ROUNDS) for sentence in SENTENCES]
    return [
        Figure(
            "act_read_ms",
            statistics.median(acts),
            "sentence to act and verbs, when it is said for the first time",
        ),
        Figure("route_ms", statistics.median(routed), "sentence to intent", target=1),
        Figure("fast_path_ms", statistics.median(commanded), "sentence to device command", target=10),
    ]


def _milliseconds(router: MicroRouter, sentence: str) -> float:
    began = time.perf_counter()
    router.classify(sentence)
    return (time.perf_counter() - began) * 1000


def _act_milliseconds(sentence: str) -> float:
    read_act.cache_clear()
    began = time.perf_counter()
    read_act(sentence)
    return (time.perf_counter() - began) * 1000


async def _commands(tools: DeviceTools, router: MicroRouter, fast: FastPath) -> list[float]:
    """From the sentence until a device of the simulated home has been switched."""

    async def no(_question: str) -> bool:
        return False

    spent = []
    for _ in range(ROUNDS):
        for sentence in SENTENCES[:3:2]:
            began = time.perf_counter()
            [call] = calls_of(fast.read(sentence, router.classify(sentence)) or NOTHING)
            answer = await tools.call(call["name"], call["args"], no)
            spent.append((time.perf_counter() - began) * 1000)
            assert not answer.is_error
    return spent
