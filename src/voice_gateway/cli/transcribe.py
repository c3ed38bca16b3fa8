"""`voice-gateway transcribe`: see what is understood of a recording."""

import time
from pathlib import Path
from typing import Annotated

import typer

from voice_gateway.cli.context import settings_of, tell


def transcribe(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A WAV file of any rate.")],
) -> None:
    """Write down what is said in a recording.

    Example: voice-gateway transcribe question.wav
    """
    from voice_gateway.voice.audio import read_wav
    from voice_gateway.voice.transcriber import choose_transcriber

    sound = read_wav(file)
    transcriber = choose_transcriber(settings_of(context).settings.voice)
    transcriber.load()
    began = time.perf_counter()
    text = transcriber.transcribe(sound)
    seconds = time.perf_counter() - began
    print(text)
    tell(f"{transcriber.name}: {seconds:.2f} s for {sound.seconds:.1f} s of sound")
