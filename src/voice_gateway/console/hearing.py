"""Push-to-talk: writes down what the page's microphone heard, where the voice parts are installed."""

import tempfile
from importlib.util import find_spec
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from voice_gateway.console.shapes import Voice
from voice_gateway.errors import GatewayError
from voice_gateway.gateway import Gateway

PATH = "/api/listen"


class Hearing:
    """Takes WAV files and answers with their words. The transcriber is loaded with the first one."""

    def __init__(self, gateway: Gateway) -> None:
        from voice_gateway.voice.transcriber import OffLoop, choose_transcriber

        self._gateway = gateway
        self._transcriber = OffLoop(choose_transcriber(gateway.settings.voice))
        self._names: tuple[str, ...] = ()
        self.voice = Voice(listen=PATH)
        self.route = Route(PATH, self._listen, methods=["POST"])

    async def _listen(self, request: Request) -> Response:
        from voice_gateway.voice.audio import read_wav
        from voice_gateway.voice.names import in_known_order, said_first

        try:
            with tempfile.NamedTemporaryFile(suffix=".wav") as file:
                file.write(await request.body())
                file.flush()
                sound = read_wav(Path(file.name))
            await self._transcriber.load()
            self._names = in_known_order(self._names, self._known())
            text = await self._transcriber.transcribe(sound, self._names)
            self._names = said_first(self._names, text)
        except GatewayError:
            return JSONResponse(
                {"error": "What was sent could not be heard: it is no WAV file."}, status_code=400
            )
        return JSONResponse({"text": text})

    def _known(self) -> list[str]:
        """The names of this home, which a transcriber would otherwise not expect."""
        return [device.name for device in self._gateway.home.devices()] if self._gateway.home else []

    def close(self) -> None:
        self._transcriber.close()


def hearing_for(gateway: Gateway) -> Hearing | None:
    """None where the voice parts are not installed: the page then shows no microphone."""
    return Hearing(gateway) if find_spec("ctranslate2") or find_spec("moonshine_voice") else None
