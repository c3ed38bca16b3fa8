"""What no wish can say is left to the model, with the caller's own tools on offer."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from langchain_core.messages import ToolCall

from voice_gateway import trace
from voice_gateway.caller_tools.assist import BY_WISHES, LIVE
from voice_gateway.caller_tools.home import BorrowedHome
from voice_gateway.caller_tools.request import CallerRequest
from voice_gateway.conversation import Conversation
from voice_gateway.devices import Matched, Resolver
from voice_gateway.devices.words import roots
from voice_gateway.fast_path.not_understood import not_understood
from voice_gateway.gate import Judgement
from voice_gateway.models import ChatClient, Draft
from voice_gateway.models.recovery import Recovery
from voice_gateway.models.reply import Cause, Reply
from voice_gateway.models.streaming import Listener
from voice_gateway.models.window import fit_tools
from voice_gateway.outcome import TurnOutcome
from voice_gateway.routing import Classification, Intent
from voice_gateway.tools import Consent, RegisteredTool, Tools, TurnState
from voice_gateway.truth import claims_here_and_now
from voice_gateway.wishes import WHAT

_TARGETED = frozenset({"area", "domain"})
"""A tool with one of these arguments means by `name` a device; another may name a timer or a list."""

_SHORTEST = 3
"""Letters of a word that tells nothing."""

_NEAR = 0.8
"""How much alike two spellings of one name are."""


@dataclass(frozen=True)
class CallerModel:
    """Asks the model for calls of the caller's tools, or for words where none fits."""

    client: ChatClient
    request: CallerRequest
    home: BorrowedHome
    resolver: Resolver

    async def answer(
        self,
        turn: TurnState,
        seen: Classification,
        judged: Judgement,
        conversation: Conversation,
        listener: Listener | None,
    ) -> Draft:
        """Calls go to the home, which notes down all that the caller is to do."""
        asks = turn.consent is not Consent.NONE or judged.is_question or judged.is_for_later
        with self.client.quiet.answering():
            await self.client.meet()
            may_act = turn.consent is not Consent.NONE and not judged.is_for_later
            tools = await self._offered(turn, may_act=may_act) if asks else ()
            reply = await self._reply(tools, turn)
        if calls := _offered_calls(reply, tools):
            return self._noted(calls, tools)
        if reply.text and not claims_here_and_now(reply.text):
            return Draft(reply.text)
        if not self.home.entities and reply.cause in (Cause.UNREADABLE, Cause.BUSY):
            raise self.client.broken(reply)
        if not asks or (not self.client.talks and seen.intent is not Intent.DEVICE):
            return Draft(outcome=TurnOutcome.DECLINED)
        # Nothing was called, so nothing was done, whatever the model says.
        text = not_understood(turn.sentence, self.resolver)
        if reply.text:
            trace.record(trace.Corrected(claim=reply.text, truth=text))
        return Draft(text, outcome=TurnOutcome.NOT_UNDERSTOOD)

    async def go_on(self) -> Draft:
        """What the model makes of the results that came; one that is too small for it says nothing."""
        turn = TurnState(self.request.sentence)
        with self.client.quiet.answering():
            await self.client.meet()
            if self.client.writes_calls or not self.client.talks:
                return Draft()
            # What results say moves nothing in a home: strangers may have written them.
            tools = await self._offered(turn, may_act=False)
            reply = await self._reply(tools, turn)
        calls = _offered_calls(reply, tools)
        return self._noted(calls, tools) if calls else Draft(reply.text)

    async def _offered(self, turn: TurnState, *, may_act: bool) -> Tools:
        tools, talks = self.request.for_binding(), self.client.talks
        if self.home.entities:
            # A question or a plan needs no action now, and nobody has to look twice. For what wishes can say,
            # better readers have looked than a model that is too small for talk.
            looked = any(one.call.function.name == LIVE for one in self.request.returned)
            hidden = set() if may_act and talks else BY_WISHES - {LIVE}
            hidden |= {LIVE} if looked or not talks else set()
            tools = tuple(tool for tool in tools if tool.name not in hidden)
        if not talks:
            # It would take whatever it is offered.
            said = {*roots(turn.sentence)}
            tools = tuple(tool for tool in tools if said & _words(tool))
        return await fit_tools(self.client, self.request.for_model(), tools, turn.sentence)

    async def _reply(self, tools: Tools, turn: TurnState) -> Reply:
        messages = self.request.for_model()
        written = self.client.writes_calls or not self.client.talks
        if tools and written:
            reply = await self.client.write_calls(
                messages, tools, purpose="write_call", copies=not self.client.talks
            )
            if reply.calls:
                return reply
        if not self.client.talks:
            return Reply()
        reply = await self.client.ask(messages, purpose="first", tools=tools, stripped=written)
        if reply.usable:
            return reply
        return await Recovery(
            self.client, tools, must_act=False, retry_without_tools=True, turn=turn
        ).recover(reply, messages)

    def _noted(self, calls: Iterable[ToolCall], tools: Tools) -> Draft:
        """The calls with the names that the caller knows; none at all where a name is nobody's."""
        declared = {tool.name: tool.schema.get("properties", {}) for tool in tools}
        meant: list[ToolCall] = []
        for call in calls:
            arguments = {name: value for name, value in call["args"].items() if value not in ("", None)}
            if _TARGETED & set(declared.get(call["name"], ())):
                name, question = self._listed(arguments.get("name"))
                if question:
                    return Draft(question, outcome=TurnOutcome.ASKED_BACK)
                arguments |= {"name": name} if name else {}
            meant.append(ToolCall(name=call["name"], args=arguments, id=call["id"], type="tool_call"))
        self.home.calls += meant
        return Draft(outcome=TurnOutcome.ANSWERED)

    def _listed(self, named: Any) -> tuple[str, str]:
        """The device by the name that is listed, or what to ask the person instead."""
        names = {name for entity in self.home.entities.values() for name in entity.names}
        if not isinstance(named, str) or not names or named in names:
            return (named if isinstance(named, str) else ""), ""
        found = self.resolver.resolve(named)
        if isinstance(found, Matched):
            return (found.devices[0].name, "") if len(found.devices) == 1 else ("", WHAT)
        near = get_close_matches(named.lower(), [name.lower() for name in names], n=2, cutoff=_NEAR)
        if len(near) == 1:
            return next(name for name in names if name.lower() == near[0]), ""
        return "", found.sentence


def _offered_calls(reply: Reply, tools: Tools) -> list[ToolCall]:
    names = {tool.name for tool in tools}
    return [call for call in reply.calls if call["name"] in names]


def _words(tool: RegisteredTool) -> set[str]:
    """What tells its matter: the longer words of its name and description."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", f"{tool.name} {tool.tool.description}")
    return {root for root in roots(apart) if len(root) > _SHORTEST}
