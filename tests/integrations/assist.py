"""Assist of a real Home Assistant, with our component as its agent and a gateway whose home it is."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tests.console.rig import Rig, open_rig
from tests.home_assistant_rig.rig import HomeAssistant, Json, Visitor, spoken
from voice_gateway.console import Access

TOKEN = "a token of the gateway"


@asynccontextmanager
async def open_gateway_for(house: HomeAssistant, *, token: str = TOKEN, like: str = "") -> AsyncIterator[Rig]:
    """A gateway that lets nobody in without the token; at the address of another when that is gone."""
    home: dict[str, Any] = {
        "home__home_assistant_url": house.url,
        "home__home_assistant_token": house.token,
    }
    port = urlsplit(like).port or 0
    async with open_rig(access=Access(token), port=port, fast_path=True, **home) as rig:
        assert rig.url == like or not like
        yield rig


@dataclass
class Assist:
    """Someone who talks to Assist."""

    owner: Visitor
    entry: Json
    agent: str
    conversation: str | None = None

    async def say(self, text: str) -> Json:
        """The result of the next sentence of the conversation."""
        asked = {"text": text, "agent_id": self.agent, "conversation_id": self.conversation, "language": "en"}
        result: Json = await self.owner.command("conversation/process", **asked)
        self.conversation = result["conversation_id"]
        return result

    async def words(self, text: str) -> str:
        return spoken(await self.say(text))


async def choose(owner: Visitor, gateway: Rig) -> Assist:
    """Connect the gateway as its owner would, on the page of Home Assistant."""
    entry = await owner.add("voice_gateway", {"url": gateway.url, "token": TOKEN})
    return Assist(owner, entry, await owner.entity_of(entry, "conversation"))


@dataclass
class Satellite:
    """A device that people speak to, and the pipeline that it runs."""

    owner: Visitor
    device: str
    pipeline: str
    conversation: str | None = None

    async def hear(self, text: str) -> list[Json]:
        """Everything that Assist reports about the next sentence."""
        events = await self.owner.run_pipeline(
            start_stage="intent", end_stage="intent", input={"text": text}, pipeline=self.pipeline,
            device_id=self.device, conversation_id=self.conversation,
        )  # fmt: skip
        self.conversation = result(events)["conversation_id"]
        return events


def result(events: list[Json]) -> Json:
    """What came of it in the end."""
    [ended] = [event["data"] for event in events if event["type"] == "intent-end"]
    output: Json = ended["intent_output"]
    return output


def pieces(events: list[Json]) -> list[str]:
    """The words as they came."""
    deltas = [event["data"]["chat_log_delta"] for event in events if event["type"] == "intent-progress"]
    return [delta["content"] for delta in deltas if delta.get("content")]


@asynccontextmanager
async def placed(assist: Assist, area: str) -> AsyncIterator[Satellite]:
    """A device in this area that speaks to the agent. The demo's notifier has nothing that is exposed."""
    owner = assist.owner
    areas: dict[str, Any] = {
        one["name"]: one["area_id"] for one in await owner.command("config/area_registry/list")
    }
    devices = await owner.command("config/device_registry/list")
    device = next(one["id"] for one in devices if one["name"] == "Notifier")
    await owner.command("config/device_registry/update", device_id=device, area_id=areas[area])
    nothing = dict.fromkeys(("stt_engine", "stt_language", "tts_engine", "tts_language", "tts_voice"))
    pipeline = await owner.command(
        "assist_pipeline/pipeline/create", name="Gateway", language="en", conversation_language="en",
        conversation_engine=assist.agent, wake_word_entity=None, wake_word_id=None, **nothing,
    )  # fmt: skip
    try:
        yield Satellite(owner, device, pipeline["id"])
    finally:
        await owner.command("assist_pipeline/pipeline/delete", pipeline_id=pipeline["id"])
        await owner.command("config/device_registry/update", device_id=device, area_id=None)
