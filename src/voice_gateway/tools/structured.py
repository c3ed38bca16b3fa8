"""LangChain's form of a tool of ours."""

import inspect
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from langchain_core.tools import StructuredTool
from langchain_core.tools.base import ArgsSchema

_ARGUMENTS: dict[tuple[str, str], ArgsSchema | None] = {}
"""What is known of the arguments, by name and signature. To find it out takes milliseconds."""


def structured(
    function: Callable[..., Awaitable[Any]],
    name: str,
    description: str,
    response_format: Literal["content", "content_and_artifact"] = "content",
) -> StructuredTool:
    """The tool that runs this function, with the arguments that its signature names and describes."""
    shape = (name, str(inspect.signature(function)))
    tool = StructuredTool.from_function(
        coroutine=function,
        name=name,
        description=description,
        args_schema=_ARGUMENTS.get(shape),
        response_format=response_format,
    )
    _ARGUMENTS[shape] = tool.args_schema
    return tool
