"""Questions that a server asks before it acts, and the person's answers to them.

A server asks by MCP elicitation in the middle of a call. The gateway talks in turns, so the call is declined,
the question is said, and when the person says yes the same call is made again, this time with the approval.
"""

import logging
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from voice_gateway.errors import ToolError
from voice_gateway.tools.execution import Invocation, Outcome, Proceed, Result, TurnState
from voice_gateway.tools.execution.arguments import fit_call

if TYPE_CHECKING:
    from mcp.types import ElicitRequestParams, ElicitResult

log = logging.getLogger(__name__)


@dataclass
class Approval:
    """What the person agreed to for the running call, and what the server asked in it."""

    granted: bool = False
    heard: frozenset[str] = frozenset()
    """The questions that the person has said yes to; when there are any, no other one is agreed to."""

    question: str | None = None
    """A question that still needs a yes."""

    used: bool = False

    def agrees_to(self, question: str) -> bool:
        if self.granted and (not self.heard or question in self.heard):
            self.used = True
            return True
        self.question = question
        return False


_running: ContextVar[Approval | None] = ContextVar("voice_gateway_mcp_approval", default=None)


def running_approval() -> Approval | None:
    """The approval of the call that runs in this context."""
    return _running.get()


class Confirmation:
    """A behaviour for `ToolExecutor`: brings a server's question to the person, and the yes to the server.

    It must come before behaviours that change arguments, because the gateway repeats the call as it was made.
    """

    async def __call__(self, invocation: Invocation, proceed: Proceed) -> Result:
        granted = _is_approved(invocation)
        approval = Approval(granted, invocation.turn.heard if granted else frozenset())
        token = _running.set(approval)
        try:
            result = await proceed(invocation)
        finally:
            _running.reset(token)
        if approval.question is None:
            return result
        return Result(
            approval.question,
            Outcome.REFUSED,
            changed=approval.used and result.changed,
            pending=approval.question,
            if_yes=TurnState(
                sentence=invocation.turn.sentence,
                approved=(invocation.tool.name, invocation.arguments),
                heard=approval.heard | {approval.question},
            ),
        )


def answer(params: "ElicitRequestParams", approval: Approval | None) -> "ElicitResult":
    """Yes to what the person agreed to; no to everything else."""
    from mcp.types import ElicitRequestFormParams, ElicitResult

    content = _yes(params.requestedSchema) if isinstance(params, ElicitRequestFormParams) else None
    if content is None:
        log.warning("A server asked what cannot be answered with yes or no: %s", params.message)
    elif approval and approval.agrees_to(params.message):
        return ElicitResult(action="accept", content=content)
    return ElicitResult(action="decline")


def _yes(schema: Mapping[str, Any]) -> dict[str, str | int | float | bool | list[str] | None] | None:
    """What a yes fills into the server's form; `None` when the form wants more than a yes."""
    fields: Mapping[str, Any] = schema.get("properties", {})
    required = schema.get("required", [])
    flags = [name for name, field in fields.items() if field.get("type") == "boolean"]
    if not set(required) <= set(flags):
        return None
    return {name: True for name in flags if name in required or len(fields) == 1}


def _is_approved(invocation: Invocation) -> bool:
    approved = invocation.turn.approved
    if approved is None or approved[0] != invocation.tool.name:
        return False
    try:
        # The gateway may have kept the call as the model wrote it, before its arguments were mended.
        return fit_call(approved[1], invocation.tool) == dict(invocation.arguments)
    except ToolError:
        return False
