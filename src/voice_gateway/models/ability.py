"""What a model can do: call tools by itself, and hold its own in talk. Found out once, and remembered."""

import json
import logging
import re
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import ollama

from voice_gateway.settings import cache_dir

log = logging.getLogger(__name__)

_QUESTION = "What time is it in Tokyo?"
_TOOL = {
    "type": "function",
    "function": {
        "name": "get_current_datetime",
        "description": "REQUIRED: You MUST call this whenever the user asks about the time.",
        "parameters": {
            "type": "object",
            "properties": {"timezone": {"type": "string", "description": "A city."}},
        },
    },
}
_TALK = (
    ("What is the opposite of hot? Answer with one word.", re.compile(r"\bcold\b", re.I)),
    ("How many legs does a dog have? Answer with one word.", re.compile(r"\b(?:four|4)\b", re.I)),
    ("Which is larger, a mouse or an elephant? Answer with one word.", re.compile(r"\belephant\b", re.I)),
    (
        "What do people usually say when they meet? Answer with one word.",
        re.compile(r"\b(?:hello|hi)\b", re.I),
    ),
)
"""Small questions that every model knows the answer to that one can talk with."""

_WORDY = 60
"""Characters within which one word is answered; who says more has not understood the question."""


@dataclass(frozen=True)
class Abilities:
    """What is known of a model; None for what nobody has found out yet."""

    calls_tools: bool | None = None
    talks: bool | None = None


def _file() -> Path:
    return cache_dir() / "models.json"


def remembered(model: str) -> Abilities:
    """What was found out about the model, by this process or an earlier one."""
    known = _read().get(model)
    if isinstance(known, bool):
        return Abilities(calls_tools=known)
    if not isinstance(known, dict):
        return Abilities()
    flags = {name: value for name in ("calls_tools", "talks") if isinstance(value := known.get(name), bool)}
    return Abilities(**flags)


def remember(model: str, found: Abilities) -> None:
    """Keep what was found out; a folder that cannot be written is no reason to fail."""
    path = _file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**_read(), model: asdict(found)}, indent=1), encoding="utf-8")
    except (OSError, ValueError, TypeError) as error:
        log.info("What was found out about %s could not be kept: %s", model, error)


def _read() -> dict[str, Any]:
    try:
        known = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


async def find_out(client: ollama.AsyncClient, model: str, known: Abilities | None = None) -> Abilities:
    """Whatever is not known yet; what could not be asked stays unknown."""
    known = known or Abilities()
    if known.calls_tools is None:
        known = replace(known, calls_tools=await _calls_tools(client, model))
    if known.talks is None:
        known = replace(known, talks=await _talks(client, model))
    return known


async def _calls_tools(client: ollama.AsyncClient, model: str) -> bool | None:
    """Offer a tool and see whether it is called; None when the model could not be asked."""
    try:
        reply = await _ask(client, model, _QUESTION, tools=[_TOOL])
    except ollama.ResponseError as error:
        # Ollama refuses tools for models whose template knows none.
        return False if error.status_code == 400 and "tools" in error.error else None
    except (httpx.HTTPError, OSError, ValueError):
        return None
    return bool(reply.message.tool_calls)


async def _talks(client: ollama.AsyncClient, model: str) -> bool | None:
    """Ask what everybody knows; a model that does not is only asked for calls."""
    try:
        for question, right in _TALK:
            reply = await _ask(client, model, question)
            said = (reply.message.content or "").strip()
            if len(said) > _WORDY or not right.search(said):
                return False
    except (httpx.HTTPError, ollama.ResponseError, OSError, ValueError):
        return None
    return True


async def _ask(client: ollama.AsyncClient, model: str, question: str, **more: Any) -> ollama.ChatResponse:
    messages = [{"role": "user", "content": question}]
    options = {"num_predict": 96, "temperature": 0}
    return await client.chat(model, messages, think=False, options=options, **more)
