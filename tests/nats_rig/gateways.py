"""Gateways of a fleet as processes of their own, each of which can be killed, and homes that count."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from bench.soak.home import CountingHome

from tests.nats_rig.asking import ask
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.line import Line
from voice_gateway.settings.model import FleetSettings

LIGHTS = ["Hall light", "Kitchen light", "Desk light"]


class Nursery:
    """Where gateways come from. One for all that are started."""

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.nats_rig.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={name: value for name, value in os.environ.items() if not name.startswith("VOICE_GATEWAY_")},
        )

    def raise_one(self, folder: Path, settings: list[dict[str, Any]], skew: float) -> int:
        assert self._process.stdin
        assert self._process.stdout
        told = {"folder": str(folder), "settings": settings, "skew": skew}
        with self._one_at_a_time:
            self._process.stdin.write(json.dumps(told) + "\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


class GatewayProcess:
    """One gateway of some homes."""

    def __init__(
        self, nursery: Nursery, folder: Path, name: str, homes: list[dict[str, Any]], skew: float = 0.0
    ) -> None:
        self.name = name
        self.pid = 0
        self._nursery = nursery
        self._folder = folder / name
        self._folder.mkdir(parents=True, exist_ok=True)
        self._settings = [settings | {"fleet.gateway": name} for settings in homes]
        self._skew = skew

    async def start(self) -> None:
        ready = self._folder / "ready"
        ready.unlink(missing_ok=True)
        self.pid = await asyncio.to_thread(self._nursery.raise_one, self._folder, self._settings, self._skew)
        while not ready.exists():
            if not self.lives:
                raise RuntimeError((self._folder / "log").read_text(encoding="utf-8")[-3000:])
            await asyncio.sleep(0.05)

    @property
    def lives(self) -> bool:
        return Path(f"/proc/{self.pid}").exists()

    async def kill(self) -> None:
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """In order."""
        await self._end(signal.SIGTERM)

    def freeze(self) -> None:
        os.kill(self.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.pid, signal.SIGCONT)

    async def _end(self, how: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            if self.pid:
                os.kill(self.pid, how)
        while self.pid and self.lives:  # noqa: ASYNC110 - no child of ours, whom one could wait for
            await asyncio.sleep(0.02)


class FatalHome(CountingHome):
    """At one command, somebody dies before it is confirmed."""

    victim: int | None = None
    """The process that is killed when the next command comes."""

    def _result(self, request: dict[str, Any]) -> dict[str, Any]:
        told = super()._result(request)
        if self.victim and request["command"] == "node.set_value":
            os.kill(self.victim, signal.SIGKILL)
            self.victim = None
        return told


class Fleet:
    """Some gateways over one NATS, and one home, which counts what it is told."""

    def __init__(self, nursery: Nursery, url: str, home: str, folder: Path, replicas: int = 1) -> None:
        self._nursery = nursery
        self.url = url
        self.home = home
        self._folder = folder
        self._replicas = replicas
        self.lights = FatalHome(LIGHTS)
        self.apart: dict[str, dict[str, Any]] = {}
        """What is set at one gateway only, by its name."""

        self.gateways: dict[str, GatewayProcess] = {}

    @asynccontextmanager
    async def running(self, *names: str, **skews: float) -> AsyncIterator["Fleet"]:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(self.lights.running())
            client = await stack.enter_async_context(
                connected(FleetSettings(nats_url=self.url), "somebody who asks")
            )
            self.bucket, self.line = Bucket(client, self.home), Line(client, self.home)
            for name in names:
                settings = self._settings() | self.apart.get(name, {})
                gateway = GatewayProcess(self._nursery, self._folder, name, [settings], skews.get(name, 0.0))
                self.gateways[name] = gateway
                stack.push_async_callback(gateway.kill)
            await asyncio.gather(*(gateway.start() for gateway in self.gateways.values()))
            yield self

    async def ask(self, text: str, **more: Any) -> dict[str, Any]:
        """Of whichever gateway takes it."""
        return await ask(self.line, text, **{"patience": 40.0, "one_try": 5.0, **more})

    async def owner(self, other_than: str = "") -> str:
        """Who has the home, once somebody has; or somebody else than before."""
        while True:
            held = await self.bucket.get("lease")
            owner = str(json.loads(held.value)["gateway"]) if held and held.value else ""
            if owner and owner != other_than:
                return owner
            await asyncio.sleep(0.05)

    def _settings(self) -> dict[str, Any]:
        return {
            "provider": "ollama", "ollama.base_url": "http://127.0.0.1:9", "search.browser": False,
            "home.zwave_url": self.lights.url, "timezone": "Europe/Berlin", "caller": "model",
            "fleet.nats_url": self.url, "fleet.home": self.home, "fleet.replicas": self._replicas,
        }  # fmt: skip
