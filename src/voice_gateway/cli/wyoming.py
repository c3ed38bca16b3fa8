"""`voice-gateway wyoming`: ears and a mouth for Home Assistant and for satellites in other rooms."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import Model, Provider, settings_of, tell

if TYPE_CHECKING:
    from voice_gateway.settings import Settings


def wyoming(
    context: typer.Context,
    uri: Annotated[
        str | None,
        typer.Option(
            metavar="URI", help="Where to listen: tcp://HOST:PORT or unix://PATH; voice.wyoming else."
        ),
    ] = None,
    provider: Provider = None,
    model: Model = None,
) -> None:
    """Serve transcription, speech, wake word and conversation over the Wyoming protocol. Ctrl-C ends it.

    Only this machine can connect unless you say otherwise: voice-gateway wyoming --uri tcp://0.0.0.0:10310
    """
    settings = settings_of(context, provider, model).settings
    asyncio.run(_serve(settings, uri or settings.voice.wyoming))


async def _serve(settings: "Settings", uri: str) -> None:
    from voice_gateway.assembly import open_gateway, warming
    from voice_gateway.voice.calling import calling
    from voice_gateway.voice.parts import choose_parts
    from voice_gateway.voice.speaker import CollectingSpeaker
    from voice_gateway.voice.wyoming import WyomingService
    from voice_gateway.voice.wyoming_server import serve_wyoming

    parts = choose_parts(settings.voice, speaker=CollectingSpeaker())
    try:
        async with open_gateway(settings, announce=tell) as gateway, warming(gateway):
            service = WyomingService(gateway, parts)
            await service.load()
            async with serve_wyoming(service, uri) as address, calling(service):
                tell(f"Wyoming clients can connect at {address}")
                await asyncio.Event().wait()
    finally:
        parts.close()
