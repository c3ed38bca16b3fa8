"""`python -m bench fleet_soak`: turns of many homes over three gateways and three NATS servers, which die.

Each home has a light that counts what it is told. A turn is lost when nobody answers it, doubled when the
light is told twice, and a false claim when what was said is not what happened. Figures go to
`build/fleet_soak.json`.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.nats_rig.asking import ask
from tests.nats_rig.gateways import GatewayProcess, Nursery
from tests.nats_rig.servers import cluster

from bench.soak.fleet_faults import Faults, House
from bench.soak.home import CountingHome
from voice_gateway.errors import GatewayError
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.household import SharedHousehold
from voice_gateway.fleet.line import Line
from voice_gateway.keeping import Plans
from voice_gateway.keeping.plans import TO_TELL
from voice_gateway.settings.model import FleetSettings

RESULT = Path("build/fleet_soak.json")
LIGHT = "Hall light"
SKEWS = {"alpha": 0.0, "beta": 30.0, "gamma": -30.0}
"""The gateways, and by how many seconds each one's clock is wrong."""

SETTLING = 1.0
PLANNED = 0.03
"""The share of turns that are for later."""

AT_ONCE = 8
"""Homes in which somebody talks at the same moment."""


@dataclass
class FleetSoak:
    turns: int
    homes: int
    seed: int
    faults: Faults
    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    lost: int = 0
    doubled: int = 0
    false_claims: int = 0
    _begun: int = 0

    async def run(self) -> dict[str, Any]:
        chance = random.Random(self.seed)
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fleet-")))
            servers = stack.enter_context(cluster(folder))
            url = ",".join(server.url for server in servers)
            client = await stack.enter_async_context(connected(FleetSettings(nats_url=url), "people"))
            houses = []
            for name in (f"house{number}" for number in range(self.homes)):
                home = await stack.enter_async_context(CountingHome([LIGHT]).running())
                houses.append(House(name, home, Line(client, name), Bucket(client, name, 3)))
                await houses[-1].bucket.open()
            nursery = Nursery()
            stack.callback(nursery.close)
            gateways = [
                GatewayProcess(nursery, folder, name, [_settings(house, url) for house in houses], skew)
                for name, skew in SKEWS.items()
            ]
            for gateway in gateways:
                stack.push_async_callback(gateway.kill)
            await asyncio.gather(*(gateway.start() for gateway in gateways))
            for house in houses:  # what is planned keeps a home awake at all its gateways
                await ask(house.line, "turn off the hall light every day at three in the morning")
            began = time.monotonic()
            breaking = asyncio.create_task(self.faults.happen(gateways, servers, houses, chance))
            places = asyncio.Semaphore(AT_ONCE)
            try:
                await asyncio.gather(*(self._live(house, chance, places) for house in houses))
                if breaking.done():
                    breaking.result()
            finally:
                breaking.cancel()
                await asyncio.gather(breaking, return_exceptions=True)
            return self._figures(time.monotonic() - began)

    async def _live(self, house: House, chance: random.Random, places: asyncio.Semaphore) -> None:
        while self._begun < self.turns:
            async with places:
                self._begun += 1
                await (self._plan(house) if chance.random() < PLANNED else self._turn(house, chance))

    async def _plan(self, house: House) -> None:
        """For in three seconds. It happens once, or it is told that nobody knows."""
        wanted = not house.home.on[LIGHT]
        told = house.home.commands[LIGHT]
        since = len(told)
        sentence = f"turn {'on' if wanted else 'off'} the hall light in three seconds"
        try:
            answer = await ask(house.line, sentence, patience=90, one_try=8)
        except GatewayError as error:
            self.lost += 1
            self._note(house, sentence, str(error), [])
            return
        self.outcomes[f"planned: {answer.get('outcome', 'error')}"] += 1
        if answer.get("outcome") != "done":
            return
        until = time.monotonic() + 75  # after that it is missed, and told
        while len(told) == since and time.monotonic() < until:  # noqa: ASYNC110 - the light is told elsewhere
            await asyncio.sleep(0.2)
        await asyncio.sleep(SETTLING)
        done = told[since:]
        self.doubled += len(done) > 1
        if not done and not await self._is_told(house):
            self.lost += 1
        if done != [wanted]:
            self._note(house, sentence, answer["text"], done)

    async def _is_told(self, house: House) -> bool:
        household = SharedHousehold(house.bucket)
        try:
            await household.catch_up()
            untold = await Plans(household).find(TO_TELL)
            self.outcomes["a plan of which nobody knows"] += bool(untold)
            return bool(untold)
        finally:
            household.close()

    async def _turn(self, house: House, chance: random.Random) -> None:
        wanted = not house.home.on[LIGHT]
        told = house.home.commands[LIGHT]
        since = len(told)
        sentence = f"turn {'on' if wanted else 'off'} the hall light"
        began = time.monotonic()
        try:
            answer = await ask(
                house.line, sentence, patience=90, one_try=8, conversation=f"talk{chance.randrange(3)}"
            )
        except GatewayError as error:
            self.lost += 1
            self._note(house, sentence, str(error), told[since:])
            return
        self.seconds.append(time.monotonic() - began)
        outcome, text = answer.get("outcome", "error"), answer.get("text") or answer.get("error", "")
        self.outcomes[outcome] += 1
        if outcome != "done":
            await asyncio.sleep(SETTLING)
        done = told[since:]
        doubled = len(done) > 1
        false = (outcome == "done" and done != [wanted]) or (
            outcome != "done" and bool(done) and "not known" not in text
        )
        self.doubled += doubled
        self.false_claims += false and not doubled
        if doubled or false:
            self._note(house, sentence, text, done)

    def _note(self, house: House, sentence: str, text: str, done: list[bool]) -> None:
        line = f"{house.name}: “{sentence}” → “{text}”, and the light was told {done}"
        self.wrong.append(line)
        print(line, file=sys.stderr)

    def _figures(self, seconds: float) -> dict[str, Any]:
        taken_over = self.faults.takeovers
        ordered = sorted(taken_over) or [0.0]
        turns = sorted(self.seconds) or [0.0]
        return {
            "turns": self._begun, "homes": self.homes, "seconds": round(seconds, 1),
            "faults": dict(self.faults.counted), "outcomes": dict(self.outcomes), "lost": self.lost,
            "doubled": self.doubled, "false_claims": self.false_claims, "takeovers": len(taken_over),
            "takeover_p50_s": round(_at(ordered, 0.5), 2), "takeover_p99_s": round(_at(ordered, 0.99), 2),
            "turn_p50_ms": round(1000 * _at(turns, 0.5), 1), "turn_p99_ms": round(1000 * _at(turns, 0.99), 1),
            "wrong": self.wrong[:20],
        }  # fmt: skip


def _at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def _settings(house: House, url: str) -> dict[str, Any]:
    return {
        "provider": "ollama", "ollama.base_url": "http://127.0.0.1:9", "search.browser": False,
        "caller": "model", "metrics": False, "home.zwave_url": house.home.url, "fleet.nats_url": url,
        "fleet.home": house.name, "fleet.replicas": 3,
    }  # fmt: skip


def main(arguments: list[str]) -> None:
    reader = argparse.ArgumentParser(prog="python -m bench fleet_soak", description=__doc__)
    reader.add_argument("--turns", type=int, default=3000)
    reader.add_argument("--homes", type=int, default=50)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--fault-every", type=float, default=12.0, help="seconds between two faults")
    given = reader.parse_args(arguments)
    figures = asyncio.run(FleetSoak(given.turns, given.homes, given.seed, Faults(given.fault_every)).run())
    RESULT.parent.mkdir(exist_ok=True)
    RESULT.write_text(json.dumps(figures, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2, ensure_ascii=False))
    sys.exit(bool(figures["lost"] or figures["doubled"] or figures["false_claims"]))
