"""Those who talk to the gateway: over HTTP in conversations that come and go, and as satellites."""

import asyncio
import random
from dataclasses import dataclass
from typing import Any

import httpx
from wyoming.asr import Transcript
from wyoming.client import AsyncTcpClient
from wyoming.handle import Handled

PATIENCE = 25.0
"""Seconds after which nobody waits any more: three deadlines."""


@dataclass(frozen=True)
class Heard:
    """What came back: an outcome and words. No outcome: nothing came back at all."""

    text: str
    outcome: str | None
    gone: bool = False
    """The person went away, and did not hear it."""


class Caller:
    """Talks over HTTP. Some conversations are given up in the middle of an answer."""

    def __init__(self, url: str, chance: random.Random) -> None:
        self._http = httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False)
        self._chance = chance
        self._conversation = "first"

    async def ask(self, text: str) -> Heard:
        if self._chance.random() < 0.2:
            self._conversation = f"talk-{self._chance.randrange(10**9)}"
        body: dict[str, Any] = {"text": text, "conversation": self._conversation}
        asking = asyncio.create_task(self._http.post("/api/chat", json=body))
        if self._chance.random() < 0.03:
            await asyncio.wait({asking}, timeout=self._chance.random() * 0.2)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            return Heard("", None, gone=True)
        try:
            response = await asking
            told = response.json()
        except (httpx.HTTPError, ValueError) as error:
            return Heard(repr(error), None)
        if response.status_code == 200:
            return Heard(told["text"], told["outcome"])
        return Heard(told.get("error", ""), "failed" if "error" in told else None)

    async def close(self) -> None:
        await self._http.aclose()


class TypingSatellite:
    """Talks over Wyoming, one connection for each sentence."""

    def __init__(self, host: str, port: int, chance: random.Random) -> None:
        self._address = (host, port)
        self._chance = chance

    async def ask(self, text: str) -> Heard:
        try:
            async with asyncio.timeout(PATIENCE), AsyncTcpClient(*self._address) as line:
                await line.write_event(Transcript(text=text).event())
                if self._chance.random() < 0.05:
                    return Heard("", None, gone=True)
                event = await line.read_event()
        except (OSError, TimeoutError, asyncio.IncompleteReadError) as error:
            return Heard(repr(error), None)
        if event is None:
            return Heard("the line was closed", None)
        outcome = "done" if Handled.is_type(event.type) else "failed"
        return Heard(str(event.data.get("text", "")), outcome)

    async def close(self) -> None:
        """Nothing is held."""
