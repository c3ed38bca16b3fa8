"""Templates of announced devices: text with expressions and conditions in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from voice_gateway.devices.mqtt.expressions import Expression, Unreadable, Variables, parse
from voice_gateway.devices.mqtt.operations import MISSING, true

_PART = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})", re.DOTALL)
_LONGEST = 4000
Template = Callable[[Variables], str]
"""Gives the text. Raises LookupError where the message does not have what it is about."""
_Piece = tuple[str, Any]


@lru_cache(maxsize=4096)
def template(source: str) -> Template:
    """The template as a function. Raises Unreadable with the reason."""
    if len(source) > _LONGEST:
        raise Unreadable("its template is too long")
    pieces = [_piece(part) for part in _PART.split(source) if part]
    body, rest = _body(pieces)
    if rest:
        raise Unreadable("its template ends what it never began")
    return lambda known: "".join(part(known) for part in body).strip()


def rendered(source: str | None, payload: str, parsed: Any) -> str | None:
    """What a template makes of a message; None where the message says nothing of it."""
    if not source:
        return payload
    known: dict[str, Any] = {"value": payload}
    if parsed is not MISSING:
        known["value_json"] = parsed
    try:
        return template(source)(known)
    except (LookupError, ArithmeticError, TypeError, ValueError):
        return None


def written(source: str | None, value: Any, /, **more: Any) -> str:
    """The message that a template makes of a value."""
    if not source:
        return as_text(value)
    return template(source)({"value": value, **more})


def as_text(value: Any) -> str:
    if isinstance(value, dict | list):
        return json.dumps(value)
    return f"{value:g}" if isinstance(value, float) and value.is_integer() else str(value)


def _piece(part: str) -> _Piece:
    inner = part[2:-2].strip("-").strip()
    if part.startswith("{#"):
        return "text", ""
    if part.startswith("{{"):
        return "value", parse(inner)
    if not part.startswith("{%"):
        return "text", part
    word, _, rest = inner.partition(" ")
    match word:
        case "if" | "elif":
            return word, parse(rest)
        case "else" | "endif" if not rest:
            return word, None
    raise Unreadable(f"its template uses “{word}”")


def _body(pieces: list[_Piece]) -> tuple[list[Template], list[_Piece]]:
    """The parts up to what ends them, and all that follows."""
    found: list[Template] = []
    while pieces and pieces[0][0] in ("text", "value", "if"):
        (kind, what), *pieces = pieces
        if kind == "if":
            part, pieces = _condition(what, pieces)
            found.append(part)
        else:
            found.append(_plain(what) if kind == "text" else _shown(what))
    return found, pieces


def _condition(test: Expression, pieces: list[_Piece]) -> tuple[Template, list[_Piece]]:
    body, pieces = _body(pieces)
    other: list[Template] = []
    match pieces:
        case [("elif", next_test), *rest]:
            last, pieces = _condition(next_test, rest)
            other = [last]
        case [("else", _), *rest]:
            other, pieces = _body(rest)
            pieces = _ended(pieces)
        case _:
            pieces = _ended(pieces)
    return lambda known: "".join(part(known) for part in (body if true(test(known)) else other)), pieces


def _ended(pieces: list[_Piece]) -> list[_Piece]:
    if not pieces or pieces[0][0] != "endif":
        raise Unreadable("its template does not end what it began")
    return pieces[1:]


def _plain(text: str) -> Template:
    return lambda _: text


def _shown(value: Expression) -> Template:
    def show(known: Variables) -> str:
        found = value(known)
        if found is MISSING:
            raise LookupError("the message does not have it")
        return as_text(found)

    return show
