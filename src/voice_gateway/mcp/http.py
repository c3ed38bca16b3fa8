"""The wire to a server in the network, by streamable HTTP.

The SDK's transport lets a refused connection crash the whole session, and a stream that breaks off leaves its
caller waiting for ever. Here every failure becomes the answer to the one request that it concerns.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from voice_gateway.certificates import trusted
from voice_gateway.mcp.server import Http
from voice_gateway.mcp.wire import Wire

NOT_REACHED = -32901
"""Our own JSON-RPC error code: the request never got to the server."""

LOST = -32902
"""Our own JSON-RPC error code: the request was sent, and no answer came back."""

REJECTED = -32903
"""Our own JSON-RPC error code: the server turned the request away unread."""

_SESSION = "mcp-session-id"
_EVENT_ID = re.compile(rb"^id:", re.M)
_CONNECT_SECONDS = 5.0
_GOODBYE_SECONDS = 1.0


@asynccontextmanager
async def http_wire(reach: Http) -> AsyncIterator[Wire]:
    """Connects on the first message; says goodbye to the server on leaving."""
    from mcp.client.streamable_http import streamable_http_client

    ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    client = httpx.AsyncClient(
        # A compressed stream could not be completed with an answer of ours.
        headers={"Accept-Encoding": "identity", **reach.headers},
        # Every call has its own limit; a stream of notifications may be silent for days.
        timeout=httpx.Timeout(None, connect=_CONNECT_SECONDS),
        transport=_FailuresAsAnswers(),
        trust_env=False,
    )
    async with client, streamable_http_client(reach.url, http_client=client) as (read, write, _):
        yield Wire(read, write, ended)


class _FailuresAsAnswers(httpx.AsyncBaseTransport):
    """Sends requests; what goes wrong is answered in the server's place, as a JSON-RPC error."""

    def __init__(self) -> None:
        self._network = httpx.AsyncHTTPTransport(trusted())

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.method == "DELETE":
            request.extensions["timeout"] = dict.fromkeys(
                ("connect", "read", "write", "pool"), _GOODBYE_SECONDS
            )
        if request.method != "POST":
            return await self._network.handle_async_request(request)
        identity = json.loads(request.content).get("id")
        try:
            response = await self._network.handle_async_request(request)
            problem = _rejection(request, response)
            if problem is None and response.headers.get("content-type", "").startswith("text/event-stream"):
                return _with_stream(response, _CompletedStream(response.stream, identity))
            body = await response.aread()
        except (
            httpx.ConnectError,
            httpx.ConnectTimeout,
            httpx.PoolTimeout,
            httpx.UnsupportedProtocol,
        ) as error:
            return _answer(identity, NOT_REACHED, str(error) or type(error).__name__)
        except httpx.TransportError:
            return _answer(identity, LOST, "the connection broke off")
        await response.aclose()
        if problem is None and identity is not None and response.is_success and not _is_json(body):
            problem = LOST, "its answer is no MCP message"
        if problem:
            return _answer(identity, *problem)
        return httpx.Response(response.status_code, headers=response.headers, content=body)

    async def aclose(self) -> None:
        await self._network.aclose()


class _CompletedStream(httpx.AsyncByteStream):
    """A stream of events that ends with an answer, even when the server does not give one."""

    def __init__(self, stream: Any, identity: Any) -> None:
        self._stream = stream
        self._identity = identity

    async def __aiter__(self) -> AsyncIterator[bytes]:
        resumable = False
        try:
            async for chunk in self._stream:
                resumable = resumable or bool(_EVENT_ID.search(chunk))
                yield chunk
        except httpx.TransportError:
            pass
        if not resumable:  # otherwise the SDK fetches the rest
            content = _error(self._identity, LOST, "the connection broke off")
            yield f"\n\nevent: message\ndata: {json.dumps(content)}\n\n".encode()

    async def aclose(self) -> None:
        await self._stream.aclose()


def _rejection(request: httpx.Request, response: httpx.Response) -> tuple[int, str] | None:
    status = response.status_code
    if status < httpx.codes.BAD_REQUEST:  # redirects within the server are followed by the SDK
        return None
    if status in (httpx.codes.NOT_FOUND, httpx.codes.BAD_REQUEST) and _SESSION in request.headers:
        return NOT_REACHED, "it was restarted and does not know this session any more"
    if status == httpx.codes.NOT_FOUND:
        return REJECTED, "there is no MCP server at this address (HTTP 404)"
    if status in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
        return REJECTED, f"it does not let us in (HTTP {status}); check “headers”"
    if status >= httpx.codes.INTERNAL_SERVER_ERROR:
        return LOST, f"it failed (HTTP {status})"
    return REJECTED, f"it answered with HTTP {status}"


def _is_json(body: bytes) -> bool:
    try:
        return isinstance(json.loads(body), dict)
    except ValueError:
        return False


def _answer(identity: Any, code: int, message: str) -> httpx.Response:
    if identity is None:  # a notification, which nobody waits for
        return httpx.Response(httpx.codes.ACCEPTED)
    return httpx.Response(httpx.codes.OK, json=_error(identity, code, message))


def _error(identity: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}


def _with_stream(response: httpx.Response, stream: httpx.AsyncByteStream) -> httpx.Response:
    return httpx.Response(
        response.status_code, headers=response.headers, stream=stream, extensions=response.extensions
    )
