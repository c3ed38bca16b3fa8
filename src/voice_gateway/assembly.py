"""Puts the parts together by the settings."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from voice_gateway.gateway import Gateway
from voice_gateway.metrics import Metrics, MetricsStore
from voice_gateway.models import ChatClient
from voice_gateway.routing import default_classifier
from voice_gateway.settings import Settings, data_dir
from voice_gateway.tools import ToolExecutor, ToolManager, own_tools

log = logging.getLogger(__name__)


@asynccontextmanager
async def open_gateway(settings: Settings) -> AsyncIterator[Gateway]:
    """A gateway that is ready to take sentences; everything it started ends with it."""
    client = make_client(settings)
    metrics = Metrics(open_store(settings))
    try:
        yield Gateway(
            settings,
            client,
            make_manager(settings),
            ToolExecutor(timeout=settings.turn.tool_timeout, result_limit=settings.turn.tool_result_chars),
            default_classifier(),
            metrics,
        )
    finally:
        await client.close()
        metrics.close()


def make_client(settings: Settings) -> ChatClient:
    """The client of the provider that is set."""
    if settings.provider == "anthropic":
        from voice_gateway.models.anthropic import AnthropicClient

        return AnthropicClient(settings.anthropic)
    from voice_gateway.models.ollama import OllamaClient

    return OllamaClient(settings.ollama)


def make_manager(settings: Settings) -> ToolManager:
    """All tools that need no connection: our own, and those of other packages."""
    manager = ToolManager()
    for tool in own_tools(settings):
        manager.register(tool)
    manager.load_entry_points()
    return manager


def open_store(settings: Settings) -> MetricsStore | None:
    """Where figures are kept; None when they are not wanted, or there is no place for them."""
    if not settings.metrics:
        return None
    try:
        return MetricsStore(data_dir() / "metrics.sqlite3")
    except OSError as error:
        log.warning("Metrics are not kept: %s", error)
        return None
