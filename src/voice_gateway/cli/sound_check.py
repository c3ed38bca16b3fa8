"""Plays something and listens for a moment, so that a person knows that both work."""

import asyncio
from importlib.util import find_spec
from typing import TYPE_CHECKING

from voice_gateway.errors import GatewayError
from voice_gateway.installation import how_to_add

if TYPE_CHECKING:
    from voice_gateway.settings.model import VoiceSettings

LISTENING = 2.0
"""Seconds."""


def check_sound(voice: "VoiceSettings") -> None:
    if find_spec("pymicro_wakeword") is None:
        print(f"To be spoken to, it needs one more part: {how_to_add('voice')}")
        return
    try:
        asyncio.run(_play(voice))
        print(f"You have heard two notes. Say something now, for {LISTENING:.0f} seconds …")
        loudness = asyncio.run(_loudness(voice))
    except GatewayError as error:
        print(error)
        return
    if loudness < voice.quietest:
        print(f"The microphone hears nothing ({loudness:.0f} dB). Is it muted, or another one?")
    else:
        print(f"The microphone hears you ({loudness:.0f} dB).")


async def _play(voice: "VoiceSettings") -> None:
    from voice_gateway.voice.speaker import PulseSpeaker, finished
    from voice_gateway.voice.tones import heard

    speaker = PulseSpeaker(voice.speaker)
    try:
        speaker.check()
        speaker.play(heard())
        await finished(speaker)
    finally:
        speaker.close()


async def _loudness(voice: "VoiceSettings") -> float:
    """In dB of full scale."""
    from contextlib import aclosing

    from voice_gateway.voice.audio import Sound
    from voice_gateway.voice.microphone import PulseMicrophone

    sound = Sound(b"")
    async with aclosing(PulseMicrophone(voice.microphone).frames()) as frames:  # type: ignore[type-var]
        async for frame in frames:
            sound = Sound(sound.data + frame)
            if sound.seconds >= LISTENING:
                break
    return sound.loudness
