"""Whether a model calls tools by itself: found out once, and remembered."""

import json
import logging
from pathlib import Path

import httpx
import ollama

from voice_gateway.settings import cache_dir

log = logging.getLogger(__name__)

_QUESTION = [{"role": "user", "content": "What time is it in Tokyo?"}]
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


def _file() -> Path:
    return cache_dir() / "models.json"


def remembered(model: str) -> bool | None:
    """Whether the model calls tools, as far as is known."""
    try:
        known = json.loads(_file().read_text(encoding="utf-8")).get(model)
    except (OSError, ValueError, AttributeError):
        return None
    return known if isinstance(known, bool) else None


def remember(model: str, calls_tools: bool) -> None:
    """Keep what was found out; a folder that cannot be written is no reason to fail."""
    path = _file()
    try:
        known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**known, model: calls_tools}, indent=1), encoding="utf-8")
    except (OSError, ValueError, TypeError) as error:
        log.info("What was found out about %s could not be kept: %s", model, error)


async def probe(client: ollama.AsyncClient, model: str) -> bool | None:
    """Offer a tool and see whether it is called; None when the model could not be asked."""
    try:
        reply = await client.chat(
            model, _QUESTION, tools=[_TOOL], think=False, options={"num_predict": 96, "temperature": 0}
        )
    except ollama.ResponseError as error:
        # Ollama refuses tools for models whose template knows none.
        return False if error.status_code == 400 and "tools" in error.error else None
    except (httpx.HTTPError, OSError, ValueError):
        return None
    return bool(reply.message.tool_calls)
