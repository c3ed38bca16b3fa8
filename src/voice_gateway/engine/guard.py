"""Who may ask: not a stranger's page in somebody's browser. The rules are Ollama's.

A page of another origin is refused by its `Origin`; one that points a name of its own at this machine (DNS
rebinding) by its `Host`. Programs send no `Origin`, and pages of this machine are allowed.
"""

import ipaddress
import re
import socket
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from voice_gateway.engine.failure import EngineError
from voice_gateway.host_names import host_name, is_address
from voice_gateway.http_bodies import bounded

MOST_BODY: Final = 4 * 1024 * 1024
"""Bytes: many times what the model reads at once."""

_ORIGIN: Final = re.compile(
    r"https?://(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::\d+)?"
    r"|(?:app|file|tauri|vscode-webview|vscode-file)://.*"
)
_LOCAL_NAMES: Final = (".localhost", ".local", ".internal")
_PREFLIGHT: Final = {
    "Access-Control-Allow-Methods": "GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS",
    "Access-Control-Allow-Headers": (
        "Authorization,Content-Type,User-Agent,Accept,X-Requested-With,OpenAI-Beta,X-Stainless-Arch,"
        "X-Stainless-Async,X-Stainless-Custom-Poll-Interval,X-Stainless-Helper-Method,X-Stainless-Lang,"
        "X-Stainless-Os,X-Stainless-Package-Version,X-Stainless-Poll-Helper,X-Stainless-Retry-Count,"
        "X-Stainless-Runtime,X-Stainless-Runtime-Version,X-Stainless-Timeout"
    ),
    "Access-Control-Max-Age": "43200",
}


class Guard:
    """Stands in front of the API. `bound` is the address that is listened on, if it is on a socket at all."""

    def __init__(self, app: ASGIApp, bound: str | None = None) -> None:
        self._app = app
        # Who listens to the whole network is called by names that only that network knows.
        self._checks_host = bound is not None and ipaddress.ip_address(bound).is_loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin, host = headers.get("origin", ""), headers.get("host", "")
        if origin in (f"http://{host}", f"https://{host}"):
            origin = ""
        if _ORIGIN.fullmatch(origin):
            send = _allowing(send, origin)
        answer = self._instead(scope["method"] == "OPTIONS", origin, host_name(host))
        receive = bounded(receive, MOST_BODY, _refused)
        await (answer or self._app)(scope, receive, send)

    def _instead(self, asks_first: bool, origin: str, name: str) -> Response | None:
        """What is said in place of the API; nothing when the request may come in."""
        if origin and not _ORIGIN.fullmatch(origin):
            return Response(status_code=403)
        if origin and asks_first:
            return Response(status_code=204, headers=_PREFLIGHT)
        if self._checks_host and not _is_near(name):
            return Response(status_code=403)
        if self._checks_host and asks_first and not is_address(name):
            return Response(status_code=204)
        return None


def _refused(status: int, message: str) -> EngineError:
    return EngineError(message, status)


def _is_near(name: str) -> bool:
    if is_address(name):
        address = ipaddress.ip_address(name.partition("%")[0])
        return address.is_private or address.is_loopback or address.is_unspecified
    return name in ("", "localhost", socket.gethostname().lower()) or name.endswith(_LOCAL_NAMES)


def _allowing(send: Send, origin: str) -> Send:
    """Tell the browser that this page may read the answer."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Access-Control-Allow-Origin"] = origin
            headers.add_vary_header("Origin")
        await send(message)

    return sending
