"""`python -m bench soak --turns N`: N turns with random faults; figures in `build/soak.json`."""

import argparse
import asyncio
import json
import random
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.servers.ollama import scripted_ollama

from bench.soak.blocks import Block
from bench.soak.faults import Faults
from bench.soak.home import CountingHome
from bench.soak.model import FalteringModel
from bench.soak.people import Caller, TypingSatellite
from bench.soak.process import DEADLINE, GatewayProcess
from bench.soak.tally import Asked, Tally

RESULT = Path("build/soak.json")
LIGHTS = ["kitchen light", "hall lamp", "bedroom lamp", "porch light", "office lamp", "attic light"]
STORIES = ("tell me a story about the sea", "tell me a story about the tide", "tell me a story about a gull")
SETTLING = 0.7
"""Seconds after which a command of a turn that ended badly would have arrived."""

LONG, MOST_BLOCKS = 150.0, 10
"""Milliseconds after which a block is told of in full, and how many are."""

Person = Caller | TypingSatellite


@dataclass
class Soak:
    """A run: people who talk side by side, each about a light of their own."""

    turns: int
    seed: int
    kill_every: int
    tally: Tally = field(default_factory=Tally)
    _begun: int = 0

    async def run(self) -> dict[str, Any]:
        chance = random.Random(self.seed)
        model = FalteringModel(random.Random(self.seed), 0.25)
        async with self._world(chance, model) as (home, gateway):
            faults = Faults(home, gateway, chance, self.tally.faults)
            people: list[Person] = [Caller(gateway.url, chance) for _ in LIGHTS[:4]]
            people += [TypingSatellite("127.0.0.1", gateway.satellites, chance) for _ in LIGHTS[4:]]
            breaking = asyncio.create_task(faults.run())
            try:
                lanes = zip(people, LIGHTS, strict=True)
                await asyncio.gather(*(self._talk(*lane, home, gateway, chance) for lane in lanes))
                if breaking.done():
                    breaking.result()  # faults that stopped would make everything look fine
            finally:
                breaking.cancel()
                await asyncio.gather(breaking, return_exceptions=True)
                await asyncio.gather(*(person.close() for person in people))
            self.tally.faults.update(model.faults)
            return self._figures(gateway)

    @asynccontextmanager
    async def _world(
        self, chance: random.Random, model: FalteringModel
    ) -> AsyncIterator[tuple[CountingHome, GatewayProcess]]:
        with tempfile.TemporaryDirectory() as folder:
            async with CountingHome(LIGHTS).running() as home, scripted_ollama() as ollama:
                ollama.otherwise = model
                async with GatewayProcess(Path(folder), ollama.url, home.url).running() as gateway:
                    yield home, gateway

    async def _talk(
        self, person: Person, light: str, home: CountingHome, gateway: GatewayProcess, chance: random.Random
    ) -> None:
        while self._begun < self.turns:
            self._begun += 1
            if self._begun % self.kill_every == 0:
                self.tally.faults["gateway killed"] += 1
                await gateway.restart()
            await gateway.up.wait()
            asked = self._sentence(light, home, chance)
            before, since = (home.outages, gateway.starts), len(home.commands[light])
            undisturbed = home.outages % 2 == 0
            heard = await person.ask(asked.sentence)
            asked.undisturbed = undisturbed and (home.outages, gateway.starts) == before
            told = home.commands[light]
            for _ in range(round(DEADLINE) if heard.gone and asked.wanted is not None else 0):
                # Nobody hears how it ends, but it may still be done.
                await asyncio.sleep(1 if len(told) == since else 0)
            if heard.outcome not in ("done", "answered"):
                await asyncio.sleep(SETTLING)
            self.tally.judge(asked, heard, told[since:])

    def _sentence(self, light: str, home: CountingHome, chance: random.Random) -> Asked:
        wanted = not home.on[light]
        word = "on" if wanted else "off"
        kind = chance.random()
        if kind < 0.5:
            return Asked(f"turn {word} the {light}", light, wanted, sure=True)
        if kind < 0.8:
            return Asked(f"i need the {light} to be {word} please", light, wanted, sure=False)
        return Asked(chance.choice(STORIES), light, None, sure=False)

    def _figures(self, gateway: GatewayProcess) -> dict[str, Any]:
        blocks = sorted(block.ours for block in gateway.blocks) or [0.0]
        tally = self.tally
        return {
            "turns": tally.turns,
            "faults": dict(sorted(tally.faults.items())),
            "outcomes": dict(sorted(tally.outcomes.items())),
            "lost": tally.lost,
            "doubled": tally.doubled,
            "false_claims": tally.false_claims,
            "unanswered": tally.unanswered,
            "rss_growth_mb": round(gateway.growth / 2**20, 1),
            "loop_block_ms_p99": blocks[int(len(blocks) * 0.99)],
            "loop_block_ms_max": blocks[-1],
            "loop_block_ms_median": statistics.median(blocks),
            "loop_stood_still_ms_max": max((block.passed for block in gateway.blocks), default=0.0),
            "worst_blocks": [asdict(block) for block in worst_of(gateway.blocks)],
            "seed": self.seed,
            "complaints": tally.complaints[:50],
        }


def worst_of(blocks: list[Block]) -> list[Block]:
    """Those for which it is to be found out what they were."""
    return sorted((block for block in blocks if block.passed >= LONG), reverse=True)[:MOST_BLOCKS]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m bench soak", description=__doc__)
    parser.add_argument("--turns", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    parser.add_argument("--kill-every", type=int, default=1000, metavar="TURNS")
    chosen = parser.parse_args(arguments)
    figures = asyncio.run(Soak(chosen.turns, chosen.seed, chosen.kill_every).run())
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2, ensure_ascii=False))
    print(f"\nWritten to {RESULT}.")
    wrong = sum(figures[name] for name in ("lost", "doubled", "false_claims", "unanswered"))
    sys.exit(1 if wrong else 0)
