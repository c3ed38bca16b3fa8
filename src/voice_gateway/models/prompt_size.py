"""What a prompt costs in tokens, by our own estimate."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage

from voice_gateway.tokens import estimate_tokens
from voice_gateway.tools import Tools


def prompt_tokens(messages: Sequence[BaseMessage], tools: Tools) -> int:
    """The messages, and the definitions of the tools that are bound."""
    return estimate_messages(messages) + sum(tool.tokens for tool in tools)


def estimate_messages(messages: Sequence[BaseMessage]) -> int:
    """About how many tokens these messages cost, with what a chat template adds to each."""
    total = 0
    for message in messages:
        total += 4 + estimate_tokens(str(message.text))
        if isinstance(message, AIMessage):
            total += sum(12 + estimate_tokens(str(call["args"])) for call in message.tool_calls)
    return total
