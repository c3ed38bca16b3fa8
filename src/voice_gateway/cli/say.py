"""`voice-gateway say`: hear how something would be spoken."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from voice_gateway.cli.context import settings_of


def say(
    context: typer.Context,
    text: Annotated[
        str, typer.Argument(help="What is to be said; Markdown, numbers and units become words.")
    ],
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a WAV file instead of playing it.")
    ] = None,
) -> None:
    """Speak a text through the speaker.

    Example: voice-gateway say "It is **21 °C** in the kitchen."
    """
    from voice_gateway.voice.audio import write_wav
    from voice_gateway.voice.mouth import Mouth
    from voice_gateway.voice.speaker import CollectingSpeaker, PulseSpeaker
    from voice_gateway.voice.speech import choose_speech

    voice = settings_of(context).settings.voice
    speech = choose_speech(voice)
    speech.load()
    speaker = CollectingSpeaker() if out else PulseSpeaker(voice.speaker)
    speaker.check()

    async def speak() -> None:
        mouth = Mouth(speech, speaker)
        mouth.feed(text)
        await mouth.finish()

    try:
        asyncio.run(speak())
    finally:
        speaker.close()
    if out and isinstance(speaker, CollectingSpeaker):
        write_wav(out, speaker.sound)
        print(f"{speaker.sound.seconds:.1f} s of speech by {speech.name} written to {out}")
