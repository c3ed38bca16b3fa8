"""A turn's trace as OpenTelemetry spans, for those who collect them. What was said is left out."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from voice_gateway import __version__, trace
from voice_gateway.errors import SettingsError
from voice_gateway.installation import how_to_add
from voice_gateway.metrics import Metrics
from voice_gateway.outcome import TurnOutcome
from voice_gateway.trace import Event, Trace

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter


@contextmanager
def exporting(metrics: Metrics, url: str | None, exporter: "SpanExporter | None" = None) -> Iterator[None]:
    """Send every turn to this address while the block lasts; nothing at all without one."""
    if url is None and exporter is None:
        yield
        return
    spans = _Spans(exporter or _otlp(str(url)), metrics.member)
    metrics.listeners.append(spans.send)
    try:
        yield
    finally:
        metrics.listeners.remove(spans.send)
        spans.close()


def _otlp(url: str) -> "SpanExporter":
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError:
        fix = f"Install it: {how_to_add('telemetry')}"
        raise SettingsError(
            "telemetry.otlp_url is set, but OpenTelemetry is not installed.", fix=fix
        ) from None
    return OTLPSpanExporter(endpoint=url, timeout=2)


class _Spans:
    """Names follow OpenTelemetry's conventions for generative AI."""

    def __init__(self, exporter: "SpanExporter", member: Mapping[str, str]) -> None:
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor

        about = {"service.name": "voice-gateway", "service.version": __version__}
        resource = Resource.create(about | {f"voice_gateway.{name}": value for name, value in member.items()})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter, export_timeout_millis=2000))
        self._tracer = self._provider.get_tracer("voice_gateway", __version__)

    def send(self, turn: Trace) -> None:
        """One span for the turn, with one inside for each model call and each tool call."""
        from opentelemetry.trace import Status, StatusCode, set_span_in_context

        answered = turn.last(trace.Answered)
        root = self._tracer.start_span("turn", start_time=_nanoseconds(turn, 0))
        root.set_attributes({"gen_ai.request.model": turn.model, "voice_gateway.first": turn.first})
        inside = set_span_in_context(root)
        for event in turn.events:
            if isinstance(event, trace.Asked | trace.Called):
                name, attributes, failed = span_of(turn, event)
                began, ended = _nanoseconds(turn, event.at - event.seconds), _nanoseconds(turn, event.at)
                span = self._tracer.start_span(name, inside, attributes=attributes, start_time=began)
                if failed:
                    span.set_status(Status(StatusCode.ERROR, failed))
                span.end(ended)
            elif isinstance(event, trace.Classified):
                root.set_attributes(
                    {"voice_gateway.intent": event.intent, "voice_gateway.confidence": event.confidence}
                )
            else:
                root.add_event(type(event).__name__.lower(), facts_of(event), _nanoseconds(turn, event.at))
        outcome = answered.outcome if answered else TurnOutcome.FAILED
        root.set_attribute("voice_gateway.outcome", outcome.value)
        if outcome is TurnOutcome.FAILED:
            root.set_status(Status(StatusCode.ERROR))
        root.end(_nanoseconds(turn, answered.at if answered else turn.elapsed()))

    def close(self) -> None:
        self._provider.force_flush(1000)
        self._provider.shutdown()


def _nanoseconds(turn: Trace, seconds: float) -> int:
    return int((turn.started + seconds) * 1e9)


def span_of(turn: Trace, event: trace.Asked | trace.Called) -> tuple[str, dict[str, Any], str | None]:
    if isinstance(event, trace.Called):
        facts = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": event.tool}
        failed = None if event.outcome in ("ok", "repeated") else str(event.outcome)
        return f"execute_tool {event.tool}", facts | {"voice_gateway.outcome": str(event.outcome)}, failed
    tokens = {
        "gen_ai.usage.input_tokens": event.prompt_tokens,
        "gen_ai.usage.output_tokens": event.reply_tokens,
    }
    attributes: dict[str, Any] = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": turn.model,
        "voice_gateway.purpose": event.purpose,
        "voice_gateway.tools": event.tools,
        **{name: count for name, count in tokens.items() if count is not None},
    }
    return f"chat {turn.model}", attributes, event.problem


def facts_of(event: Event) -> dict[str, Any]:
    """The figures of an event, without any words of the person or the model."""
    match event:
        case trace.Bound():
            return {"tools": list(event.tools), "tokens": event.tokens}
        case trace.Understood():
            return {"by": event.by, "confidence": event.confidence}
        case trace.Recovered():
            return {"cause": event.cause, "cure": event.cure, "success": event.success}
        case trace.Answered():
            return {"outcome": event.outcome.value}
    return {}
