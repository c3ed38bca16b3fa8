"""A trace as a timeline that a person can follow."""

import json
import shutil
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any


def timeline(turn: Mapping[str, Any]) -> str:
    """One line per event of a trace in plain values: when, what, and the figures that matter."""
    width = shutil.get_terminal_size((100, 24)).columns
    lines = [f"{'ms':>7}  what happened ({turn['model']})"]
    for event in turn["events"]:
        tell = _TELL.get(event["event"], _other)
        line = f"{event['at'] * 1000:7.0f}  {tell(SimpleNamespace(**event))}"
        lines.append(line if len(line) <= width else line[: width - 1] + "…")
    return "\n".join(lines)


def _classified(event: Any) -> str:
    close = f", close: {', '.join(event.close)}" if event.close else ""
    return f"classified  {event.intent} ({event.confidence:.0%} sure{close})"


def _understood(event: Any) -> str:
    sure = "" if event.confidence == 1 else f" ({event.confidence:.0%} sure)"
    return f"understood  {event.wish} by {event.by}{sure}"


def _bound(event: Any) -> str:
    return f"bound       {', '.join(event.tools) or 'no tools'} (~{event.tokens} tokens)"


def _asked(event: Any) -> str:
    tokens = f", {event.prompt_tokens} tokens in, {event.reply_tokens} out" if event.prompt_tokens else ""
    problem = f" → {event.problem}" if event.problem else ""
    return f"asked       {event.purpose}, {event.tools} tools, {event.seconds * 1000:.0f} ms{tokens}{problem}"


def _called(event: Any) -> str:
    arguments = _short(event.arguments)
    return f"called      {event.tool}({arguments}) → {event.outcome}: {' '.join(event.result.split())}"


def _repaired(event: Any) -> str:
    return f"repaired    {event.tool}({_short(event.before)}) → ({_short(event.after)})"


def _searched(event: Any) -> str:
    source = "the cache" if event.known else event.engine or "nobody"
    return f"searched    {event.query!r}: {event.results} results from {source}"


def _recovered(event: Any) -> str:
    outcome = "success" if event.success else "failure"
    return f"recovered   {event.cause} by {event.cure}: {outcome} (retry {event.attempt})"


def _notice(event: Any) -> str:
    return f"told        {event.text}"


def _corrected(event: Any) -> str:
    return f"corrected   not said: {event.claim!r}"


def _answered(event: Any) -> str:
    return f"answered    {event.outcome}: {event.text}"


def _other(event: Any) -> str:
    """Events that other folders define."""
    facts = ", ".join(str(value) for name, value in vars(event).items() if name not in ("at", "event"))
    return f"{event.event:<11} {facts}"


def _short(arguments: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in arguments.items())


_TELL: dict[str, Callable[[Any], str]] = {
    "classified": _classified,
    "understood": _understood,
    "bound": _bound,
    "asked": _asked,
    "called": _called,
    "repaired": _repaired,
    "searched": _searched,
    "recovered": _recovered,
    "notice": _notice,
    "corrected": _corrected,
    "answered": _answered,
}
