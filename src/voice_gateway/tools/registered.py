"""A tool as the gateway knows it: LangChain's object, its tier, and whether it changes the world."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from jsonschema import Draft202012Validator
from langchain_core.tools import BaseTool

from voice_gateway.tokens import estimate_json_tokens
from voice_gateway.tools.tier import Tier

Acts = Callable[[Mapping[str, Any]], bool]
"""Whether a call with these arguments changes the world."""


def always(_arguments: Mapping[str, Any]) -> bool:
    """For tools that change the world whatever their arguments."""
    return True


def never(_arguments: Mapping[str, Any]) -> bool:
    """For tools that only read."""
    return False


def words_of(text: str) -> frozenset[str]:
    """The words that tell one matter from another; short ones seldom do."""
    return frozenset(word for word in re.findall(r"[a-z]+", text.lower()) if len(word) > 3)


@dataclass(frozen=True, eq=False)
class RegisteredTool:
    tool: BaseTool
    tier: Tier
    acts: Acts = never
    foreign: bool = False
    """A program runs it that we did not write."""

    reads_web: bool = False
    """What it returns was written by strangers; after it, the turn may not act on anything."""

    mandatory: bool = False
    """The model must use it for its kind of sentence, and its description must say so."""

    says: Callable[[Mapping[str, Any]], str] | None = None
    """What a call would do, in the words of a person: "turn on the kitchen light"."""

    identity: Callable[[Mapping[str, Any]], object] | None = None
    """What makes two calls the same; all arguments when not set."""

    @property
    def name(self) -> str:
        return self.tool.name

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments, as the tool itself declares it."""
        declared: Any = self.tool.tool_call_schema
        schema: dict[str, Any] = dict(
            declared if isinstance(declared, dict) else declared.model_json_schema()
        )
        schema.pop("description", None)  # the tool's own, which stands beside the schema
        return schema

    @cached_property
    def validator(self) -> Draft202012Validator:
        """Checks arguments against the schema."""
        return Draft202012Validator(self.schema)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words by which it may be found."""
        return words_of(f"{self.name} {self.tool.description}")

    @cached_property
    def tokens(self) -> int:
        """What its definition costs in a prompt."""
        return estimate_json_tokens([self.name, self.tool.description, self.schema])


Tools = tuple[RegisteredTool, ...]
"""A tool set, as it is bound."""
