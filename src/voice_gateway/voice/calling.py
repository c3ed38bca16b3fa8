"""Calls the satellites that wait to be connected to, as `wyoming-satellite` does, and calls again."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from wyoming.client import AsyncClient
from wyoming.event import async_write_event
from wyoming.info import Describe, Info
from wyoming.satellite import RunSatellite

from voice_gateway.errors import SettingsError
from voice_gateway.voice.frames import Malformed, read_as, read_frame
from voice_gateway.voice.satellite import Satellite
from voice_gateway.voice.wyoming import WyomingService

CALL_SECONDS = 10.0
"""For a satellite to answer and to say who it is."""

AGAIN_AFTER, AGAIN_AT_MOST = 1.0, 30.0
"""Seconds before a satellite that has gone is called again; they grow while it does not answer."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def calling(service: WyomingService) -> AsyncIterator[None]:
    """While the block lasts, every satellite of the settings is listened to."""
    calls = [asyncio.create_task(_keep_calling(service, uri)) for uri in service.parts.settings.satellites]
    try:
        yield
    finally:
        for call in calls:
            call.cancel()
        for call in calls:
            with suppress(asyncio.CancelledError):
                await call


async def _keep_calling(service: WyomingService, uri: str) -> None:
    wait = AGAIN_AFTER
    while True:
        try:
            await _call(service, uri)
            wait = AGAIN_AFTER
        except SettingsError:
            raise
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            log.info("The satellite at %s does not answer: %s", uri, error or type(error).__name__)
            wait = min(2 * wait, AGAIN_AT_MOST)
        await asyncio.sleep(wait)


async def _call(service: WyomingService, uri: str) -> None:
    """Serve one satellite until it goes."""
    reader, writer = await _connected(uri)
    try:
        async with asyncio.timeout(CALL_SECONDS):
            await async_write_event(Describe().event(), writer)
            while (event := await read_frame(reader)) and not Info.is_type(event.type):
                pass
        if event is None:
            raise ConnectionError("It has hung up.")
        where = service.whereabouts(uri, read_as(Info, event))
        log.info("The satellite “%s” is there%s", where.name, f", in the {where.room}" if where.room else "")
        await async_write_event(RunSatellite().event(), writer)
        await Satellite(service, reader, writer, called=where).run()
    except Malformed as error:
        raise ConnectionError(str(error)) from None
    finally:
        writer.close()


async def _connected(uri: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    try:
        client = AsyncClient.from_uri(uri)
    except ValueError as error:
        raise SettingsError(f"“{uri}” is no satellite: {error}.", fix="Use tcp://HOST:PORT.") from None
    async with asyncio.timeout(CALL_SECONDS):
        await client.connect()
    reader, writer = getattr(client, "_reader", None), getattr(client, "_writer", None)
    assert isinstance(reader, asyncio.StreamReader)  # noqa: S101 - the library has no other way to them
    assert isinstance(writer, asyncio.StreamWriter)  # noqa: S101
    return reader, writer
