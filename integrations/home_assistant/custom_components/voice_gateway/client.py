"""Asks a Voice Gateway over HTTP; its answer comes as it is made."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import aiohttp

_QUICKLY = aiohttp.ClientTimeout(total=10)
_PATIENTLY = aiohttp.ClientTimeout(total=None, sock_connect=10, sock_read=120)
"""A gateway bounds its turns by itself; one that is silent for so long is gone."""

_REASONS: dict[int, str] = {
    HTTPStatus.MISDIRECTED_REQUEST: "unknown_name",
    HTTPStatus.TOO_MANY_REQUESTS: "too_many",
}


class Problem(Exception):
    """Why the gateway gave no answer, in a sentence that can be spoken."""

    def __init__(self, sentence: str, reason: str = "cannot_connect") -> None:
        super().__init__(sentence)
        self.reason = reason
        """What it is called in the translations."""


class TokenRefused(Problem):
    """The gateway does not know our token, or not any more."""

    def __init__(self) -> None:
        sentence = "The Voice Gateway does not accept my token. Please enter it again in the settings."
        super().__init__(sentence, "invalid_auth")


@dataclass(frozen=True)
class Answer:
    """What was said in the end."""

    text: str
    outcome: str
    asks: bool
    """Whether the next sentence is waited for."""


class Client:
    """One gateway. The session keeps cookies: a yes counts only from the caller who was asked."""

    def __init__(self, session: aiohttp.ClientSession, url: str, token: str) -> None:
        self.url = url
        self._session = session
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}

    async def about(self) -> dict[str, Any]:
        """Who answers there. Raises `Problem` where that is no gateway, or none that lets us in."""
        async with self._sent("GET", "/api/about", timeout=_QUICKLY) as response:
            try:
                told = json.loads(await response.text())
            except ValueError:
                told = None
        if not isinstance(told, dict) or "version" not in told:
            raise Problem("What answers there is not a Voice Gateway.", "not_a_gateway")
        return told

    async def ask(self, text: str, conversation: str, room: str) -> AsyncIterator[str | Answer]:
        """The words of the answer as they come, and at the end the whole. Raises `Problem`."""
        body = {"text": text, "conversation": conversation, "room": room, "stream": True}
        async with self._sent("POST", "/api/chat", json=body, timeout=_PATIENTLY) as response:
            async for name, data in _events(response.content):
                if name == "piece":
                    yield data["text"]
                elif name == "problem":
                    raise Problem(data["error"], "refused")
                elif name == "answer":
                    asks = bool(data["question"]) or data["outcome"] == "asked back"
                    yield Answer(data["text"], data["outcome"], asks)
                    return
        raise Problem("The Voice Gateway went away before it had answered.")

    @asynccontextmanager
    async def _sent(self, method: str, path: str, **request: Any) -> AsyncIterator[aiohttp.ClientResponse]:
        """The response to a request that was not refused."""
        address = f"{self.url}{path}"
        try:
            async with self._session.request(method, address, headers=self._headers, **request) as response:
                if not response.ok:
                    raise _problem(response.status, await response.text(errors="replace"))
                yield response
        except (aiohttp.ClientError, TimeoutError) as error:
            raise Problem("I can't reach the Voice Gateway.") from error


def _problem(status: int, body: str) -> Problem:
    if status == HTTPStatus.UNAUTHORIZED:
        return TokenRefused()
    try:
        sentence = str(json.loads(body)["error"])
    except (ValueError, KeyError, TypeError):
        return Problem("What answers there is not a Voice Gateway.", "not_a_gateway")
    return Problem(sentence, _REASONS.get(status, "refused"))


async def _events(content: aiohttp.StreamReader) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """Server-sent events. They are cut here, since the lines of a trace are longer than aiohttp's may be."""
    rest = b""
    async for piece in content.iter_any():
        *whole, rest = (rest + piece).split(b"\n\n")
        for event in whole:
            fields = {
                name: value for name, _, value in (line.partition(b": ") for line in event.splitlines())
            }
            if b"event" in fields and b"data" in fields:
                yield fields[b"event"].decode(), json.loads(fields[b"data"])
