"""Traces as OTLP JSON, the form in which OpenTelemetry's collectors take files. What was said is left out."""

import hashlib
from collections.abc import Iterable
from typing import Any

from voice_gateway import __version__, trace
from voice_gateway.console.telemetry import facts_of, span_of
from voice_gateway.console.traces import Kept
from voice_gateway.outcome import TurnOutcome

_ERROR = 2
_INTERNAL, _CLIENT = 1, 3


def as_otlp(kept: Iterable[Kept]) -> dict[str, Any]:
    """One span for each turn, with one inside for each model call and each tool call."""
    resource = {"service.name": "voice-gateway", "service.version": __version__}
    spans = [span for one in kept for span in _spans(one)]
    scope = {"name": "voice_gateway", "version": __version__}
    return {
        "resourceSpans": [
            {
                "resource": {"attributes": _attributes(resource)},
                "scopeSpans": [{"scope": scope, "spans": spans}],
            }
        ]
    }


def _spans(kept: Kept) -> Iterable[dict[str, Any]]:
    turn = kept.trace
    answered = turn.last(trace.Answered)
    outcome = answered.outcome if answered else TurnOutcome.FAILED
    classified = turn.last(trace.Classified)
    told = {
        "gen_ai.request.model": turn.model,
        "voice_gateway.first": turn.first,
        "voice_gateway.outcome": outcome.value,
    }
    if classified:
        told |= {"voice_gateway.intent": classified.intent, "voice_gateway.confidence": classified.confidence}
    last = max((event.at for event in turn.events), default=0.0)
    events = [
        event for event in turn.events if not isinstance(event, trace.Asked | trace.Called | trace.Classified)
    ]
    yield _span(kept, 0, "turn", _INTERNAL, 0.0, last, told, outcome is TurnOutcome.FAILED) | {
        "events": [
            {
                "name": type(event).__name__.lower(),
                "timeUnixNano": _nanoseconds(kept, event.at),
                "attributes": _attributes(facts_of(event)),
            }
            for event in events
        ]
    }
    for number, event in enumerate(turn.events, 1):
        if isinstance(event, trace.Asked | trace.Called):
            name, attributes, failed = span_of(turn, event)
            kind = _CLIENT if isinstance(event, trace.Asked) else _INTERNAL
            began = max(0.0, event.at - event.seconds)
            yield _span(kept, number, name, kind, began, event.at, attributes, bool(failed))


def _span(
    kept: Kept,
    number: int,
    name: str,
    kind: int,
    began: float,
    ended: float,
    told: dict[str, Any],
    failed: bool,
) -> dict[str, Any]:
    parent = {} if number == 0 else {"parentSpanId": _id(kept, 0, 16)}
    return {
        "traceId": _id(kept, -1, 32),
        "spanId": _id(kept, number, 16),
        **parent,
        "name": name,
        "kind": kind,
        "startTimeUnixNano": _nanoseconds(kept, began),
        "endTimeUnixNano": _nanoseconds(kept, ended),
        "attributes": _attributes(told),
        "status": {"code": _ERROR} if failed else {},
    }


def _id(kept: Kept, number: int, length: int) -> str:
    return hashlib.sha256(f"{kept.id}/{number}".encode()).hexdigest()[:length]


def _nanoseconds(kept: Kept, seconds: float) -> str:
    """Numbers of 64 bits are text in JSON."""
    return str(int((kept.trace.started + seconds) * 1e9))


def _attributes(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"key": name, "value": _value(value)} for name, value in told.items() if value is not None]


def _value(value: Any) -> dict[str, Any]:
    match value:
        case bool():
            return {"boolValue": value}
        case int():
            return {"intValue": str(value)}
        case float():
            return {"doubleValue": value}
        case list() | tuple():
            return {"arrayValue": {"values": [_value(one) for one in value]}}
    return {"stringValue": str(value)}
