"""The models that a command judges, one after the other: opened, warm, and closed again."""

from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

from voice_gateway.cli.context import tell

if TYPE_CHECKING:
    from voice_gateway.models import ChatClient
    from voice_gateway.settings import Settings


async def each_client(chosen: "Sequence[Settings]") -> "AsyncIterator[tuple[Settings, ChatClient]]":
    """The client of each settings, for as long as it is judged."""
    from voice_gateway.models.provider import choose_client

    for settings in chosen:
        choice = await choose_client(settings)
        tell(choice.notice)
        try:
            await choice.client.warm()
            yield settings, choice.client
        finally:
            await choice.client.close()
