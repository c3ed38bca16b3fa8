"""Tells those apart who talk over HTTP: a question is answered by the one it was put to."""

import re
import secrets

from starlette.requests import Request
from starlette.responses import Response

from voice_gateway.caller import Caller

COOKIE = "voice_gateway_caller"
_SHAPE = re.compile(r"[A-Za-z0-9_-]{20,64}")


def caller_of(request: Request) -> Caller:
    """Who sends this request, by a cookie; someone new when there is none."""
    given = request.cookies.get(COOKIE, "")
    return Caller(given if _SHAPE.fullmatch(given) else secrets.token_urlsafe(24))


def recognisable(response: Response, caller: Caller, request: Request) -> Response:
    """The response with the cookie by which its caller is known again."""
    if request.cookies.get(COOKIE) != caller.name:
        https = request.url.scheme == "https"
        response.set_cookie(COOKIE, caller.name, path="/api", httponly=True, samesite="strict", secure=https)
    return response
