"""The first minutes on the page: what there is to be connected, and what was chosen of it."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from voice_gateway.console.live import event
from voice_gateway.console.operations import Operation
from voice_gateway.console.problems import problem_of
from voice_gateway.console.requests import body_of, reply
from voice_gateway.console.setup_shapes import ModelName, SetupChoice, SetupDone, SetupView
from voice_gateway.engine.ollama import pull_model
from voice_gateway.errors import GatewayError
from voice_gateway.gateway import Gateway
from voice_gateway.setup import Chosen, look_around, settle

_EVENTS = "text/event-stream"


@dataclass(frozen=True)
class SettingUp:
    """Where settings are written, and how the program begins anew with them."""

    path: Path
    restart: Callable[[], None]
    seconds: float = 3.0
    """How long to look around in the network."""

    @property
    def wanted(self) -> bool:
        """Whether nobody has set anything yet."""
        return not self.path.exists()


class SetupApi:
    def __init__(self, gateway: Gateway, setting_up: SettingUp) -> None:
        self._gateway = gateway
        self._setting_up = setting_up

    def operations(self) -> list[Operation]:
        group = "Set up"
        return [
            Operation(
                "setup", "GET", "/api/setup", group, "See what can be connected", self.look, gives=SetupView
            ),
            Operation(
                "set_up", "POST", "/api/setup", group, "Try it, write it down, and begin anew with it",
                self.settle, SetupChoice, SetupDone,
                problems={400: "The address is none.", 500: "It does not work, or cannot be written."},
            ),
            Operation(
                "fetch_model", "POST", "/api/setup/model", group, "Let Ollama fetch a model", self.fetch,
                ModelName, _EVENTS,
            ),
        ]  # fmt: skip

    async def look(self, _request: Request) -> Response:
        settings = self._gateway.settings
        around = asdict(await look_around(settings, self._setting_up.seconds))
        return reply(
            SetupView(
                **around,
                model=settings.ollama.model,
                connected=settings.home.is_connected,
                file=str(self._setting_up.path),
            )
        )

    async def settle(self, request: Request) -> Response:
        asked = await body_of(request, SetupChoice)
        devices = await settle(self._setting_up.path, Chosen(**asked.model_dump()))
        # The answer is on its way before everything ends.
        asyncio.get_running_loop().call_later(0.2, self._setting_up.restart)
        return reply(SetupDone(file=str(self._setting_up.path), devices=devices))

    async def fetch(self, request: Request) -> Response:
        asked = await body_of(request, ModelName)
        return StreamingResponse(self._fetching(asked.model), media_type=_EVENTS)

    async def _fetching(self, model: str) -> AsyncGenerator[bytes, None]:
        """Progress as server-sent events; at the end `there` or `problem`."""
        steps = pull_model(self._gateway.settings.ollama.base_url, model)
        try:
            while (step := await asyncio.to_thread(next, steps, None)) is not None:
                told = {"status": step.status, "completed": step.completed, "total": step.total}
                yield event("progress", told)
            yield event("there", {"model": model})
        except GatewayError as error:
            yield event("problem", problem_of(error).model_dump(exclude_none=True))
