"""Foreign pages are refused, and foreign names wherever only this machine can ask."""

import httpx
import pytest

from tests.engine.serving import Serving
from voice_gateway.engine import Engine, create_app, create_client_transport
from voice_gateway.host_names import host_name, is_address

EVIL = {"Host": "evil.example"}


async def asked(engine: Engine, bound: str | None, headers: dict[str, str]) -> httpx.Response:
    transport = create_client_transport(create_app(engine, bound=bound))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        return await client.get("/api/version", headers=headers)


@pytest.mark.parametrize(
    ("bound", "status"), [("127.0.0.1", 403), ("::1", 403), ("0.0.0.0", 200), (None, 200)]
)
async def test_a_foreign_name_is_refused_where_only_this_machine_can_ask(
    engine: Engine, bound: str | None, status: int
) -> None:
    assert (await asked(engine, bound, EVIL)).status_code == status


@pytest.mark.parametrize("bound", ["127.0.0.1", "0.0.0.0", None])
async def test_a_foreign_page_is_refused_everywhere(engine: Engine, bound: str | None) -> None:
    answer = await asked(engine, bound, {"Origin": "http://evil.example"})
    assert (answer.status_code, answer.content) == (403, b"")


def test_on_a_socket_a_refused_request_never_reaches_the_model(engine: Engine) -> None:
    with Serving(create_app(engine, bound="127.0.0.1")) as serving:
        for headers in (EVIL, {"Origin": "http://evil.example"}):
            body = {"model": engine.model.name, "messages": []}
            answer = httpx.post(f"{serving.address}/api/chat", json=body, headers=headers, trust_env=False)
            assert (answer.status_code, answer.content) == (403, b"")
            assert "access-control-allow-origin" not in answer.headers


def test_a_host_is_read_without_its_port() -> None:
    named = ["LocalHost:80", "[::1]:8350", "::1", "example.com.", "127.0.0.1:11435", ""]
    assert [host_name(host) for host in named] == [
        "localhost", "::1", "::1", "example.com", "127.0.0.1", "",
    ]  # fmt: skip
    assert [is_address(name) for name in ("::1", "fe80::1%eth0", "10.0.0.1", "example.com", "")] == [
        True, True, True, False, False,
    ]  # fmt: skip
