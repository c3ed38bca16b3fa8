"""Acts: the tools, who may register one, and the executor that runs them."""

from voice_gateway.tools.execution import (
    Approved,
    Behaviour,
    Consent,
    Invocation,
    Outcome,
    Proceed,
    Result,
    ToolExecutor,
    TurnState,
    as_messages,
)
from voice_gateway.tools.manager import ToolManager
from voice_gateway.tools.new_call import make_call
from voice_gateway.tools.own import own_tools
from voice_gateway.tools.registered import RegisteredTool, Tools, always, never
from voice_gateway.tools.tier import WEB, Tier

__all__ = [
    "WEB",
    "Approved",
    "Behaviour",
    "Consent",
    "Invocation",
    "Outcome",
    "Proceed",
    "RegisteredTool",
    "Result",
    "Tier",
    "ToolExecutor",
    "ToolManager",
    "Tools",
    "TurnState",
    "always",
    "as_messages",
    "make_call",
    "never",
    "own_tools",
]
