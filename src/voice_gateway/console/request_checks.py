"""What every request must pass before anything looks at it."""

import logging
from http import HTTPStatus
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from voice_gateway.console.access import COOKIE, Access, bearer
from voice_gateway.console.limits import Buckets
from voice_gateway.console.pages import CSP, login_page
from voice_gateway.console.refused import Refused, problem_response
from voice_gateway.console.shapes import Problem
from voice_gateway.http_bodies import bounded
from voice_gateway.settings.model import ConsoleSettings

log = logging.getLogger(__name__)

HEALTH = "/healthz"
OPEN = frozenset({HEALTH})
_MONTH = 30 * 86_400
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=()",
}


def door(access: Access, settings: ConsoleSettings) -> Middleware:
    """The checks, as an application has them in front of everything."""
    return Middleware(
        RequestChecks, access=access, per_minute=settings.requests_per_minute, max_body=settings.max_body
    )


class RequestChecks:
    """Checks the name, the origin, the rate, the token and the size, in this order."""

    def __init__(self, app: ASGIApp, access: Access, *, per_minute: int, max_body: int) -> None:
        self._app = app
        self._access = access
        self._requests = Buckets(per_minute)
        self._wrong_tokens = Buckets(20, burst=10)
        self._max_body = max_body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        send = _with_headers(send)
        headers = Headers(scope=scope)
        if refusal := await self._refusal(scope, receive, headers):
            await refusal(scope, receive, send)
            return
        try:
            await self._app(scope, bounded(receive, self._max_body, _refused), send)
        except ClientDisconnect:
            log.debug("A client went away before it was answered: %s %s", scope["method"], scope["path"])

    async def _refusal(self, scope: Scope, receive: Receive, headers: Headers) -> Response | None:
        """Why this request may not come in; None when it may."""
        navigating = _is_navigation(scope, headers)
        if not self._access.knows_host(headers.get("host", "")):
            return _refuse(421, "This machine is not known by that name.", "Add it to console.hosts.")
        if not self._access.same_site(headers, navigating=navigating):
            return _refuse(403, "Requests from other sites are refused.")
        if scope["path"] in OPEN:
            return None
        client = str((scope.get("client") or ("",))[0])
        if wait := self._requests.take(client):
            return _refuse(429, "Too many requests.", "Slow down.", wait)
        if not self._access.admits(headers) and (refusal := await self._unknown(scope, receive, client)):
            return refusal
        return self._size(headers)

    def _size(self, headers: Headers) -> Response | None:
        length = headers.get("content-length", "0")
        if not length.isdigit():
            return _refuse(400, "The length of the body is no number.")
        if int(length[:18]) > self._max_body:
            return _refuse(413, f"The body is larger than {self._max_body:,} bytes.", "Send less at once.")
        return None

    async def _unknown(self, scope: Scope, receive: Receive, client: str) -> Response | None:
        """Someone without our cookie: a program brings the token as a bearer, a browser in a link or form."""
        request = Request(scope, receive)
        sent, typed = bearer(request.headers), await _typed(request)
        tried = typed is not None or "authorization" in request.headers
        # Looked at before the token is, so that who guesses too much does not learn that one was right.
        if tried and (wait := self._wrong_tokens.peek(client)):
            return _refuse(429, "Too many wrong tokens.", "Wait a minute.", wait)
        if sent is not None and self._access.is_token(sent):
            return None
        if typed is not None and self._access.is_token(typed):
            return self._let_in(scope)
        if tried:
            self._wrong_tokens.take(client)
        if "text/html" in request.headers.get("accept", ""):
            return login_page(wrong=typed is not None)
        fix = "Send it as “Authorization: Bearer …”, or open the page and log in."
        return _refuse(401, "A token is needed here.", fix, headers={"WWW-Authenticate": "Bearer"})

    def _let_in(self, scope: Scope) -> Response:
        response = RedirectResponse("/", HTTPStatus.SEE_OTHER)
        response.set_cookie(
            COOKIE,
            self._access.pass_,
            max_age=_MONTH,
            httponly=True,
            samesite="lax",
            secure=scope["scheme"] == "https",
        )
        return response


async def _typed(request: Request) -> str | None:
    """The token in a link or in the form; None when neither has been used."""
    if request.url.path != "/login" or request.method != "POST":
        return request.query_params.get("token")
    form = Request(request.scope, bounded(request.receive, 4096, _refused))
    return parse_qs((await form.body()).decode("utf-8", "replace")).get("token", [""])[0].strip()


def _is_navigation(scope: Scope, headers: Headers) -> bool:
    """A person following a link to the page. It shows the page and does nothing."""
    return (
        scope["method"] == "GET"
        and scope["path"] in ("/", "/docs")
        and headers.get("sec-fetch-mode") == "navigate"
        and headers.get("sec-fetch-dest") == "document"
    )


def _refused(status: int, message: str) -> Refused:
    return Refused(status, message, fix="Send less at once." if status == 413 else None)


def _refuse(
    status: int, error: str, fix: str | None = None, wait: int = 0, headers: dict[str, str] | None = None
) -> Response:
    extra = {**(headers or {}), **({"Retry-After": str(wait)} if wait else {})}
    return problem_response(status, Problem(error=error, fix=fix), extra)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Content-Security-Policy", CSP)
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending
