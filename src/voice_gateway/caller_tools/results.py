"""What the caller's tools have returned, as results that may be told."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from voice_gateway.caller_tools.request import Returned
from voice_gateway.tools import Result

_LONGEST = 400


def read_result(text: str) -> Result:
    """A tool's text with what can be told of it. Home Assistant's results are known by their keys."""
    try:
        value = json.loads(text)
        return _of_object(value) if isinstance(value, dict) else Result(_told(value))
    except (ValueError, RecursionError):
        return Result(text.strip()[:_LONGEST])


def _of_object(value: dict[str, Any]) -> Result:
    inner = value.get("data")
    data: dict[str, Any] = inner if isinstance(inner, dict) else {}
    if (problem := value.get("error_text") or value.get("error")) or value.get("success") is False:
        return Result.error(str(problem or "it was refused")[:_LONGEST])
    if failed := _names(data.get("failed")):
        return Result.error(f"{failed} did not do it")
    if spoken := _spoken(value.get("speech")):
        return Result(spoken)
    if value.get("response_type") == "action_done":
        reached = _names(data.get("success"))
        return Result(f"Done: {reached}." if reached else "Done.", changed=True)
    return Result(_told(value.get("result", value)))


def _spoken(speech: object) -> str:
    plain = speech.get("plain") if isinstance(speech, dict) else None
    return str(plain.get("speech") or "")[:_LONGEST] if isinstance(plain, dict) else ""


def problems(returned: Sequence[Returned]) -> list[Result]:
    """What went wrong, each thing once."""
    found = {result.text: result for one in returned if not (result := read_result(one.text)).ok}
    return list(found.values())


def live_text(text: str) -> str:
    """The list of how everything is, out of the result that has it."""
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return str(value.get("result", "")) if isinstance(value, dict) else ""


def _told(value: object) -> str:
    if isinstance(value, Mapping):
        value = ", ".join(f"{key} {_told(part)}" for key, part in value.items() if part is not None)
    elif isinstance(value, list):
        value = ", ".join(_told(part) for part in value)
    elif isinstance(value, bool):
        value = "yes" if value else "no"
    return str(value).strip()[:_LONGEST]


def _names(targets: object) -> str:
    listed = targets if isinstance(targets, list) else []
    return ", ".join(
        str(one["name"])
        for one in listed
        if isinstance(one, dict) and one.get("name") and one.get("type") != "area"
    )
