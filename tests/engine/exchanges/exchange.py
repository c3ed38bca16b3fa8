"""One request and what is held against its answer, and short ways to write the common ones."""

from dataclasses import dataclass, field
from typing import Any

from tests.engine.asking import user
from voice_gateway.engine.models import PACKAGED_NAME as MODEL

Json = dict[str, Any]

TIMINGS = {
    "total_duration",
    "load_duration",
    "prompt_eval_count",
    "prompt_eval_duration",
    "eval_count",
    "eval_duration",
}
LOADED = {"model", "created_at", "message", "done", "done_reason"}
CHAT = LOADED | TIMINGS
PROMPTED = (CHAT - {"message"}) | {"response"}
GENERATED = PROMPTED | {"context"}
COMPLETION = {"id", "object", "created", "model", "system_fingerprint", "choices", "usage"}
CHUNK = COMPLETION - {"usage"}
PROBLEM = {"error.message", "error.type", "error.param", "error.code"}

ONE = {"num_predict": 1, "temperature": 0}
HELLO: Json = {"model": MODEL, "messages": [user("Hello")], "options": ONE, "stream": False}
PROMPT: Json = {"model": MODEL, "prompt": "Hello", "options": ONE, "stream": False}
OPENAI: Json = {"model": MODEL, "messages": [user("Hello")], "max_tokens": 1, "temperature": 0}
COMPLETE: Json = {"model": MODEL, "prompt": "Hello", "max_tokens": 1, "temperature": 0}
LONG: Json = {"messages": [user("word " * 2000)]}
PICTURE = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGk="}}


@dataclass(frozen=True)
class Exchange:
    """A request, and what is held against the answer."""

    request: str
    body: Any = None
    status: int = 200
    keys: set[str] = field(default_factory=set)
    """Exactly the keys of the answer, or of its last line; with dots for those inside one object."""
    says: str = ""
    """Words of the answer."""
    holds: Json = field(default_factory=dict)
    """Values at dotted places of the answer."""
    headers: dict[str, str] = field(default_factory=dict)
    sends: dict[str, str] = field(default_factory=dict)
    """Headers of the answer."""


def chat(says: str = "", status: int = 200, keys: set[str] | None = None, **more: Any) -> Exchange:
    return Exchange("POST /api/chat", HELLO | more, status, _keys(status, keys, CHAT), says)


def options(says: str = "", status: int = 200, **given: Any) -> Exchange:
    return chat(says, status, options=ONE | given)


def message(says: str = "", status: int = 200, **given: Any) -> Exchange:
    return chat(says, status, messages=[given])


def prompt(says: str = "", status: int = 200, keys: set[str] | None = None, **more: Any) -> Exchange:
    return Exchange("POST /api/generate", PROMPT | more, status, _keys(status, keys, GENERATED), says)


def openai(says: str = "", status: int = 200, keys: set[str] | None = None, **more: Any) -> Exchange:
    keys = keys or (COMPLETION if status == 200 else PROBLEM)
    return Exchange("POST /v1/chat/completions", OPENAI | more, status, keys, says)


def complete(says: str = "", status: int = 200, keys: set[str] | None = None, **more: Any) -> Exchange:
    keys = keys or (COMPLETION if status == 200 else PROBLEM)
    return Exchange("POST /v1/completions", COMPLETE | more, status, keys, says)


def _keys(status: int, keys: set[str] | None, usual: set[str]) -> set[str]:
    return keys or (usual if status == 200 else {"error"})


MISSING = "model 'nope:1b' not found"
