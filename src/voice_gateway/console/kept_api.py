"""The part of the console's own interface that is about what is kept: plans, lists and the journal."""

from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.kept import KeptThings
from voice_gateway.console.operations import Operation, Parameter
from voice_gateway.console.problems import Refused
from voice_gateway.console.requests import number_of, reply
from voice_gateway.console.shapes import Cancelled, Journal, Lists, Plans

_KEPT = {503: "What is kept cannot be read; the error says why."}
_NUMBER = {"type": "integer", "minimum": 1, "maximum": 2**53}
_LIMIT = Parameter(
    "limit", "query", {"type": "integer", "minimum": 1, "maximum": 500, "default": 50}, "How many at most."
)

_DEVICE = Parameter(
    "device", "path", {"type": "string", "minLength": 1, "maxLength": 200}, "Its id, from /api/home."
)


class KeptApi:
    def __init__(self, kept: KeptThings) -> None:
        self._kept = kept

    def operations(self) -> list[Operation]:
        group = "Plans"
        return [
            Operation(
                "plans", "GET", "/api/plans", group, "See what is planned, timers as well", self.plans,
                gives=Plans, problems=_KEPT,
            ),
            Operation(
                "cancel", "DELETE", "/api/plans/{plan}", group, "Cancel a plan or a timer", self.cancel,
                gives=Cancelled,
                parameters=(Parameter("plan", "path", _NUMBER, "Its id, from /api/plans."),),
                problems=_KEPT | {
                    404: "It does not wait, or never did.",
                    409: "It is happening right now.",
                },
            ),
            Operation("lists", "GET", "/api/lists", group, "See all lists", self.lists, gives=Lists,
                      problems=_KEPT),
            Operation(
                "journal", "GET", "/api/journal", group, "See what was done, and on whose word", self.journal,
                gives=Journal, parameters=(_LIMIT,), problems=_KEPT,
            ),
            Operation(
                "device_journal", "GET", "/api/home/devices/{device}/journal", group,
                "See what changed a device, and on whose word", self.why, gives=Journal,
                parameters=(_DEVICE, _LIMIT), problems=_KEPT,
            ),
        ]  # fmt: skip

    async def plans(self, _request: Request) -> Response:
        return reply(Plans(plans=await self._kept.plans()))

    async def cancel(self, request: Request) -> Response:
        given = str(request.path_params["plan"])
        if not (given.isascii() and given.isdigit() and len(given) < 17):
            raise Refused(404, "A plan has a number.", fix="See /api/plans for those that wait.")
        return reply(await self._kept.cancel(int(given)))

    async def lists(self, _request: Request) -> Response:
        return reply(Lists(lists=await self._kept.lists()))

    async def why(self, request: Request) -> Response:
        entries = await self._kept.why(str(request.path_params["device"]), number_of(request, _LIMIT))
        return reply(Journal(entries=entries))

    async def journal(self, request: Request) -> Response:
        return reply(Journal(entries=await self._kept.journal(number_of(request, _LIMIT))))
