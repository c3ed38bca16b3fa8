"""Conversations that are kept: listed, found, named, judged and deleted."""

import asyncio
from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.corrections import corrections_file, write_down
from voice_gateway.console.history import History
from voice_gateway.console.history_shapes import (
    ConversationName,
    ConversationSummary,
    ConversationView,
    Found,
    Judged,
    Judgement,
)
from voice_gateway.console.operations import Operation, Parameter
from voice_gateway.console.refused import Refused
from voice_gateway.console.requests import body_of, number_of, reply
from voice_gateway.devices import Home

_ID = Parameter("conversation", "path", {"type": "string", "minLength": 1, "maxLength": 200}, "Its id.")
_TURN = Parameter("turn", "path", {"type": "integer", "minimum": 1, "maximum": 2**53}, "Its number.")
_WORDS = Parameter("search", "query", {"type": "string", "maxLength": 200}, "Words that were said.")
_LIMIT = Parameter(
    "limit", "query", {"type": "integer", "minimum": 1, "maximum": 500, "default": 50}, "How many at most."
)
_LATEST = Parameter(
    "limit", "query", {"type": "integer", "minimum": 1, "maximum": 20_000, "default": 30}, "The latest turns."
)
_NONE = {404: "There is none."}


class HistoryApi:
    def __init__(self, history: History, home: Home | None) -> None:
        self._history = history
        self._home = home

    def operations(self) -> list[Operation]:
        group = "Conversations"
        return [
            Operation(
                "conversations", "GET", "/api/conversations", group, "Find conversations", self.search,
                gives=Found, parameters=(_WORDS, _LIMIT),
            ),
            Operation(
                "conversation", "GET", "/api/conversations/{conversation}", group, "Read one", self.read,
                gives=ConversationView, parameters=(_ID, _LATEST), problems=_NONE,
            ),
            Operation(
                "name_conversation", "POST", "/api/conversations/{conversation}", group, "Name one",
                self.rename, ConversationName, ConversationSummary, parameters=(_ID,), problems=_NONE,
            ),
            Operation(
                "judge", "POST", "/api/turns/{turn}/judgement", group, "Say whether an answer was right",
                self.judge, Judgement, Judged, parameters=(_TURN,), problems=_NONE,
            ),
        ]  # fmt: skip

    async def search(self, request: Request) -> Response:
        words = request.query_params.get("search", "")[:200]
        found = await asyncio.to_thread(self._history.search, words, number_of(request, _LIMIT))
        return reply(Found(conversations=[ConversationSummary(**one) for one in found]))

    async def read(self, request: Request) -> Response:
        name = str(request.path_params["conversation"])
        found = await asyncio.to_thread(self._history.read, name, number_of(request, _LATEST))
        if found is None:
            raise Refused(404, "There is no such conversation.")
        called, turns = found
        return reply(
            ConversationView.model_validate({"id": name, "name": called, "turns": map(asdict, turns)})
        )

    async def rename(self, request: Request) -> Response:
        name, asked = str(request.path_params["conversation"]), await body_of(request, ConversationName)
        if not await asyncio.to_thread(self._history.rename, name, asked.name):
            raise Refused(404, "There is no such conversation.")
        found = await asyncio.to_thread(self._history.read, name)
        turns = found[1] if found else []
        last = turns[-1].at if turns else 0.0
        return reply(ConversationSummary(id=name, name=asked.name, last=last, turns=len(turns)))

    async def judge(self, request: Request) -> Response:
        asked = await body_of(request, Judgement)
        given = str(request.path_params["turn"])
        number = int(given) if given.isascii() and given.isdigit() and len(given) < 17 else 0
        if not await asyncio.to_thread(self._history.rate, number, asked.good, asked.wanted):
            raise Refused(404, "There is no such turn.")
        if asked.good or not asked.wanted:
            return reply(Judged(file=None))
        await asyncio.to_thread(self._write_down, number)
        return reply(Judged(file=str(corrections_file())))

    def _write_down(self, number: int) -> None:
        turn = self._history.turn(number)
        before = self._history.read(turn.conversation) if turn else None
        if turn and before:
            earlier = [one.sentence for one in before[1] if one.id < number][-3:]
            write_down(turn, self._home.devices() if self._home else (), earlier)
