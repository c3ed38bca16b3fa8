"""When the model does not know, the web may: general questions that came back empty are looked up.

First a search, whose snippets are quick. When they do not answer, or no engine does, a browser opens the best
page. The model is asked again with what was found; when nothing was, its first answer stands.
"""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import urlencode

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolCall, ToolMessage

from voice_gateway import trace
from voice_gateway.browser import Browser, without_links
from voice_gateway.call_maker.answer import NOT_FOUND
from voice_gateway.errors import GatewayError, ToolError
from voice_gateway.mcp import McpIntegration
from voice_gateway.models import Draft, ToolLoop
from voice_gateway.models.guidance import ANSWER_NOW
from voice_gateway.models.window import fit_tools
from voice_gateway.settings.model import SearchSettings
from voice_gateway.tools import RegisteredTool, Result, Tier, ToolManager, TurnState, make_call
from voice_gateway.tools.search import web_search

NOT_PAGES = (".pdf", ".zip", ".mp3", ".mp4", ".docx", ".pptx", ".xlsx")
MOST_PAGES = 2
"""Results that are tried, should the best one be dead."""

DUCKDUCKGO = "https://html.duckduckgo.com/html/"

T = TypeVar("T")
Tools = tuple[RegisteredTool, ...]
log = logging.getLogger(__name__)

_IGNORANCE = re.compile(
    r"""
    \bI(?:\ do\ not|\ don[’']t|\ really\ don[’']t)
      \ (?:know|have\ (?:access|that|any|information|real-time|current|the\ ability|up-to-date))
    | \bI(?:\ cannot|\ can[’']t|[’']m\ unable\ to|\ am\ unable\ to|[’']m\ not\ able\ to|\ am\ not\ able\ to)
      \ (?:browse|access|look\ up|search|provide\ (?:real|current)|find|answer|determine)
    | \bI(?:[’']m|\ am)\ (?:not\ (?:sure|aware|certain)|unaware)
    | \bas\ of\ my\ (?:last|latest)\ (?:update|training|knowledge)
    | \bmy\ (?:knowledge|training)\ (?:cut|ends|data)
    | \breal-time\ (?:information|data)
    | \b(?:is|are|was|does)\ not\ (?:mentioned|specified|provided|stated|given|included|say|contain|mention)
    | \bno\ (?:information|mention)\ (?:about|on|of|is)
    """,
    re.I | re.X,
)


def does_not_know(text: str) -> bool:
    """Whether an answer is empty, or says that the model cannot know."""
    return not text.strip() or bool(_IGNORANCE.search(text))


