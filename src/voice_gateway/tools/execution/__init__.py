"""Runs tool calls: one executor, and the small behaviours that compose around a call."""

from voice_gateway.tools.execution.arguments import fit_call
from voice_gateway.tools.execution.call import (
    Approved,
    Behaviour,
    Consent,
    Invocation,
    Outcome,
    Proceed,
    Result,
    TurnState,
)
from voice_gateway.tools.execution.executor import ToolExecutor, as_messages

__all__ = [
    "Approved",
    "Behaviour",
    "Consent",
    "Invocation",
    "Outcome",
    "Proceed",
    "Result",
    "ToolExecutor",
    "TurnState",
    "as_messages",
    "fit_call",
]
