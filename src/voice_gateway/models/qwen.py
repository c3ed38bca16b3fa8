"""Converts LangChain tools to the form that Qwen models behind Ollama expect.

The `ollama` client silently drops whatever its own types do not know (`anyOf`, `default`, `minimum`, nested
`properties`). So the conversion flattens schemas to what survives, and says the rest in the descriptions.
"""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from voice_gateway.tools import RegisteredTool
from voice_gateway.tools.choices import choices, spelled

log = logging.getLogger(__name__)

QwenTool = dict[str, Any]


def to_qwen(tools: Sequence[RegisteredTool] | None) -> list[QwenTool]:
    """The definitions to send; a pure function that leaves the tools as they are."""
    converted = [_convert(tool) for tool in tools or ()]
    log.debug("🔧 Converted %d tools from LangChain to Qwen format", len(converted))
    return converted


def _convert(tool: RegisteredTool) -> QwenTool:
    return {
        "type": "function",
        "function": {
            "name": tool.name,
            "description": tool.tool.description,
            "parameters": flat_parameters(tool.schema),
        },
    }


def flat_parameters(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema of type object whose properties have only what reaches the wire."""
    definitions = schema.get("$defs", {})
    properties = {
        name: _flat_property(_resolved(declared, definitions), definitions)
        for name, declared in schema.get("properties", {}).items()
    }
    parameters: dict[str, Any] = {"type": "object", "properties": properties}
    if required := [name for name in schema.get("required", ()) if name in properties]:
        parameters["required"] = required
    return parameters


def _flat_property(declared: Mapping[str, Any], definitions: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {"type": _type(declared)}
    if remarks := [text for text in (declared.get("description"), *_remarks(declared)) if text]:
        flat["description"] = " ".join(remarks)
    if values := choices(declared):
        # Values of several types are written as text; the executor reads them back.
        flat["enum"] = [spelled(value) for value in values] if flat["type"] == "string" else values
    if flat["type"] == "array":
        flat["items"] = _flat_property(_resolved(declared.get("items", {}), definitions), definitions)
    return flat


def _resolved(declared: Any, definitions: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    """Follow `$ref` and unwrap `anyOf [X, null]` to X, keeping what is said beside them."""
    if not isinstance(declared, Mapping) or depth > 8:
        return {}
    beside = {key: value for key, value in declared.items() if key not in ("$ref", "anyOf", "oneOf", "allOf")}
    if reference := declared.get("$ref"):
        inner = definitions.get(str(reference).rsplit("/", 1)[-1], {})
        return _resolved(inner, definitions, depth + 1) | beside
    for word in ("anyOf", "oneOf", "allOf"):
        options = [
            _resolved(option, definitions, depth + 1)
            for option in declared.get(word, ())
            if isinstance(option, Mapping) and option.get("type") != "null"
        ]
        if len(options) == 1 or (options and word == "allOf"):
            return options[0] | beside
        if options:
            kinds = sorted({_type(option) for option in options})
            listed = choices({"anyOf": options})
            return (
                {"type": kinds[0] if len(kinds) == 1 else "string"}
                | ({"enum": listed} if listed else {})
                | beside
            )
    return beside


def _type(declared: Mapping[str, Any]) -> str:
    kind = declared.get("type")
    if isinstance(kind, str):
        return kind
    if values := choices(declared):
        return _type_of_all(values)
    if isinstance(kind, list):
        return next((str(option) for option in kind if option != "null"), "string")
    return "object" if "properties" in declared else "string"


def _type_of_all(values: Sequence[Any]) -> str:
    kinds = {type(value) for value in values}
    if kinds <= {int, float}:
        return "integer" if kinds == {int} else "number"
    return "boolean" if kinds == {bool} else "string"


def _remarks(declared: Mapping[str, Any]) -> list[str]:
    """What the wire would drop, in words."""
    remarks = []
    low, high = declared.get("minimum"), declared.get("maximum")
    if low is not None and high is not None:
        remarks.append(f"From {low} to {high}.")
    elif low is not None:
        remarks.append(f"At least {low}.")
    elif high is not None:
        remarks.append(f"At most {high}.")
    if declared.get("default") is not None:
        remarks.append(f"Default: {declared['default']}.")
    if nested := declared.get("properties"):
        remarks.append(f"Keys: {', '.join(nested)}.")
    return remarks
