"""The link to this page for another machine, and the same as a code for a phone's camera."""

import io

from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.console.console import Console
from voice_gateway.console.link import Link
from voice_gateway.console.operations import Operation
from voice_gateway.console.refused import Refused
from voice_gateway.console.requests import reply

_ONLY_HERE = (
    "This page can be opened on this machine only. Set the host to 0.0.0.0 (Who may sign in, below): then "
    "everyone else needs the token that is in the link."
)
_HERE = "Whoever has this link may come in: it holds the token. Photograph it with the phone's camera."
_PLAIN = " Over plain HTTP a phone lends no microphone and installs nothing: turn on https below."


class LinkView(BaseModel):
    url: str = Field(description="For another machine; whoever has it may come in.")
    reachable: bool
    note: str


class LinkApi:
    def __init__(self, console: Console) -> None:
        self._console = console

    def operations(self) -> list[Operation]:
        return [
            Operation(
                "link", "GET", "/api/link", "Settings", "Get the link for a phone", self.link, gives=LinkView,
                problems={404: "It is not known."},
            ),
            Operation(
                "link_code", "GET", "/api/link/code.svg", "Settings", "Get the link as a code", self.code,
                gives="image/svg+xml", problems={404: "It is not known."},
            ),
        ]  # fmt: skip

    async def link(self, _request: Request) -> Response:
        link = self._known()
        plain = "" if link.for_others.startswith("https") else _PLAIN
        note = f"{_HERE}{plain}" if link.reachable else _ONLY_HERE
        return reply(LinkView(url=link.whole, reachable=link.reachable, note=note))

    async def code(self, _request: Request) -> Response:
        import segno

        drawn = io.BytesIO()
        segno.make(self._known().whole, error="m").save(drawn, kind="svg", scale=4, border=2)
        return Response(drawn.getvalue(), media_type="image/svg+xml")

    def _known(self) -> Link:
        if self._console.link is None:
            raise Refused(404, "Nobody knows where this page is served.")
        return self._console.link
