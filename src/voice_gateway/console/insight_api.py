"""How turns came about, and how one would: traces to find and to export, and sentences to try."""

import asyncio
import json

from pydantic import BaseModel, ConfigDict
from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.console import Console
from voice_gateway.console.insight_shapes import Traces
from voice_gateway.console.operations import Operation, Parameter
from voice_gateway.console.otlp import as_otlp
from voice_gateway.console.refused import Refused
from voice_gateway.console.requests import body_of, number_of, reply
from voice_gateway.console.traces import Kept
from voice_gateway.console.trying import Attempt, Models, TriedAll, Trying
from voice_gateway.outcome import TurnOutcome
from voice_gateway.trace import Words

_LIMIT = Parameter(
    "limit", "query", {"type": "integer", "minimum": 1, "maximum": 300, "default": 50}, "How many at most."
)
_SEARCH = Parameter("search", "query", {"type": "string", "maxLength": 200}, "Words that were said.")
_OUTCOME = Parameter("outcome", "query", {"type": "string", "enum": [*TurnOutcome]}, "What came of it.")
_FORM = Parameter("form", "query", {"type": "string", "enum": ["json", "otlp"]}, "As it is, or as OTLP JSON.")
_TRACE = Parameter("trace", "path", {"type": "string", "minLength": 1, "maxLength": 200}, "Its id.")


class ExactWords(BaseModel):
    """Whether traces keep the exact prompt and reply, from now on and until the program ends."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kept: bool


class InsightApi:
    def __init__(self, console: Console) -> None:
        self._console = console
        self._trying = Trying(console.gateway)

    def operations(self) -> list[Operation]:
        group = "Insight"
        return [
            Operation(
                "traces", "GET", "/api/traces", group, "Find the latest turns", self.traces, gives=Traces,
                parameters=(_LIMIT, _SEARCH, _OUTCOME),
            ),
            Operation(
                "export_traces", "GET", "/api/traces/export", group, "Export the latest turns", self.export,
                parameters=(_LIMIT, _SEARCH, _OUTCOME, _FORM),
            ),
            Operation(
                "exact_words", "GET", "/api/traces/words", group, "Whether exact words are kept", self.words,
                gives=ExactWords,
            ),
            Operation(
                "keep_words", "POST", "/api/traces/words", group, "Keep the exact prompts and replies",
                self.keep_words, ExactWords, ExactWords,
            ),
            Operation(
                "trace", "GET", "/api/traces/{trace}", group, "See how one turn came about", self.trace,
                parameters=(_TRACE, _FORM), problems={404: "It is not kept any more."},
            ),
            Operation(
                "models", "GET", "/api/try/models", group, "See who could answer", self.models, gives=Models,
            ),
            Operation(
                "try", "POST", "/api/try", group, "See what would come of a sentence, and do nothing",
                self.attempt, Attempt, TriedAll, problems={409: "There is no home here."},
            ),
        ]  # fmt: skip

    async def traces(self, request: Request) -> Response:
        return reply(Traces(traces=[one.summary() for one in self._found(request)]))

    async def export(self, request: Request) -> Response:
        kept = self._found(request)
        whole = as_otlp(kept) if _is_otlp(request) else {"traces": [one.whole() for one in kept]}
        return _json(whole, "traces")

    async def trace(self, request: Request) -> Response:
        name = str(request.path_params["trace"])
        kept = await asyncio.to_thread(self._console.traces.get, name)
        if kept is None:
            raise Refused(
                404, "This turn is not kept any more.",
                fix="What belongs to no conversation of the page is forgotten when the program ends.",
            )  # fmt: skip
        return _json(as_otlp([kept]) if _is_otlp(request) else kept.whole(), f"trace-{kept.id}")

    async def words(self, _request: Request) -> Response:
        return reply(ExactWords(kept=Words.kept))

    async def keep_words(self, request: Request) -> Response:
        asked = await body_of(request, ExactWords)
        Words.kept = asked.kept
        return reply(asked)

    async def models(self, _request: Request) -> Response:
        return reply(await self._trying.models())

    async def attempt(self, request: Request) -> Response:
        return reply(await self._trying.attempt(await body_of(request, Attempt)))

    def _found(self, request: Request) -> list[Kept]:
        query = request.query_params
        words, outcome = query.get("search", "")[:200], query.get("outcome", "")
        return self._console.traces.latest(number_of(request, _LIMIT), words, outcome)


def _is_otlp(request: Request) -> bool:
    return request.query_params.get("form") == "otlp"


def _json(whole: object, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}.json"'}
    return Response(json.dumps(whole, default=str), headers=headers, media_type="application/json")
