"""Talking to the page: writes down what its microphone heard, and speaks what was answered."""

import asyncio
import tempfile
from contextlib import ExitStack
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from voice_gateway.console.shapes import Voice
from voice_gateway.conversation import Conversation
from voice_gateway.errors import GatewayError
from voice_gateway.gateway import Gateway

if TYPE_CHECKING:
    from voice_gateway.voice import heard
    from voice_gateway.voice.audio import Sound
    from voice_gateway.voice.speech import Speech
    from voice_gateway.voice.transcriber import OffLoop

LISTEN, SPEAK = "/api/listen", "/api/speak"


class ToSpeak(BaseModel):
    text: str = Field(min_length=1, max_length=4000)


class Hearing:
    """Takes WAV files and answers with their words; takes words and answers with a WAV file.

    With `so_far`, what is heard of a sentence that goes on; with `wake`, only what begins with the wake word.
    The engines are loaded when they are first needed.
    """

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._settings = gateway.settings.voice
        self._closing = ExitStack()
        self.voice = Voice(listen=LISTEN, speak=SPEAK)
        self.routes = [
            Route(LISTEN, self._listen, methods=["POST"]),
            Route(SPEAK, self._speak, methods=["POST"]),
        ]

    @cached_property
    def _transcriber(self) -> "OffLoop":
        from voice_gateway.voice.transcriber import OffLoop, choose_transcriber

        transcriber = OffLoop(choose_transcriber(self._settings))
        self._closing.callback(transcriber.close)
        return transcriber

    @cached_property
    def _ears(self) -> "heard.Hearing":
        from voice_gateway.voice import heard

        return heard.Hearing(self._gateway, self._transcriber)

    @cached_property
    def _speech(self) -> "Speech":
        from voice_gateway.voice.speech import choose_speech

        return choose_speech(self._settings)

    async def _listen(self, request: Request) -> Response:
        try:
            sound = _sound(await request.body())
            if "so_far" in request.query_params:
                await self._transcriber.load()
                return JSONResponse({"text": await self._transcriber.transcribe(sound, self._ears.names)})
            if "wake" in request.query_params:
                sound = await asyncio.to_thread(self._behind_wake_word, sound)
            await self._ears.load()
            text = await self._words(sound) if sound.data else ""
        except GatewayError:
            return JSONResponse(
                {"error": "What was sent could not be heard: it is no WAV file."}, status_code=400
            )
        return JSONResponse({"text": text})

    async def _words(self, sound: "Sound") -> str:
        from voice_gateway.voice.recording import spoken_part
        from voice_gateway.voice.vad import Silero

        spoken = await asyncio.to_thread(spoken_part, sound, Silero(), self._settings)
        return (await self._ears.hear(spoken, Conversation())).text

    def _behind_wake_word(self, sound: "Sound") -> "Sound":
        """What follows the wake word; nothing when it was not said."""
        from voice_gateway.voice.audio import Sound
        from voice_gateway.voice.wake import MicroWake

        wake = MicroWake(self._settings.wake_word, self._settings.wake_cutoff)
        frames = list(sound.frames())
        for number, frame in enumerate(frames, 1):
            if wake.hear(frame) >= wake.cutoff:
                return Sound(b"".join(frames[number:]))
        return Sound(b"")

    async def _speak(self, request: Request) -> Response:
        from voice_gateway.voice.audio import as_wav
        from voice_gateway.voice.speakable import speakable

        try:
            text = ToSpeak.model_validate_json(await request.body()).text
            sound = await asyncio.to_thread(self._speech.speak, speakable(text))
        except ValidationError:
            return JSONResponse({"error": "There is nothing to say."}, status_code=400)
        except GatewayError as error:
            return JSONResponse({"error": error.message}, status_code=503)
        return Response(as_wav(sound), media_type="audio/wav")

    def close(self) -> None:
        self._closing.close()


def _sound(body: bytes) -> "Sound":
    from voice_gateway.voice.audio import read_wav

    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        file.write(body)
        file.flush()
        return read_wav(Path(file.name))


def hearing_for(gateway: Gateway) -> Hearing | None:
    """None where the voice parts are not installed: the page then shows no microphone."""
    return Hearing(gateway) if find_spec("ctranslate2") or find_spec("moonshine_voice") else None
