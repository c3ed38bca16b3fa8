"""Lines of the language of wishes: explained, gone on with, carried out; and routines made of them."""

from itertools import islice

from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.completing import completed
from voice_gateway.console.callers import caller_of, recognisable
from voice_gateway.console.console import Console
from voice_gateway.console.kept_shapes import Explained, NewRoutine, Routines, RoutineView
from voice_gateway.console.operations import Operation, Parameter
from voice_gateway.console.requests import body_of, reply
from voice_gateway.console.shapes import Forgotten, Line, Said
from voice_gateway.console.talk import Saying
from voice_gateway.wishes import read_wish

_MOST = 8
_NAME = Parameter("routine", "path", {"type": "string", "minLength": 1, "maxLength": 80}, "Its name.")
_WRONG = {400: "The line cannot be meant; the error says why."}


class WishesApi:
    def __init__(self, console: Console) -> None:
        self._console = console

    def operations(self) -> list[Operation]:
        group = "Plans"
        return [
            Operation(
                "wish", "POST", "/api/wishes", group, "Carry out a line of the language of wishes",
                self.wish, Line, Said, problems=_WRONG,
            ),
            Operation(
                "explain_wish", "POST", "/api/wishes/explain", group, "See what a line means",
                self.explain, Line, Explained,
            ),
            Operation(
                "routines", "GET", "/api/routines", group, "See all routines", self.routines, gives=Routines,
            ),
            Operation(
                "teach", "POST", "/api/routines", group, "Teach or change a routine", self.teach, NewRoutine,
                RoutineView, problems=_WRONG,
            ),
            Operation(
                "forget_routine", "DELETE", "/api/routines/{routine}", group, "Forget a routine",
                self.forget, gives=Forgotten, parameters=(_NAME,), problems={404: "There is none."},
            ),
        ]  # fmt: skip

    async def wish(self, request: Request) -> Response:
        asked = await body_of(request, Line)
        console, caller = self._console, caller_of(request)
        conversation = console.conversations.open(asked.conversation)
        line = asked.line.strip()
        answer = await console.gateway.turn(
            line, conversation, wish=read_wish(line), room=asked.room, caller=caller
        )
        console.look()
        response = reply(await console.talk.said(Saying(line, conversation), answer, keep=False))
        return recognisable(response, caller, request)

    async def explain(self, request: Request) -> Response:
        asked = await body_of(request, Line)
        words, problem = self._console.kept.explained(asked.line)
        home = self._console.gateway.home
        names = (
            sorted({name for one in home.devices() for name in (one.name, one.room) if name}) if home else []
        )
        goes_on = list(islice(completed(asked.line, names), _MOST))
        return reply(Explained(words=words, problem=problem, goes_on=goes_on))

    async def routines(self, _request: Request) -> Response:
        return reply(Routines(routines=await self._console.kept.routines()))

    async def teach(self, request: Request) -> Response:
        asked = await body_of(request, NewRoutine)
        taught = await self._console.kept.teach(asked.name, asked.lines, asked.was)
        self._console.look()
        return reply(taught)

    async def forget(self, request: Request) -> Response:
        name = str(request.path_params["routine"])
        await self._console.kept.forget_routine(name)
        self._console.look()
        return reply(Forgotten(conversation=name, known=True))
