"""The proxy that is the browser's only way out."""

import asyncio
from collections.abc import Sequence

import httpx
import pytest

from tests.browser.site import Site, site
from tests.servers.http import Connection, serve
from voice_gateway.browser.addresses import AddressPolicy
from voice_gateway.browser.proxy import GuardedProxy


async def fetch(proxy: GuardedProxy, url: str, **options: object) -> httpx.Response:
    async with httpx.AsyncClient(proxy=proxy.url, trust_env=False, timeout=20) as client:
        return await client.request("POST" if options else "GET", url, **options)  # type: ignore[arg-type]


async def raw(proxy: GuardedProxy, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", int(proxy.url.rsplit(":", 1)[1]))
    writer.write(request)
    writer.write_eof()
    answer = await reader.read()
    writer.close()
    return answer


async def test_a_plain_request_gets_through_to_an_allowed_site() -> None:
    async with site() as here, GuardedProxy(AddressPolicy([here.host])) as proxy:
        response = await fetch(proxy, f"{here.url}/answer?x=1#top")
        assert response.status_code == 404
        assert (await fetch(proxy, f"{here.url}/answer")).text.startswith("<html>")
        sent = here.server.requests[0]
    assert sent.path == "/answer?x=1"
    assert sent.headers["host"] == here.host
    assert "proxy-connection" not in sent.headers


async def test_a_body_is_passed_on() -> None:
    async def echo(connection: Connection) -> None:
        await connection.send(connection.request.body)

    async with serve(echo) as server, GuardedProxy(AddressPolicy(["127.0.0.1"])) as proxy:
        response = await fetch(proxy, server.url, content=b"x" * 200_000)
    assert len(response.content) == 200_000


async def test_a_tunnel_gets_through_to_an_allowed_site_only() -> None:
    async with site() as here, site() as private, GuardedProxy(AddressPolicy([here.host])) as proxy:
        inner = b"GET /more HTTP/1.1\r\nHost: x\r\n\r\n"
        allowed = await raw(proxy, f"CONNECT {here.host} HTTP/1.1\r\n\r\n".encode() + inner)
        refused = await raw(proxy, f"CONNECT {private.host} HTTP/1.1\r\n\r\n".encode() + inner)
        assert proxy.refused == [private.host]
    assert allowed.startswith(b"HTTP/1.1 200 Connected")
    assert refused.startswith(b"HTTP/1.1 403")
    assert private.server.requests == []


async def test_a_name_is_resolved_once_and_that_address_is_dialled() -> None:
    """A name that is public when it is checked and private when it is dialled gains nothing."""
    looked_up = []

    async def changing(host: str, port: int) -> Sequence[str]:
        looked_up.append(host)
        return ["127.0.0.1"] if len(looked_up) == 1 else ["127.0.0.2"]

    async with site() as here:
        policy = AddressPolicy([f"127.0.0.1:{here.host.split(':')[1]}"], changing)
        async with GuardedProxy(policy) as proxy:
            url = f"http://changing.example:{here.host.split(':')[1]}/answer"
            assert (await fetch(proxy, url)).status_code == 200
            assert (await fetch(proxy, url)).status_code == 403
    assert looked_up == ["changing.example"] * 2


async def _second_request(here: Site, private: Site) -> bytes:
    return (
        f"GET {here.url}/answer HTTP/1.1\r\nHost: {here.host}\r\n\r\n"
        f"GET {private.url}/answer HTTP/1.1\r\nHost: {private.host}\r\n\r\n"
    ).encode()


async def test_a_second_request_on_the_same_connection_is_not_made() -> None:
    async with site() as here, site() as private, GuardedProxy(AddressPolicy([here.host])) as proxy:
        answer = await raw_until_closed(proxy, await _second_request(here, private))
    assert answer.count(b"HTTP/1.1") == 1
    assert b"Connection: close" in answer
    assert len(here.server.requests) == 1
    assert private.server.requests == []


async def raw_until_closed(proxy: GuardedProxy, request: bytes) -> bytes:
    """The first answer; the far side keeps its connection open, so this stops at the end of the page."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(proxy.url.rsplit(":", 1)[1]))
    writer.write(request)
    answer = await reader.readuntil(b"</html>")
    writer.close()
    return answer


@pytest.mark.parametrize(
    "request_",
    [
        b"GET /answer HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET file:///etc/passwd HTTP/1.1\r\n\r\n",
        b"CONNECT 127.0.0.1 HTTP/1.1\r\n\r\n",
        b"CONNECT 127.0.0.1:22 HTTP/1.1\r\n\r\n",
        b"CONNECT [::1]:443 HTTP/1.1\r\n\r\n",
        b"CONNECT localhost:443 HTTP/1.1\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"GET http://8.8.8.8/ HTTP/1.1\r\n folded: x\r\n\r\n",
        b"\0" * 200_000,
        b"",
    ],
)
async def test_nothing_else_gets_an_answer_from_anywhere(request_: bytes) -> None:
    async with GuardedProxy(AddressPolicy()) as proxy:
        try:
            answer = await raw(proxy, request_)
        except ConnectionError:
            answer = b""
    assert answer == b"" or answer.startswith(b"HTTP/1.1 403")


async def test_a_dead_site_is_a_bad_gateway() -> None:
    async with site() as gone:
        host, url = gone.host, gone.url
    async with GuardedProxy(AddressPolicy([host])) as proxy:
        assert (await fetch(proxy, url)).status_code == 502


async def test_an_endless_answer_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("voice_gateway.browser.proxy.LARGEST", 500)
    async with site() as here, GuardedProxy(AddressPolicy([here.host])) as proxy:
        with pytest.raises(httpx.RemoteProtocolError):
            await fetch(proxy, f"{here.url}/endless")
