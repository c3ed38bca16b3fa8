"""The OpenAPI document is true: schemathesis tries what it says, and what it does not."""

import asyncio
import contextlib
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from jsonschema import Draft202012Validator
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema

from tests.console.rig import open_rig
from tests.servers.http import Connection, serve
from voice_gateway.console import Access

EXAMPLES = 6
TOKEN = "a-long-secret-token"


async def _answer(connection: Connection) -> None:
    """A model that always says hello."""
    await connection.send_json(
        {
            "model": "qwen3:0.6b",
            "created_at": "2026-11-15T03:07:27.503969418Z",
            "message": {"role": "assistant", "content": "Hello."},
            "done": True,
            "done_reason": "stop",
            "prompt_eval_count": 9,
            "eval_count": 3,
        }
    )


async def test_no_request_of_any_shape_ends_in_a_500_or_a_traceback_or_moves_anything(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with serve(_answer) as model:
        loose: dict[str, Any] = {"ollama__base_url": model.url, "console__requests_per_minute": 1_000_000}
        async with open_rig(access=Access(token=TOKEN), **loose) as rig:
            told = (await rig.http.get("/openapi.json", headers=_BEARER)).json()
            schema = schemathesis.openapi.from_dict(told)
            assert isinstance(schema, OpenApiSchema)
            before = [device.state for device in rig.home.devices()]
            tried = await asyncio.to_thread(_try_all, schema, rig.url)
            assert [device.state for device in rig.home.devices()] == before
            assert tried == sum(len(methods) for methods in told["paths"].values()) - 1
    assert not [record.getMessage() for record in caplog.records if record.exc_info]


_BEARER = {"Authorization": f"Bearer {TOKEN}"}


def _try_all(schema: Any, url: str) -> int:
    tried = 0
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path == "/api/events":
            continue  # it never ends
        tried += 1
        for mode in schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE:
            _try(operation, url, mode)
    return tried


def _try(operation: Any, url: str, mode: Any) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def attempt(case: Any) -> None:
        response = case.call(base_url=url, headers=_BEARER)
        case.validate_response(
            response,
            checks=[
                not_a_server_error,
                status_code_conformance,
                content_type_conformance,
                response_schema_conformance,
            ],
        )

    # Where nothing is taken, nothing wrong can be sent.
    with contextlib.suppress(Unsatisfiable):
        attempt()


async def test_every_operation_is_described_and_named_once() -> None:
    async with open_rig() as rig:
        told = (await rig.http.get("/openapi.json")).json()
        operations = [described for methods in told["paths"].values() for described in methods.values()]
        names = [described["operationId"] for described in operations]
        assert len(names) == len(set(names))
        assert all(described["summary"] for described in operations)
        for schema in told["components"]["schemas"].values():
            Draft202012Validator.check_schema(schema)
