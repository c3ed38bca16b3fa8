"""The only place where a tool runs."""

import asyncio
import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import Any

from langchain_core.messages import ToolCall, ToolMessage

from voice_gateway import trace
from voice_gateway.action_id import meant_as
from voice_gateway.devices.errors import BadCall
from voice_gateway.errors import GatewayError, ToolError
from voice_gateway.logs import redact_arguments, redact_text
from voice_gateway.tools.execution.arguments import fitting_arguments
from voice_gateway.tools.execution.call import (
    MISCALLED,
    TOO_SLOW,
    UNFORESEEN,
    Behaviour,
    Invocation,
    Outcome,
    Proceed,
    Result,
    TurnState,
    running,
)
from voice_gateway.tools.execution.consent import only_when_asked
from voice_gateway.tools.execution.repetition import once_per_turn
from voice_gateway.tools.execution.results import as_text, cap
from voice_gateway.tools.execution.timing import Timeout, warn_when_slow
from voice_gateway.tools.execution.web_guard import no_action_after_web
from voice_gateway.tools.registered import RegisteredTool

log = logging.getLogger(__name__)


class ToolExecutor:
    """Runs the calls of a reply through a chain of behaviours and answers every one of them.

    `behaviours` are extra ones, placed after the arguments have been checked and before the call is timed.
    """

    def __init__(
        self, *, timeout: float = 30, result_limit: int = 4000, behaviours: Sequence[Behaviour] = ()
    ) -> None:
        self._limit = result_limit
        chain: tuple[Behaviour, ...] = (
            fitting_arguments,
            once_per_turn,
            no_action_after_web,
            only_when_asked,
            *behaviours,
            warn_when_slow,
            Timeout(timeout),
        )
        self._run: Proceed = _invoke
        for behaviour in reversed(chain):
            self._run = partial(behaviour, proceed=self._run)

    async def run_all(
        self, calls: Sequence[ToolCall], bound: Sequence[RegisteredTool], turn: TurnState
    ) -> list[Result]:
        """One result per call, in call order. Reading calls run side by side, acting ones in order."""
        tools = {tool.name: tool for tool in bound}
        results: list[Result] = []
        for acting, group in groupby(calls, key=lambda call: _is_acting(call, tools)):
            pending = [self.run(call, tools, turn) for call in group]
            if acting:
                results += [await one for one in pending]
            else:
                results += await asyncio.gather(*pending)
        turn.read_web |= any(result.strange for result in results)
        return results

    async def run(self, call: ToolCall, bound: Mapping[str, RegisteredTool], turn: TurnState) -> Result:
        """Run one call. Never raises, except when the turn itself is cancelled."""
        began = time.perf_counter()
        name, arguments = call["name"], call["args"]
        tool = bound.get(name)
        if tool is None:
            log.warning("The model asked for an unknown tool: %s", redact_text(name))
            result = Result.error(f'Unknown tool "{name}"', Outcome.UNKNOWN)
        else:
            action = turn.next_action() if _is_acting(call, bound) else ""
            with running(turn), meant_as(action):
                result = await self._run(Invocation(call["id"] or "", tool, arguments, turn))
            result = replace(result, text=cap(result.text, self._limit))
        turn.reported.append(result)
        shown = redact_arguments(arguments)
        log.debug("%s(%s) → %s: %s", name, shown, result.outcome, result.text)
        trace.record(
            trace.Called(
                tool=name,
                arguments=shown,
                outcome=result.outcome,
                result=result.text,
                seconds=time.perf_counter() - began,
            )
        )
        return result


def as_messages(calls: Sequence[ToolCall], results: Sequence[Result]) -> list[ToolMessage]:
    """One message per call, in call order; a call without a result gets an error in its place."""
    messages = []
    for index, call in enumerate(calls):
        result = results[index] if index < len(results) else Result.error(f"{call['name']} gave no result")
        status = "success" if result.outcome in (Outcome.OK, Outcome.REPEATED) else "error"
        messages.append(
            ToolMessage(content=result.text, tool_call_id=call["id"] or "", name=call["name"], status=status)
        )
    return messages


def _is_acting(call: ToolCall, tools: Mapping[str, RegisteredTool]) -> bool:
    tool = tools.get(call["name"])
    return tool is not None and tool.acts(call["args"])


async def _invoke(invocation: Invocation) -> Result:
    """Run LangChain's tool itself; whatever goes wrong becomes a result that the model can read."""
    tool = invocation.tool.tool
    acts = invocation.acts
    try:
        if tool.response_format == "content_and_artifact":
            # Only a whole call makes LangChain report an MCP server's own errors as such.
            call: Any = {
                "type": "tool_call",
                "id": invocation.id or "call",
                "name": tool.name,
                "args": invocation.arguments,
            }
            message = await tool.ainvoke(call)
            if getattr(message, "status", "success") == "error":
                return Result.error(as_text(message).removeprefix("Error: "))
            data = message.artifact if isinstance(message.artifact, dict) else None
            return Result(as_text(message), changed=acts, data=data)
        return Result(as_text(await tool.ainvoke(dict(invocation.arguments))), changed=acts)
    except GatewayError as error:
        told = error.data if isinstance(error, ToolError) else None
        miscalled = (told or {}).get("error") == BadCall.__name__
        return Result.error(error.message, data=told, spoken=MISCALLED if miscalled else "")
    except TimeoutError:
        return Result.error(f"{tool.name} gave up waiting", Outcome.TIMEOUT, changed=acts, spoken=TOO_SLOW)
    except Exception as error:
        # Nobody foresaw this one, so an action may have happened before it.
        log.debug("%s failed", tool.name, exc_info=True)
        return Result.error(str(error) or type(error).__name__, changed=acts, spoken=UNFORESEEN)
