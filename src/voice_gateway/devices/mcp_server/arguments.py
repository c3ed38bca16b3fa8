"""What a tool was called with."""

import re
from typing import Any

from voice_gateway.devices.errors import BadCall
from voice_gateway.devices.mcp_server.definitions import DEFINITIONS
from voice_gateway.devices.words import roots

PAGE = 20

_QUALITY = re.compile(
    r"\b(?:volume|loudness|colou?r|brightness|level|speed|mode|source|channel|position|setting|state|status)"
    r"(?: of(?: the)?)?\b",
    re.IGNORECASE,
)
"""What can be asked of a device, beside what it measures."""


_QUANTITY = re.compile(r".+ (?P<quantity>temperature|humidity|power|pressure)\Z", re.IGNORECASE)
"""What a thing may measure, behind its name."""


def checked(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Only known arguments, and all required ones. An unknown one might have narrowed the wish, so it is
    not ignored."""
    definition = next(definition for definition in DEFINITIONS if definition.name == name)
    given = {key: value for key, value in arguments.items() if value is not None}
    known = ", ".join(definition.properties)
    if unknown := sorted(set(given) - set(definition.properties)):
        raise BadCall(f"{name} has no argument “{unknown[0]}”. It takes: {known}.")
    if missing := [key for key in definition.required if not str(given.get(key, "")).strip()]:
        raise BadCall(f"{name} needs “{missing[0]}”. It takes: {known}.")
    return given


def without_battery(asked: str) -> str | None:
    """What is left of "battery of the front door"; None when no battery was asked for."""
    if not {"battery", "charge"} & {*roots(asked)}:
        return None
    rest = re.sub(r"\b(?:battery|batteries|charge|level|of|the)\b|'s\b", " ", asked, flags=re.IGNORECASE)
    return " ".join(rest.split()) or None


def without_quality(asked: str) -> str:
    """What is left of "kitchen radio volume", and of "the colour of the lamp"."""
    return " ".join(_QUALITY.sub(" ", asked).split())


def quantity_of(asked: str) -> str:
    """What is asked of a thing that may measure it: "temperature" of "bulk tank temperature"."""
    match = _QUANTITY.match(asked.strip())
    return match["quantity"] if match else ""


def page_number(value: object, total: int) -> int:
    try:
        page = int(float(str(value))) if value is not None else 1
    except (ValueError, OverflowError):
        page = 1
    return max(1, min(page, (total - 1) // PAGE + 1)) if total else 1