@dataclass
class Allowance:
    """Seconds that may be spent on looking; what the model takes to answer is not counted."""

    seconds: float

    async def spend(self, work: Awaitable[T]) -> T:
        """The result of the work; `TimeoutError` when the seconds are used up before it is there."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(max(0.0, self.seconds)):
                return await work
        finally:
            self.seconds -= time.monotonic() - began


@dataclass(frozen=True)
class WebSearchFallback:
    """Looks a question up and has it answered with what was found. Its tools are never in another turn."""

    manager: ToolManager
    loop: ToolLoop
    settings: SearchSettings = field(default_factory=SearchSettings)
    browser: Browser | None = None
    servers: McpIntegration | None = None

    async def look_up(self, sentence: str, messages: Sequence[BaseMessage], turn: TurnState) -> Draft | None:
        """A better draft, or None when the web has no answer either: then the original one stands.

        It always stands in a turn that has made calls: what they did, or what they ask, must be told. And
        what may be the answer to a question about the home does not leave it.
        """
        if turn.results or turn.after_question:
            return None
        query = _Query(sentence, messages, turn, Allowance(self.settings.fallback_timeout))
        log.info("Web search fallback for a question that the model could not answer")
        try:
            return await self._from_snippets(query) or await self._from_page(query)
        except TimeoutError:
            log.info("Web search fallback: nothing in %g seconds", self.settings.fallback_timeout)
        except GatewayError as error:
            log.info("Web search fallback: %s", error.message)
        return None

    async def _from_snippets(self, query: "_Query") -> Draft | None:
        tools = self.manager.select(Tier.SEARCH)
        if not tools:
            return None
        result = await self._call(query, tools, tools[0].name, {"query": query.sentence})
        return await self._answered(query, result.text) if result.ok else None

    async def _from_page(self, query: "_Query") -> Draft | None:
        if self.browser is None or self.servers is None:
            return None
        addresses = await query.allowance.spend(self._addresses(query.sentence, self.browser))
        tools = await query.allowance.spend(self.browser.tools(self.servers))
        for address in addresses:
            result = await self._call(query, tools, "browser_navigate", {"url": address})
            if result.ok:
                break
            log.info("Web search fallback: %s", result.text)
        else:
            return None
        draft = await self._answered(query, without_links(result.text))
        if draft or self.loop.client.writes_calls:
            return draft
        return await query.allowance.spend(self._driven(query, tools, result.text))

    async def _driven(self, query: "_Query", tools: Tools, page: str) -> Draft | None:
        """The model may follow links itself. It is told the question alone: a page that talks it into typing
        or opening something could otherwise get at what was said in the conversation."""
        messages = [query.messages[0], HumanMessage(f"{page}\n\n{query.sentence}")]
        tools = await fit_tools(self.loop.client, messages, tools, query.sentence)
        trace.record(
            trace.Bound(tools=tuple(tool.name for tool in tools), tokens=sum(tool.tokens for tool in tools))
        )
        draft = await self.loop.run(messages, tools, query.turn)
        draft.messages = []  # the words of strangers end with the turn
        return None if does_not_know(draft.text) else draft

    async def _addresses(self, sentence: str, browser: Browser) -> list[str]:
        """The pages of the best results; the engine's own page of results when it has not told us any."""
        search = web_search(self.settings)
        try:
            found = await search.search(sentence)
        except ToolError:
            found = []
        pages = [
            result.url
            for result in found
            if result.url.startswith(("http://", "https://")) and not result.url.lower().endswith(NOT_PAGES)
        ]
        if pages:
            return pages[:MOST_PAGES]
        words = urlencode({"q": search.sent_as(sentence)})
        own = self.settings.searxng_url
        address = f"{own.rstrip('/')}/search" if own else self.settings.duckduckgo_url or DUCKDUCKGO
        # Without a network no browser need be started to find that out.
        return [await browser.land(f"{address}?{words}")]

    async def _call(self, query: "_Query", tools: Tools, tool: str, arguments: dict[str, str]) -> Result:
        """One call that the fallback itself makes, through the executor like any other."""
        call = make_call(tool, arguments)
        [result] = await query.allowance.spend(self.loop.executor.run_all([call], tools, query.turn))
        query.calls.append((call, result))
        return result

    async def _answered(self, query: "_Query", context: str) -> Draft | None:
        """The model's answer with this context, when it is one."""
        if not self.loop.client.talks:
            return await self._pointed_out(query, context)
        asked = HumanMessage(f"{context}\n\n{query.sentence}\n{ANSWER_NOW}")
        draft = await self.loop.run([*query.messages[:-1], asked], (), query.turn)
        draft.calls, draft.results = [list(each) for each in zip(*query.calls, strict=True)]
        return None if does_not_know(draft.text) else draft

    async def _pointed_out(self, query: "_Query", context: str) -> Draft | None:
        """For a model that is too small to answer: the sentence of what was found that does, if one does."""
        call, _ = query.calls[-1]
        found = [
            query.messages[0],
            HumanMessage(query.sentence),
            AIMessage("", tool_calls=[call]),
            ToolMessage(content=context, tool_call_id=call["id"] or "", name=call["name"]),
        ]
        tools = self.manager.select(Tier.SEARCH)
        reply = await self.loop.client.ask(found, purpose="answer", tools=tools, stripped=True)
        if not reply.text or reply.text == NOT_FOUND:
            return None
        calls, results = zip(*query.calls, strict=True)
        return Draft(reply.text, list(calls), list(results))


@dataclass(frozen=True)
class _Query:
    """One question on its way through the fallback."""

    sentence: str
    messages: Sequence[BaseMessage]
    turn: TurnState
    allowance: Allowance
    calls: list[tuple[ToolCall, Result]] = field(default_factory=list)
