"""Gateways of a fleet as processes of their own, each of which can be killed, and homes that count."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from bench.soak.home import CountingHome

from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.line import Line
from voice_gateway.fleet.turns import ask
from voice_gateway.settings.model import FleetSettings

LIGHTS = ["Hall light", "Kitchen light", "Desk light"]


class GatewayProcess:
    """One gateway of some homes; `settings` are for all of them."""

    def __init__(self, folder: Path, name: str, homes: list[dict[str, Any]], skew: float = 0.0) -> None:
        self.name = name
        self._folder = folder / name
        self._folder.mkdir(parents=True, exist_ok=True)
        self._settings = [settings | {"fleet.gateway": name} for settings in homes]
        self._skew = skew
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("VOICE_GATEWAY_")
        } | {f"XDG_{name}_HOME": str(self._folder) for name in ("DATA", "CACHE", "CONFIG")}
        with (self._folder / "log").open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tests.nats_rig.gateway", json.dumps(self._settings), str(self._skew),
                env=environment, stdout=asyncio.subprocess.PIPE, stderr=log,
            )  # fmt: skip
        assert self._process.stdout
        if not await self._process.stdout.readline():
            raise RuntimeError((self._folder / "log").read_text(encoding="utf-8")[-3000:])

    @property
    def pid(self) -> int:
        assert self._process
        return self._process.pid

    async def kill(self) -> None:
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    async def stop(self) -> None:
        """In order."""
        if self._process and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()

    def freeze(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self._process
        self._process.send_signal(signal.SIGCONT)


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

    def __init__(self, url: str, home: str, folder: Path, replicas: int = 1) -> None:
        self.url = url
        self.home = home
        self._folder = folder
        self._replicas = replicas
        self.lights = FatalHome(LIGHTS)
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
                gateway = GatewayProcess(self._folder, name, [self._settings()], skews.get(name, 0.0))
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
