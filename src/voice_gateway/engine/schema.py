"""The `format` of a request: JSON of any kind, or JSON under a schema, as llama.cpp can decode it.

A schema of common keywords is decoded by llguidance, in one line: no token is spent on white space, and a
tiny model does not lose itself in it. Anything rarer goes to llama.cpp's own converter, which refuses what it
cannot do.
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError

from voice_gateway.engine.failure import EngineError

Json = dict[str, Any]

_LIMITS: Final = (
    "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties",
)  # fmt: skip
_COMMON: Final = {
    "type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "oneOf",
    "$ref", "$defs",
    "definitions", "minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "title",
    "description", "default", "examples", "$schema", "$id",
}  # fmt: skip
_LARGEST_COUNT: Final = 1000
_LARGEST_SCHEMA: Final = 100_000
_DEEPEST: Final = 40
_ONE_LINE: Final = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
_HEADER: Final = "%llguidance {}\nstart: %json "


def constraint(wanted: Json | str | None) -> Json:
    """The part of a llama.cpp request that makes the answer follow `format`; empty when it is free."""
    if wanted is None or wanted == "":
        return {}
    if wanted == "json":
        return _grammar({"type": "object"})
    if isinstance(wanted, str):
        raise EngineError(f'invalid format: "{wanted}"; expected "json" or a valid JSON Schema object', 400)
    _check(wanted)
    if all(set(part) <= _COMMON for part in _subschemas(wanted)):
        return _grammar(_closed(wanted))
    return {"json_schema": wanted}


def _grammar(schema: Json) -> Json:
    return {"grammar": _HEADER + json.dumps({**schema, "x-guidance": _ONE_LINE})}


def _check(schema: Json) -> None:
    try:
        if len(json.dumps(schema)) > _LARGEST_SCHEMA or _depth(schema) > _DEEPEST:
            raise EngineError("invalid JSON schema in format: it is too large", 400)
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        raise EngineError(f"invalid JSON schema in format: {error.message[:300]}", 400) from None
    except RecursionError:
        raise EngineError("invalid JSON schema in format: it is too deep", 400) from None
    for part in _subschemas(schema):
        for limit in _LIMITS:
            if part.get(limit, 0) > _LARGEST_COUNT:
                raise EngineError(f"invalid JSON schema in format: {limit} is above {_LARGEST_COUNT}", 400)
        if part.get("enum", ...) == []:
            raise EngineError("invalid JSON schema in format: enum is empty", 400)
        if "$ref" in part:
            _check_reference(schema, str(part["$ref"]))


def _check_reference(schema: Json, reference: str) -> None:
    """A reference must lead to a part of this schema that is more than another reference."""
    target: Any = schema
    steps = reference.removeprefix("#/").split("/")
    for step in steps if reference.startswith("#/") else [""]:
        target = target.get(step) if isinstance(target, dict) else None
    if not isinstance(target, dict) or "$ref" in target:
        raise EngineError(f"invalid JSON schema in format: cannot resolve $ref {reference[:100]}", 400)


def _subschemas(schema: object) -> Iterator[Json]:
    """Every schema inside a schema, itself first. Names of properties are not keywords."""
    if not isinstance(schema, dict):
        return
    yield schema
    for keyword, value in schema.items():
        if keyword in ("properties", "$defs", "definitions", "patternProperties", "dependentSchemas"):
            inner: list[Any] = list(value.values()) if isinstance(value, dict) else []
        elif keyword in ("anyOf", "oneOf", "allOf", "prefixItems"):
            inner = value if isinstance(value, list) else []
        elif keyword in ("enum", "const", "default", "examples"):
            inner = []
        else:
            inner = [value]
        for part in inner:
            yield from _subschemas(part)


def _closed(schema: Any) -> Any:
    """The same schema without room for other properties: a tiny model fills any room it is given."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {
        k: v if k in ("enum", "const", "default", "examples") else _closed(v) for k, v in schema.items()
    }
    is_schema = isinstance(schema.get("properties"), dict) and isinstance(schema.get("type", "object"), str)
    if is_schema and schema["properties"]:
        closed.setdefault("additionalProperties", False)
    return closed


def _depth(value: object) -> int:
    if isinstance(value, dict):
        return 1 + max((_depth(part) for part in value.values()), default=0)
    if isinstance(value, list):
        return 1 + max((_depth(part) for part in value), default=0)
    return 0
