"""A turn's trace as OpenTelemetry spans, when that is wanted."""

import asyncio

import pytest
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tests.console.rig import open_rig
from tests.servers.http import Connection, serve
from tests.servers.ollama import call, nothing, say
from voice_gateway.console.telemetry import exporting


async def test_a_turn_is_a_span_with_its_model_and_tool_calls_inside() -> None:
    exporter = InMemorySpanExporter()
    steps = [
        call(("control_zwave_device", {"device": "kitchen light", "action": "on"})),
        say("Kitchen light is now on."),
    ]
    async with open_rig(steps) as rig:
        with exporting(rig.gateway.metrics, None, exporter):
            await rig.http.post("/api/ask", json={"text": "turn on the kitchen light"})
        spans = {span.name: span for span in exporter.get_finished_spans()}
        assert set(spans) == {"turn", "chat qwen3:0.6b", "execute_tool control_zwave_device"}
        turn = spans["turn"]
        assert turn.attributes
        assert turn.attributes["voice_gateway.intent"] == "device"
        assert turn.attributes["voice_gateway.outcome"] == "done"
        for span in spans.values():
            assert span.context
            assert turn.context
            assert span.context.trace_id == turn.context.trace_id
            assert (turn.start_time or 0) <= (span.start_time or 0) <= (span.end_time or 0)
        assert "kitchen" not in str([dict(span.attributes or {}) for span in spans.values()])
        assert not rig.gateway.metrics.listeners[1:]


async def test_a_recovery_is_an_event_of_the_turn() -> None:
    exporter = InMemorySpanExporter()
    async with open_rig([nothing(), say("Paris.")]) as rig:
        with exporting(rig.gateway.metrics, None, exporter):
            await rig.http.post("/api/ask", json={"text": "What is the capital of France?"})
        [turn] = [span for span in exporter.get_finished_spans() if span.name == "turn"]
        [recovered] = [event for event in turn.events if event.name == "recovered"]
        assert recovered.attributes
        assert recovered.attributes["cause"] == "silent"


async def test_spans_are_sent_to_the_collector_that_is_set() -> None:
    pytest.importorskip("opentelemetry.exporter.otlp.proto.http")
    received: list[str] = []

    async def collect(connection: Connection) -> None:
        received.append(connection.request.path)
        await connection.send(b"", kind="application/x-protobuf")

    async with serve(collect) as collector, open_rig([say("Hello.")]) as rig:
        with_spans = exporting(rig.gateway.metrics, f"{collector.url}/v1/traces")
        with_spans.__enter__()
        await rig.http.post("/api/ask", json={"text": "tell me about otters"})
        await asyncio.to_thread(with_spans.__exit__, None, None, None)
        assert received == ["/v1/traces"]


async def test_without_a_collector_nothing_is_exported() -> None:
    async with open_rig() as rig:
        listeners = list(rig.gateway.metrics.listeners)
        with exporting(rig.gateway.metrics, None):
            assert rig.gateway.metrics.listeners == listeners
