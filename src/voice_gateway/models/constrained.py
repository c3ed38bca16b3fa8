"""Forces a small model to write a call: its reply is decoded under a JSON schema over the bound tools.

Names of devices stay free text in the schema. A list of them would turn an absent device into a wrong action.
"""

import json
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolCall

from voice_gateway.models.qwen import flat_parameters
from voice_gateway.models.text_calls import make_call
from voice_gateway.tools import Tools
from voice_gateway.tools.choices import spelled

NONE = "none"
"""The way out: no tool fits."""

_INSTRUCTION = "Choose the one call that does what the user says. Reply with JSON only."


def call_schema(tools: Tools) -> dict[str, Any]:
    """One branch per tool with its own arguments, and one for none."""
    branches = [
        {
            "type": "object",
            "properties": {"tool": {"const": tool.name}, "arguments": _closed(flat_parameters(tool.schema))},
            "required": ["tool", "arguments"],
            "additionalProperties": False,
        }
        for tool in tools
    ]
    nothing = {
        "type": "object",
        "properties": {"tool": {"const": NONE}},
        "required": ["tool"],
        "additionalProperties": False,
    }
    return {"anyOf": [*branches, nothing]}


def call_messages(messages: Sequence[BaseMessage], tools: Tools) -> list[BaseMessage]:
    """The conversation with instructions and worked examples for writing calls in front.

    What comes first never changes within a tier, so that prompt caches stay warm.
    """
    signatures = "\n".join(_signature(tool.name, flat_parameters(tool.schema)) for tool in tools)
    opening: list[BaseMessage] = [
        SystemMessage(f"{_INSTRUCTION}\nTools:\n{signatures}\n{NONE}: nothing fits")
    ]
    for say, answer in _examples(tuple(tool.name for tool in tools)):
        opening += [HumanMessage(say), AIMessage(answer)]
    return opening + [message for message in messages if not isinstance(message, SystemMessage)]


def read_call(text: str, tools: Tools) -> ToolCall | None:
    """The call that was written; None for “none” and for anything that is no call of these tools."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    if not isinstance(value, dict) or value.get("tool") not in {tool.name for tool in tools}:
        return None
    arguments = value.get("arguments")
    return make_call(value["tool"], arguments if isinstance(arguments, dict) else {})


def _closed(parameters: dict[str, Any]) -> dict[str, Any]:
    bare = {
        name: {key: value for key, value in declared.items() if key != "description"}
        for name, declared in parameters["properties"].items()
    }
    return {**parameters, "properties": bare, "additionalProperties": False}


def _signature(name: str, parameters: dict[str, Any]) -> str:
    required = parameters.get("required", ())
    arguments = []
    for argument, declared in parameters["properties"].items():
        allowed = "|".join(map(spelled, declared.get("enum", ()))) or declared["type"]
        arguments.append(f"{argument}{'' if argument in required else '?'}: {allowed}")
    return f"{name}({', '.join(arguments)})"


@cache
def _examples(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """The worked examples whose tool is bound, and those for none when any other is shown."""
    table = tomllib.loads(files(__package__).joinpath("examples.toml").read_text(encoding="utf-8"))
    chosen = []
    for example in table["example"]:
        if example["tool"] in names:
            call = {"tool": example["tool"], "arguments": example.get("arguments", {})}
        elif example["tool"] == NONE and set(example["beside"]) & set(names):
            call = {"tool": NONE}
        else:
            continue
        chosen.append((example["say"], json.dumps(call)))
    return chosen
