"""What `voice-gateway run` has behind its page."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from voice_gateway.assembly import open_gateway
from voice_gateway.cli.progress import note, part
from voice_gateway.console import Access, Console, Doorway, Serving, create_app
from voice_gateway.console.hearing import hearing_for
from voice_gateway.console.link import Link
from voice_gateway.console.setup_api import SettingUp
from voice_gateway.console.telemetry import exporting
from voice_gateway.memory import settle
from voice_gateway.settings import Settings
from voice_gateway.tasks import beside


@asynccontextmanager
async def answering(
    settings: Settings, access: Access, doorway: Doorway, served: Serving, setting_up: SettingUp
) -> AsyncIterator[None]:
    """Everything that is configured, behind the doorway while the block lasts."""
    async with open_gateway(settings, note, part) as gateway:
        hearing = hearing_for(gateway)
        console = Console(gateway, voice=hearing.voice if hearing else None, setting_up=setting_up)
        console.link = Link(served.url, served.for_others, access.token)
        app = create_app(console, access, extra=hearing.routes if hearing else [])
        with exporting(gateway.metrics, settings.telemetry.otlp_url):
            async with doorway.leading_to(app), beside(_warm(console)):
                try:
                    yield
                finally:
                    console.live.close()
                    await served.end()


async def _warm(console: Console) -> None:
    """Have the model ready soon, without anyone waiting for it."""
    part("model warm", await console.warm_up())
    settle()
