"""One question to an engine that speaks JSON over HTTP, with errors for people."""

import ssl
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import httpx

from voice_gateway.errors import ToolError
from voice_gateway.tools.search.backend import SearchResult

WANTED = 8
"""Results to ask for: five are shown, and some are the same."""

_ADVICE = {401: "check its key", 403: "check its key", 422: "check its key", 429: "it is asked too often"}


@cache
def trusted() -> ssl.SSLContext:
    """The certificates to trust, read once: that takes longer than many an answer."""
    return httpx.create_ssl_context(trust_env=False)


async def ask_json(
    engine: str,
    request: httpx.Request,
    timeout: float,
    rows_of: Callable[[Any], Any],
    advice: Mapping[int, str] = _ADVICE,
) -> list[Any]:
    """The rows in an engine's answer. Redirects are not followed: an address that moved must be looked at."""
    try:
        async with httpx.AsyncClient(timeout=timeout, trust_env=False, verify=trusted()) as client:
            response = await client.send(request)
        response.raise_for_status()
        rows = rows_of(response.json())
        if not isinstance(rows, list):
            raise TypeError
    except httpx.HTTPStatusError as error:
        status = error.response.status_code
        hint = f"; {advice[status]}" if status in advice else ""
        raise ToolError(f"{engine} answered {status}{hint}") from None
    except httpx.TimeoutException:
        raise ToolError(f"{engine} did not answer within {timeout:g} seconds") from None
    except httpx.HTTPError as error:
        raise ToolError(f"{engine} could not be reached: {error or type(error).__name__}") from None
    except (ValueError, LookupError, TypeError, AttributeError):
        raise ToolError(f"{engine} sent something that is not its JSON format") from None
    return rows


def as_results(rows: Iterable[Any], *, snippet: str) -> list[SearchResult]:
    """Rows of `title`, `url` and a snippet under the engine's own name; what is no row is passed over."""
    return [
        SearchResult(*(str(row.get(key) or "") for key in ("title", snippet, "url")))
        for row in rows
        if isinstance(row, dict)
    ]
