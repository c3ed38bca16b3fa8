"""The console's own interface, under /api."""

import asyncio
from datetime import datetime

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from voice_gateway.caller import PERSON, Caller
from voice_gateway.console.callers import caller_of, recognisable
from voice_gateway.console.console import Console
from voice_gateway.console.insight_shapes import Stats, Tools, ToolView
from voice_gateway.console.operations import Operation, Parameter
from voice_gateway.console.requests import body_of, number_of, reply, wants_events
from voice_gateway.console.shapes import (
    About,
    DeviceCommand,
    Done,
    Forgotten,
    HomeView,
    Message,
    Question,
    Said,
)
from voice_gateway.console.stats import first_moment, stats
from voice_gateway.console.talk import Saying
from voice_gateway.conversation import Conversation
from voice_gateway.devices import parse_command
from voice_gateway.engine.disconnect import unless_gone
from voice_gateway.tools.time_zones import find_zone

EVENTS = "text/event-stream"
_NOT_UNDERSTOOD = {400: "The text is empty or too long, or the body is no JSON.", 503: "No model answers."}
_DAYS = Parameter(
    "days", "query", {"type": "integer", "minimum": 1, "maximum": 90, "default": 7}, "How far back."
)


class OwnApi:
    """What the page, and anyone else, asks of the gateway."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def operations(self) -> list[Operation]:
        talk, home, insight = "Talk", "Home", "Insight"
        return [
            Operation(
                "ask", "POST", "/api/ask", talk, "Ask one question", self.ask, Question, Said,
                streams=EVENTS, problems=_NOT_UNDERSTOOD,
            ),
            Operation(
                "chat", "POST", "/api/chat", talk, "Say the next sentence of a conversation", self.chat,
                Message, Said, streams=EVENTS, problems=_NOT_UNDERSTOOD,
            ),
            Operation(
                "forget", "DELETE", "/api/chat/{conversation}", talk, "Forget a conversation", self.forget,
                gives=Forgotten, parameters=(_name("conversation", "Its id."),),
            ),
            Operation("home", "GET", "/api/home", home, "See all devices", self.home, gives=HomeView),
            Operation(
                "command", "POST", "/api/home/devices/{device}/command", home, "Switch a device by hand",
                self.command, DeviceCommand, Done, parameters=(_name("device", "Its id, from /api/home."),),
                problems={
                    404: "There is no such device.",
                    409: "The device did not do it; the error says why.",
                    428: "The device is guarded: ask the person, then send it again with confirmed: true.",
                },
            ),
            Operation(
                "events", "GET", "/api/events", home, "Follow what changes: devices, turns, plans",
                self.events, gives=EVENTS,
            ),
            Operation(
                "stats", "GET", "/api/stats", insight, "See how reliable it was", self.stats, gives=Stats,
                parameters=(_DAYS,),
            ),
            Operation(
                "tools", "GET", "/api/tools", insight, "See tools and MCP servers", self.tools, gives=Tools,
            ),
            Operation("about", "GET", "/api/about", insight, "See who answers", self.about, gives=About),
        ]  # fmt: skip

    async def ask(self, request: Request) -> Response:
        asked = await body_of(request, Question)
        return await self._answer(request, asked, Conversation(), keep=False)

    async def chat(self, request: Request) -> Response:
        asked = await body_of(request, Message)
        conversation = self._console.conversations.open(asked.conversation)
        caller = caller_of(request)
        response = await self._answer(request, asked, conversation, asked.answers, caller)
        return recognisable(response, caller, request)

    async def _answer(
        self,
        request: Request,
        asked: Question,
        conversation: Conversation,
        answering: str | None = None,
        caller: Caller = PERSON,
        *,
        keep: bool = True,
    ) -> Response:
        talk, turn = self._console.talk, Saying(asked.text, conversation, answering, asked.room, caller)
        if wants_events(request, asked.stream):
            return StreamingResponse(talk.events(turn, keep=keep), media_type=EVENTS)
        answer = await unless_gone(request, talk.whole(turn))
        return reply(await talk.said(turn, answer, keep=keep))

    async def forget(self, request: Request) -> Response:
        name = str(request.path_params["conversation"])
        under_way = self._console.conversations.forget(name)
        kept = await asyncio.to_thread(self._console.history.delete, name)
        self._console.traces.forget(name)
        return reply(Forgotten(conversation=name, known=under_way or kept))

    async def home(self, _request: Request) -> Response:
        return reply(self._console.hands.view())

    async def command(self, request: Request) -> Response:
        asked = await body_of(request, DeviceCommand)
        command = parse_command(asked.action, asked.value)
        device = str(request.path_params["device"])
        return reply(await self._console.hands.command(device, command, confirmed=asked.confirmed))

    async def events(self, request: Request) -> Response:
        """Every page follows before anybody speaks there, so two of one browser are one from the start."""
        followed = StreamingResponse(self._console.follow(), media_type=EVENTS)
        return recognisable(followed, caller_of(request), request)

    async def stats(self, request: Request) -> Response:
        days = number_of(request, _DAYS)
        gateway = self._console.gateway
        zone = find_zone(gateway.settings.timezone) if gateway.settings.timezone else None
        now = datetime.now(zone).astimezone(zone)
        rows = await asyncio.to_thread(gateway.metrics.since, first_moment(now, days).timestamp())
        told = stats(rows, now=now, days=days, kept=gateway.metrics.store is not None)
        return reply(told.model_copy(update={"unreadable": gateway.metrics.unreadable}))

    async def tools(self, _request: Request) -> Response:
        return reply(
            Tools(
                tools=[
                    ToolView(
                        name=tool.name,
                        tier=tool.tier,
                        description=tool.tool.description,
                        tokens=tool.tokens,
                        acts=tool.acts({}),
                        parameters=tool.schema,
                    )
                    for tool in self._console.gateway.manager.all()
                ],
                servers=self._console.servers(),
            )
        )

    async def about(self, _request: Request) -> Response:
        return reply(self._console.about())


def _name(name: str, meaning: str) -> Parameter:
    return Parameter(name, "path", {"type": "string", "minLength": 1, "maxLength": 200}, meaning)
