"""The assistant that a command talks to: one in this process, or the one that `voice-gateway run` has up."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import httpx

from voice_gateway import trace
from voice_gateway.cli.context import tell
from voice_gateway.errors import GatewayError
from voice_gateway.outcome import TurnOutcome
from voice_gateway.running import Running
from voice_gateway.trace import Trace

if TYPE_CHECKING:
    from voice_gateway.conversation import Conversation
    from voice_gateway.gateway import Gateway
    from voice_gateway.wishes import Wish

OnToken = Callable[[str], None]


@dataclass(frozen=True)
class Given:
    """An answer and how it came about, in plain values."""

    text: str
    outcome: TurnOutcome
    intent: str
    confidence: float
    trace: dict[str, Any]


class Assistant(Protocol):
    @property
    def question(self) -> str | None:
        """The id of the question that waits for an answer."""

    @property
    def last(self) -> dict[str, Any] | None:
        """The trace of the last turn, also of one that failed."""

    async def say(self, text: str, on_token: OnToken | None = None, *, answering: str | None = None) -> Given:
        """The next sentence; what a person should know beside the answer is told."""
        ...


class Here:
    """The gateway in this process."""

    def __init__(self, gateway: "Gateway", conversation: "Conversation") -> None:
        self._gateway = gateway
        self._conversation = conversation
        self._trace: Trace | None = None

    @property
    def last(self) -> dict[str, Any] | None:
        return self._trace.as_dict() if self._trace else None

    @property
    def question(self) -> str | None:
        return waiting.id if (waiting := self._conversation.pending) else None

    async def say(
        self,
        text: str,
        on_token: OnToken | None = None,
        *,
        answering: str | None = None,
        wish: "Wish | None" = None,
    ) -> Given:
        def watch(event: trace.Event) -> None:
            self._trace = trace.current() or self._trace
            if isinstance(event, trace.Notice):
                tell(event.text)

        with trace.watching(watch):
            answer = await self._gateway.turn(
                text, self._conversation, on_token=on_token, answering=answering, wish=wish
            )
        return Given(answer.text, answer.outcome, answer.intent, answer.confidence, answer.trace.as_dict())


class There:
    """The gateway that `run` has up, over HTTP."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self._http = http
        self._conversation: str | None = None
        self.question: str | None = None
        self.last: dict[str, Any] | None = None

    async def say(self, text: str, on_token: OnToken | None = None, *, answering: str | None = None) -> Given:
        asked = {"text": text, "conversation": self._conversation, "answers": answering, "stream": True}
        sent = {name: value for name, value in asked.items() if value is not None}
        async for name, told in self._events("POST", "/api/chat", sent):
            if name == "piece" and on_token:
                on_token(told["text"])
            elif name == "step" and told["event"] == "notice":
                tell(told["text"])
            elif name == "problem":
                raise GatewayError(told["error"], fix=told.get("fix"))
            elif name == "answer":
                self._conversation, self.last = told["conversation"], told["trace"]
                self.question = told["question"] and told["question"]["id"]
                outcome = TurnOutcome(told["outcome"])
                return Given(told["text"], outcome, told["intent"], told["confidence"], told["trace"])
        raise GatewayError("The answer was cut off.", fix="Is voice-gateway run still up?")

    async def announced(self) -> AsyncIterator[tuple[str, str]]:
        """What nobody has asked for, and where it belongs, as it is told."""
        async for name, told in self._events("GET", "/api/events"):
            if name == "announced":
                yield told["text"], told["room"]

    async def get(self, path: str) -> Any:
        return (await self._http.get(path)).raise_for_status().json()

    async def reset(self) -> None:
        if self._conversation:
            await self._http.delete(f"/api/chat/{self._conversation}")
        self._conversation = self.question = None

    async def _events(
        self, method: str, path: str, body: dict[str, Any] | None = None
    ) -> AsyncIterator[tuple[str, Any]]:
        """Server-sent events, each by its name and what it tells."""
        try:
            async with self._http.stream(method, path, json=body) as response:
                if not response.is_success:
                    problem = json.loads(await response.aread())
                    raise GatewayError(problem["error"], fix=problem.get("fix"))
                name = ""
                async for line in response.aiter_lines():
                    if line.startswith("event: "):
                        name = line.removeprefix("event: ")
                    elif line.startswith("data: "):
                        yield name, json.loads(line.removeprefix("data: "))
        except httpx.HTTPError as error:
            raise GatewayError(f"voice-gateway run has gone: {error or type(error).__name__}.") from error


@asynccontextmanager
async def reaching(running: Running) -> AsyncIterator[There]:
    """The assistant of `voice-gateway run`; says that it is the one that answers."""
    headers = {"Authorization": f"Bearer {running.token}"} if running.token else {}
    timeout = httpx.Timeout(None, connect=5)  # a turn has its own deadline
    async with httpx.AsyncClient(
        verify=running.trust, base_url=running.url, headers=headers, timeout=timeout, trust_env=False
    ) as http:
        there = There(http)
        about = await there.get("/api/about")
        tell(f"{about['model']} answers through voice-gateway run, which is up at {running.url}.")
        yield there
