"""A call to a tool as a model would make it, whoever makes it."""

import uuid
from collections.abc import Mapping
from typing import Any

from langchain_core.messages import ToolCall


def make_call(name: str, arguments: Mapping[str, Any]) -> ToolCall:
    return ToolCall(name=name, args=dict(arguments), id=f"call_{uuid.uuid4().hex[:8]}", type="tool_call")
