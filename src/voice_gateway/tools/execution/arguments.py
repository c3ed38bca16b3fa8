"""Checks a call's arguments against the tool's schema, and mends what can only be meant one way."""

import json
import re
from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator

from voice_gateway.errors import ToolError
from voice_gateway.tools.execution.call import Invocation, Outcome, Proceed, Result
from voice_gateway.tools.registered import RegisteredTool
from voice_gateway.tools.tier import Tier

_NOTHING = {"", "null", "none", "undefined", "n/a"}
"""What small models write into an optional argument that they mean to leave out."""

_OTHER_NAMES = frozenset({"name", "entity", "target", "item", "object", "id", "text", "input"})
"""What small models call an argument whose name they do not remember."""


async def fitting_arguments(invocation: Invocation, proceed: Proceed) -> Result:
    """Pass the call on with arguments that fit, or answer what does not fit."""
    try:
        arguments = fit_call(invocation.arguments, invocation.tool)
    except ToolError as error:
        return Result.error(error.message, Outcome.REFUSED)
    return await proceed(invocation.with_arguments(arguments))


def fit_call(arguments: Mapping[str, Any], tool: RegisteredTool) -> dict[str, Any]:
    """The arguments as the tool wants them, without optional ones that cannot be used.

    Of a stranger's tool that acts, none is left out: it may have been what kept the action small.
    """
    harmless = tool.tier is Tier.DEVICE or not tool.acts(arguments)
    return fit(arguments, tool.validator, drop_misfits=harmless)


def fit(
    arguments: Mapping[str, Any], validator: Draft202012Validator, *, drop_misfits: bool = False
) -> dict[str, Any]:
    """The arguments as the schema wants them; raises `ToolError` when that would take guessing."""
    schema: Any = validator.schema
    properties: Mapping[str, Any] = schema.get("properties", {})
    required = set(schema.get("required", ()))
    keep_unknown = bool(schema.get("additionalProperties", False))
    fitted: dict[str, Any] = {}
    for given, value in _renamed(arguments, properties, required).items():
        name = _meant_name(given, properties)
        if name is None:
            if keep_unknown:
                fitted[given] = value
            continue
        if name not in required and _is_nothing(value, properties[name]):
            continue
        fitted[name] = _coerce(value, properties[name])
    problems = list(validator.iter_errors(fitted))
    misfits = {problem.absolute_path[0] for problem in problems if problem.absolute_path} - required
    if drop_misfits and misfits:
        return fit({name: value for name, value in fitted.items() if name not in misfits}, validator)
    if problem := next(iter(problems), None):
        where = ".".join(str(part) for part in problem.absolute_path)
        raise ToolError(f"{where}: {problem.message}" if where else problem.message)
    return fitted


def _renamed(
    arguments: Mapping[str, Any], properties: Mapping[str, Any], required: set[str]
) -> dict[str, Any]:
    """`device_name`, `name` or `entity` is the one text that is missing, if only one of them was given."""
    meant = {given: _meant_name(given, properties) for given in arguments}
    gaps = [name for name in required - set(meant.values()) if "string" in _types(properties.get(name, {}))]
    if len(gaps) != 1:
        return dict(arguments)
    words = _words(gaps[0]) | _OTHER_NAMES
    others = [
        given
        for given, name in meant.items()
        if name is None and isinstance(arguments[given], str) and _words(given) & words
    ]
    renamed = {others[0]: gaps[0]} if len(others) == 1 else {}
    return {renamed.get(given, given): value for given, value in arguments.items()}


def _meant_name(given: str, properties: Mapping[str, Any]) -> str | None:
    """`device_name` and `deviceName` are the same argument to a person."""
    if given in properties:
        return given
    folded = _folded(given)
    matches = [name for name in properties if _folded(name) == folded]
    return matches[0] if len(matches) == 1 else None


def _folded(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


def _words(name: str) -> set[str]:
    return set(re.findall(r"[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()))


def _is_nothing(value: Any, schema: Mapping[str, Any]) -> bool:
    if value is None or value in ([], {}):
        return True
    return (
        isinstance(value, str) and value.strip().lower() in _NOTHING and value not in schema.get("enum", ())
    )


def _coerce(value: Any, schema: Any) -> Any:
    """The value in the schema's type where only one reading is possible; otherwise as it is."""
    if not isinstance(schema, Mapping):
        return value
    if "enum" in schema and value not in schema["enum"]:
        matches = [item for item in schema["enum"] if str(item).lower() == str(value).strip().lower()]
        return matches[0] if len(matches) == 1 else value
    for option in _types(schema):
        mended = _as_type(value, option)
        if mended is not None:
            return mended
    return value


def _types(schema: Mapping[str, Any]) -> list[str]:
    declared = schema.get("type") or [kind for option in schema.get("anyOf", ()) for kind in _types(option)]
    return [declared] if isinstance(declared, str) else [kind for kind in declared if kind != "null"]


def _as_type(value: Any, kind: str) -> Any:
    match kind:
        case "integer" | "number":
            return _as_number(value, whole=kind == "integer")
        case "boolean" if isinstance(value, str):
            return {"true": True, "yes": True, "false": False, "no": False}.get(value.strip().lower())
        case "string" if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        case "array" if isinstance(value, str | int | float):
            return [value]
        case "object" if isinstance(value, str):
            return _as_object(value)
    return None


def _as_number(value: Any, *, whole: bool) -> int | float | None:
    if isinstance(value, bool):
        return None
    try:
        number = float(value.strip().removesuffix("%").strip()) if isinstance(value, str) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    if number.is_integer():
        return int(number)
    return None if whole else number


def _as_object(value: str) -> Any:
    try:
        parsed = json.loads(value)
    except ValueError:
        return None
    return parsed if isinstance(parsed, dict) else None
