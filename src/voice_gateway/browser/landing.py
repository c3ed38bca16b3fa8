"""Finds out where an address leads before the browser goes there."""

from urllib.parse import urljoin, urlsplit

import httpx

from voice_gateway.browser.addresses import AddressPolicy
from voice_gateway.errors import ToolError
from voice_gateway.tools.search.exchange import trusted

MOST_REDIRECTS = 6
SECONDS = 4.0

_READABLE = ("text/", "application/xhtml", "application/xml", "application/json")
_GONE = (404, 410)
_HEADERS = {"Accept": "text/html,application/xhtml+xml,text/plain;q=0.8", "User-Agent": "Mozilla/5.0"}


async def landing(url: str, policy: AddressPolicy, proxy: str) -> str:
    """The address at the end of all redirects, each of which was checked.

    Requests go through the proxy, so that what was checked is what is dialled. `ToolError` says what is
    wrong: a refused address, a dead site, something that is no page, or redirects without an end.
    """
    async with httpx.AsyncClient(
        proxy=proxy, trust_env=False, verify=trusted(), timeout=SECONDS, headers=_HEADERS
    ) as client:
        for _ in range(MOST_REDIRECTS):
            await policy.check(url)
            host = urlsplit(url).hostname
            try:
                async with client.stream("GET", url) as response:
                    moved = response.headers.get("location") if response.is_redirect else None
                    if not moved:
                        _check_readable(response, host)
                        return url
            except (httpx.HTTPError, httpx.InvalidURL):
                raise ToolError(f"{host} does not answer") from None
            url = urljoin(url, moved)
    raise ToolError(f"{host} redirects without an end")


def _check_readable(response: httpx.Response, host: str | None) -> None:
    # Other errors are left to the browser: many sites turn away what does not look like one.
    if response.status_code in _GONE or response.status_code == httpx.codes.BAD_GATEWAY:
        raise ToolError(f"{host} does not have that page")
    kind = response.headers.get("content-type", "text/html")
    if not kind.lower().startswith(_READABLE):
        raise ToolError(f"what {host} has there is not a page")
