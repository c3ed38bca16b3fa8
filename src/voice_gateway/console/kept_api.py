"""The part of the console's own interface that is about what is kept: plans, lists and the journal."""

from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.console import Console
from voice_gateway.console.kept_shapes import (
    Cancelled,
    Journal,
    ListChange,
    Lists,
    ListView,
    PlanChange,
    Plans,
)
from voice_gateway.console.operations import Operation, Parameter
from voice_gateway.console.refused import Refused
from voice_gateway.console.requests import body_of, number_of, reply

_KEPT = {503: "What is kept cannot be read; the error says why."}
_NUMBER = {"type": "integer", "minimum": 1, "maximum": 2**53}
_LIMIT = Parameter(
    "limit", "query", {"type": "integer", "minimum": 1, "maximum": 500, "default": 50}, "How many at most."
)

_DEVICE = Parameter(
    "device", "path", {"type": "string", "minLength": 1, "maxLength": 200}, "Its id, from /api/home."
)


_LIST = Parameter("list", "path", {"type": "string", "minLength": 1, "maxLength": 100}, "Its name.")


class KeptApi:
    def __init__(self, console: Console) -> None:
        self._console = console
        self._kept = console.kept

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
            Operation(
                "change_plan", "POST", "/api/plans/{plan}", group,
                "Pause a plan, let it go on, or put another in its place",
                self.change, PlanChange, Plans,
                parameters=(Parameter("plan", "path", _NUMBER, "Its id, from /api/plans."),),
                problems=_KEPT | {
                    400: "The line is no plan; the error says why, and the old one waits as it did.",
                    404: "There is none.",
                    409: "It cannot be paused, or is not.",
                    428: "Something in it is guarded: ask the person, then send it with confirmed: true.",
                },
            ),
            Operation(
                "change_list", "POST", "/api/lists/{list}", group, "Put things on a list or take them off",
                self.change_list, ListChange, ListView, parameters=(_LIST,), problems=_KEPT,
            ),
            Operation(
                "drop_list", "DELETE", "/api/lists/{list}", group, "Give up a list", self.drop_list,
                gives=Lists, parameters=(_LIST,), problems=_KEPT | {404: "There is none."},
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
        return reply(await self._kept.cancel(_number(request)))

    async def change(self, request: Request) -> Response:
        number, asked = _number(request), await body_of(request, PlanChange)
        if asked.line is not None:
            await self._kept.rewrite(number, asked.line, confirmed=asked.confirmed)
        else:
            await self._kept.pause(number, bool(asked.paused))
        self._console.look()
        return reply(Plans(plans=await self._kept.plans()))

    async def change_list(self, request: Request) -> Response:
        name, asked = str(request.path_params["list"]), await body_of(request, ListChange)
        changed = await self._kept.change_list(name, asked.add, asked.remove)
        self._console.look()
        return reply(changed)

    async def drop_list(self, request: Request) -> Response:
        await self._kept.drop_list(str(request.path_params["list"]))
        self._console.look()
        return reply(Lists(lists=await self._kept.lists()))

    async def lists(self, _request: Request) -> Response:
        return reply(Lists(lists=await self._kept.lists()))

    async def why(self, request: Request) -> Response:
        entries = await self._kept.why(str(request.path_params["device"]), number_of(request, _LIMIT))
        return reply(Journal(entries=entries))

    async def journal(self, request: Request) -> Response:
        return reply(Journal(entries=await self._kept.journal(number_of(request, _LIMIT))))


def _number(request: Request) -> int:
    given = str(request.path_params["plan"])
    if not (given.isascii() and given.isdigit() and len(given) < 17):
        raise Refused(404, "A plan has a number.", fix="See /api/plans for those that wait.")
    return int(given)
