"""What would come of a sentence: said to a copy of the home, where nothing that happens is real."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from voice_gateway.console.questions import open_question
from voice_gateway.console.refused import Refused
from voice_gateway.console.shapes import Text
from voice_gateway.conversation import Conversation
from voice_gateway.devices import Device, Home, Resolver, SimulatedHome
from voice_gateway.devices.home_file import HomePlan
from voice_gateway.devices.resolution import Matched
from voice_gateway.devices.speech import condition
from voice_gateway.errors import GatewayError
from voice_gateway.gateway import Gateway
from voice_gateway.make_believe import MakeBelieve
from voice_gateway.models import ChatClient
from voice_gateway.models.provider import choose_client, ollama_models
from voice_gateway.planning import overview
from voice_gateway.trace import Understood
from voice_gateway.wishes import Step, read_wish
from voice_gateway.wishes.plain import tree_of

BUILT_IN = "built-in"


class Attempt(BaseModel):
    """A sentence to try."""

    model_config = ConfigDict(extra="forbid", strict=True)

    text: Text
    room: str = Field("", max_length=100)
    models: list[str] = Field([], max_length=2, description="Who is to answer; who does when it is empty.")


class WouldChange(BaseModel):
    device: str
    name: str
    before: str
    after: str


class Tried(BaseModel):
    """What would come of it with one model."""

    model: str
    answer: str
    outcome: str
    question: str | None = Field(None, description="What the person would be asked first.")
    wish: str | None = Field(None, description="What was understood, in the language of wishes.")
    tree: Any = None
    by: str | None = Field(None, description="Who read it: rules, the call maker, a routine.")
    targets: list[str] = Field([], description="The devices that are meant.")
    changes: list[WouldChange] = []
    plans: list[str] = Field([], description="What would wait then.")
    trace: dict[str, Any] = {}
    problem: str | None = None


class TriedAll(BaseModel):
    tried: list[Tried]


class Models(BaseModel):
    models: list[str] = Field(description="Who could answer; the first one does.")


class Trying:
    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._alone = asyncio.Lock()

    async def models(self) -> Models:
        settings = self._gateway.settings
        theirs = sorted(await ollama_models(settings.ollama) or ())
        return Models(models=list(dict.fromkeys([self._gateway.client.name, *theirs, BUILT_IN])))

    async def attempt(self, asked: Attempt) -> TriedAll:
        """One after the other: they share what sentences are read with."""
        home = self._gateway.home
        if home is None:
            raise Refused(409, "There is no home here to copy.")
        async with self._alone:
            return TriedAll(tried=[await self._with(one, asked, home) for one in asked.models or [""]])

    async def _with(self, model: str, asked: Attempt, home: Home) -> Tried:
        try:
            async with self._client(model) as client:
                return await self._say(client, asked, home)
        except GatewayError as error:
            return Tried(model=model, answer="", outcome="failed", problem=str(error))

    async def _say(self, client: ChatClient, asked: Attempt, home: Home) -> Tried:
        copy = SimulatedHome(HomePlan("a copy of the home", home.devices(), delay=0))
        before = {device.id: device for device in home.devices()}
        made_up = await asyncio.to_thread(lambda: self._made_up)  # takes a while, and few try anything
        made_up.who = lambda _: client
        async with made_up.gateway(copy) as gateway:
            conversation = Conversation()
            answer = await gateway.turn(asked.text, conversation, room=asked.room)
            waiting = conversation.pending
            understood = answer.trace.last(Understood)
            return Tried(
                model=client.name,
                answer=answer.text,
                outcome=str(answer.outcome),
                question=open_question(waiting, copy).text if waiting else None,
                wish=understood.wish if understood else None,
                tree=tree_of(read_wish(understood.wish)) if understood else None,
                by=understood.by if understood else None,
                targets=_targets(understood.wish, copy, asked.room) if understood else [],
                changes=[
                    _change(before[one.id], one)
                    for one in copy.devices()
                    if one.state != before[one.id].state
                ],
                plans=[one.words for one in await overview(gateway.planning.desk)]
                if gateway.planning
                else [],
                trace=answer.trace.as_dict(),
            )

    @cached_property
    def _made_up(self) -> MakeBelieve:
        settings = self._gateway.settings
        return MakeBelieve(settings, lambda _: self._gateway.client, fast_path=settings.fast_path)

    @asynccontextmanager
    async def _client(self, model: str) -> AsyncIterator[ChatClient]:
        if model in ("", self._gateway.client.name):
            yield self._gateway.client
            return
        settings = self._gateway.settings
        if model == BUILT_IN:
            other = settings.model_copy(update={"provider": "builtin"})
        else:
            named = settings.ollama.model_copy(update={"model": model})
            other = settings.model_copy(update={"provider": "ollama", "ollama": named})
        client = (await choose_client(other)).client
        try:
            yield client
        finally:
            await client.close()


def _targets(line: str, home: Home, room: str) -> list[str]:
    """What the steps of a wish mean here."""
    resolver, wish = Resolver(home.registry), read_wish(line)
    steps = [part for part in wish.parts if isinstance(part, Step) and part.target.name]
    found = [resolver.resolve(step.target.words, room=room) for step in steps]
    return [device.name for one in found if isinstance(one, Matched) for device in one.devices]


def _change(before: Device, after: Device) -> WouldChange:
    return WouldChange(device=after.id, name=after.name, before=condition(before), after=condition(after))
