"""Push-to-talk: writes down what the page's microphone heard, where the voice parts are installed."""

import tempfile
from importlib.util import find_spec
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from voice_gateway.console.shapes import Voice
from voice_gateway.conversation import Conversation
from voice_gateway.errors import GatewayError
from voice_gateway.gateway import Gateway

PATH = "/api/listen"


class Hearing:
    """Takes WAV files and answers with their words. The transcriber is loaded with the first one."""

    def __init__(self, gateway: Gateway) -> None:
        from voice_gateway.voice import heard
        from voice_gateway.voice.transcriber import OffLoop, choose_transcriber

        self._transcriber = OffLoop(choose_transcriber(gateway.settings.voice))
        self._ears = heard.Hearing(gateway, self._transcriber)
        self.voice = Voice(listen=PATH)
        self.route = Route(PATH, self._listen, methods=["POST"])

    async def _listen(self, request: Request) -> Response:
        from voice_gateway.voice.audio import read_wav

        try:
            with tempfile.NamedTemporaryFile(suffix=".wav") as file:
                file.write(await request.body())
                file.flush()
                sound = read_wav(Path(file.name))
            await self._ears.load()
            text = await self._ears.hear(sound, Conversation())
        except GatewayError:
            return JSONResponse(
                {"error": "What was sent could not be heard: it is no WAV file."}, status_code=400
            )
        return JSONResponse({"text": text})

    def close(self) -> None:
        self._transcriber.close()


def hearing_for(gateway: Gateway) -> Hearing | None:
    """None where the voice parts are not installed: the page then shows no microphone."""
    return Hearing(gateway) if find_spec("ctranslate2") or find_spec("moonshine_voice") else None
