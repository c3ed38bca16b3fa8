"""The line to NATS, which heals by itself for as long as the gateway runs."""

import asyncio
import base64
import logging
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from voice_gateway.errors import SettingsError
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.installation import how_to_add
from voice_gateway.settings.model import FleetSettings

if TYPE_CHECKING:
    from nats.aio.client import Client

_OPENING = 5
_TRIES = 16
"""Of each server while opening. Behind them is the end also where the client loses that it was cancelled."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def connected(settings: FleetSettings, name: str) -> AsyncIterator["Client"]:
    """A line under this name. Raises `Unanswered` when nobody answers at the beginning."""
    try:
        from nats.aio.client import Client
        from nats.errors import Error, SlowConsumerError
    except ImportError:
        raise SettingsError(
            "fleet.nats_url is set, but the client for NATS is not installed.",
            fix=f"Install it: {how_to_add('fleet')}",
        ) from None

    async def complain(error: Exception) -> None:
        log.info("NATS: %s", error or type(error).__name__)
        if isinstance(error, SlowConsumerError):  # something was dropped, as when a line breaks
            client.stats["reconnects"] += 1

    further: dict[str, Any] = {"reconnect_time_wait": 0.25}
    if settings.username and settings.password:
        further |= {"user": settings.username, "password": settings.password.get_secret_value()}
    if settings.credentials:
        from voice_gateway.fleet.credentials import read

        who, key = read(settings.credentials)
        further["user_jwt_cb"] = who.encode
        further["signature_cb"] = lambda nonce: base64.b64encode(key.sign(nonce.encode()))
    if settings.authority:
        further["tls"] = ssl.create_default_context(cafile=str(settings.authority))
    client = Client()
    servers = [part.strip() for part in str(settings.nats_url).split(",")]
    try:
        async with asyncio.timeout(_OPENING):
            await client.connect(
                servers, name=name, error_cb=complain, connect_timeout=2, max_reconnect_attempts=_TRIES,
                ping_interval=2, max_outstanding_pings=2, pending_size=8 * 1024 * 1024, **further,
            )  # fmt: skip
        client.options["max_reconnect_attempts"] = -1
    except (OSError, Error, ValueError) as error:
        await client.close()
        raise Unanswered(
            f"NATS does not answer at {settings.nats_url}: {error or type(error).__name__}.",
            fix="See that it runs, with JetStream, and that fleet.credentials let this gateway in.",
        ) from error
    try:
        yield client
    finally:
        await client.close()
