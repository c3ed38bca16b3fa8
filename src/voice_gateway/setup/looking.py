"""What there is on this machine and around it."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from voice_gateway.devices.finding import Found, find_sources
from voice_gateway.errors import GatewayError
from voice_gateway.models.provider import builtin_is_there, ollama_models
from voice_gateway.settings import Settings

if TYPE_CHECKING:
    from voice_gateway.voice.sound_devices import SoundDevice

SUGGESTED = "qwen3:0.6b"
"""The smallest model that talks and calls tools by itself."""


@dataclass(frozen=True)
class Sound:
    """A microphone or a speaker."""

    kind: Literal["microphone", "speaker"]
    name: str
    description: str
    in_use: bool


@dataclass(frozen=True)
class Around:
    """What can be connected, and what is in use now."""

    ollama_url: str
    models: tuple[str, ...] | None
    """Those of Ollama; None when it does not answer."""
    builtin: bool
    homes: tuple[Found, ...]
    deaf: str
    """Why nothing could be heard in the network; empty when all is well."""
    sounds: tuple[Sound, ...]
    mute: str
    """Why there is no sound; empty when there is."""


async def look_around(settings: Settings, seconds: float = 3.0) -> Around:
    """Ask Ollama, the network and the sound server at the same time."""
    models, (homes, deaf), (sounds, mute) = await asyncio.gather(
        ollama_models(settings.ollama), _homes(seconds), asyncio.to_thread(_sounds, settings)
    )
    return Around(
        ollama_url=settings.ollama.base_url,
        models=None if models is None else tuple(sorted(models)),
        builtin=builtin_is_there(settings),
        homes=homes,
        deaf=deaf,
        sounds=sounds,
        mute=mute,
    )


async def _homes(seconds: float) -> tuple[tuple[Found, ...], str]:
    try:
        return await find_sources(seconds), ""
    except OSError as error:
        return (), f"Nothing can be heard in the network: {error}."


def _sounds(settings: Settings) -> tuple[tuple[Sound, ...], str]:
    from voice_gateway.voice.sound_devices import sound_devices

    chosen = {"microphone": settings.voice.microphone, "speaker": settings.voice.speaker}

    def in_use(device: "SoundDevice") -> bool:
        wanted = chosen[device.kind]
        return device.name == wanted if wanted else device.is_default

    try:
        found = sound_devices()
    except GatewayError as error:
        return (), str(error)
    return tuple(Sound(one.kind, one.name, one.description, in_use(one)) for one in found), ""
