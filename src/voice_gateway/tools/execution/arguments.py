"""Checks a call's arguments against the tool's schema, and mends what can only be meant one way."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from jsonschema import Draft202012Validator

from voice_gateway.errors import ToolError
from voice_gateway.tools.choices import choices, chosen
from voice_gateway.tools.execution.call import MISCALLED, Invocation, Outcome, Proceed, Result
from voice_gateway.tools.execution.narrowing import (
    OTHER_NAMES,
    is_nothing,
    may_be_left_out,
    with_fitting_value,
    with_place_named,
    words_of,
)
from voice_gateway.tools.registered import RegisteredTool


async def fitting_arguments(invocation: Invocation, proceed: Proceed) -> Result:
    """Pass the call on with arguments that fit, or answer what does not fit."""
    try:
        arguments = fit_call(invocation.arguments, invocation.tool)
    except ToolError as error:
        return Result.error(error.message, Outcome.REFUSED, spoken=MISCALLED)
    return await proceed(invocation.with_arguments(arguments))


def fit_call(arguments: Mapping[str, Any], tool: RegisteredTool) -> dict[str, Any]:
    """The arguments as the tool wants them, without optional ones that cannot be used.

    Of a call that acts, nothing is left out that may have been what kept the action small.
    """
    meant = with_place_named(_renamed(arguments, tool.schema), tool)
    if tool.acts(meant) and (unknown := _unknown(meant, tool.schema)):
        known = ", ".join(tool.schema.get("properties", {})) or "no arguments"
        raise ToolError(f"{tool.name} has no argument “{unknown[0]}”. It takes: {known}.")
    fitted = fit(meant, tool.validator, drop=lambda name: may_be_left_out(name, meant, tool))
    return with_fitting_value(fitted, tool)


def fit(
    arguments: Mapping[str, Any],
    validator: Draft202012Validator,
    *,
    drop: Callable[[str], bool] = lambda name: False,
) -> dict[str, Any]:
    """The arguments as the schema wants them; raises `ToolError` when that would take guessing.

    `drop` says of an optional argument that does not fit whether it may be left out.
    """
    schema: Any = validator.schema
    properties: Mapping[str, Any] = schema.get("properties", {})
    required = set(schema.get("required", ()))
    keep_unknown = bool(schema.get("additionalProperties", False))
    fitted: dict[str, Any] = {}
    for given, value in _renamed(arguments, schema).items():
        name = _meant_name(given, properties)
        if name is None:
            if keep_unknown:
                fitted[given] = value
            continue
        if name not in required and is_nothing(value, properties[name]):
            continue
        fitted[name] = _coerce(value, properties[name])
    problems = list(validator.iter_errors(fitted))
    misfits = {str(problem.absolute_path[0]) for problem in problems if problem.absolute_path} - required
    if useless := {name for name in misfits if drop(name)}:
        return fit({name: value for name, value in fitted.items() if name not in useless}, validator)
    if problem := next(iter(problems), None):
        where = ".".join(str(part) for part in problem.absolute_path)
        raise ToolError(f"{where}: {problem.message}" if where else problem.message)
    return fitted


def _unknown(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """Arguments that say something and that the tool does not have."""
    if schema.get("additionalProperties", False):
        return []
    properties = schema.get("properties", {})
    return [
        given
        for given, value in arguments.items()
        if _meant_name(given, properties) is None and not is_nothing(value)
    ]


def _renamed(arguments: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """`device_name`, `name` or `entity` is the one text that is missing, if only one of them was given."""
    properties: Mapping[str, Any] = schema.get("properties", {})
    meant = {given: _meant_name(given, properties) for given in arguments}
    missing = set(schema.get("required", ())) - set(meant.values())
    gaps = [name for name in missing if "string" in _types(properties.get(name, {}))]
    # The same argument in another spelling is called by its name from here on.
    named = {given: name or given for given, name in meant.items()}
    if len(gaps) == 1:
        words = words_of(gaps[0]) | OTHER_NAMES
        others = [
            given
            for given, name in meant.items()
            if name is None and isinstance(arguments[given], str) and words_of(given) & words
        ]
        if len(others) == 1:
            named[others[0]] = gaps[0]
    return {named[given]: value for given, value in arguments.items()}


def _meant_name(given: str, properties: Mapping[str, Any]) -> str | None:
    """`device_name` and `deviceName` are the same argument to a person."""
    if given in properties:
        return given
    folded = _folded(given)
    matches = [name for name in properties if _folded(name) == folded]
    return matches[0] if len(matches) == 1 else None


def _folded(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


def _coerce(value: Any, schema: Any) -> Any:
    """The value in the schema's type where only one reading is possible; otherwise as it is."""
    if not isinstance(schema, Mapping):
        return value
    if (meant := chosen(value, choices(schema))) is not None:
        return meant
    for option in _types(schema):
        mended = _as_type(value, option)
        if mended is not None:
            value = mended
            break
    if isinstance(value, list):
        return [_coerce(item, schema.get("items")) for item in value]
    return value


def _types(schema: Any) -> list[str]:
    if not isinstance(schema, Mapping):
        return []
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
