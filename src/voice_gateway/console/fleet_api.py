"""The fleet on the page, for who may see the settings: homes, who owns each, its gateways and their lag."""

from http import HTTPStatus

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.operations import Operation
from voice_gateway.console.refused import Refused
from voice_gateway.console.requests import reply
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.fleet.overview import HomeSeen, look_at
from voice_gateway.settings.model import FleetSettings


class FleetView(BaseModel):
    home: str
    """The one that this gateway serves."""

    homes: list[HomeSeen]
    """All that this gateway's credentials may see."""


class FleetApi:
    def __init__(self, settings: FleetSettings) -> None:
        self._settings = settings

    def operations(self) -> list[Operation]:
        return [
            Operation(
                "fleet", "GET", "/api/fleet", "Watch", "See gateways, homes and who owns them", self.fleet,
                gives=FleetView, problems={502: "NATS does not answer."},
            )
        ]  # fmt: skip

    async def fleet(self, _request: Request) -> Response:
        try:
            async with connected(self._settings, "who looks at the fleet") as client:
                return reply(FleetView(home=self._settings.home, homes=await look_at(client)))
        except Unanswered as error:
            raise Refused(HTTPStatus.BAD_GATEWAY, error.message, fix=error.fix) from error
