"""Who may come in, and how much they may ask."""

import json
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from tests.console.rig import Rig, open_rig
from tests.home import settings_for
from voice_gateway.certificates import trusted
from voice_gateway.console import Access, access_for, listen
from voice_gateway.console.serve import address
from voice_gateway.settings import data_dir

TOKEN = "a-long-secret-token"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
EVERYTHING = (
    "/", "/docs", "/openapi.json", "/static/js/main.js", "/api/home", "/api/about", "/api/events",
    "/api/traces", "/api/plans", "/api/lists", "/api/journal", "/metrics", "/v1/models", "/ollama/api/tags",
    "/mcp", "/nothing",
)  # fmt: skip


async def test_without_the_token_nothing_is_given_but_health() -> None:
    async with open_rig(access=Access(token=TOKEN)) as rig:
        for path in EVERYTHING:
            response = await rig.http.get(path)
            assert response.status_code == 401, path
            assert response.headers["www-authenticate"] == "Bearer"
        assert (await rig.http.get("/healthz")).status_code == 200
        assert (await rig.http.post("/api/ask", json={"text": "hi"})).status_code == 401


async def test_the_token_opens_everything() -> None:
    async with open_rig(access=Access(token=TOKEN)) as rig:
        for path in (
            "/",
            "/docs",
            "/openapi.json",
            "/static/js/main.js",
            "/api/home",
            "/metrics",
            "/v1/models",
        ):
            assert (await rig.http.get(path, headers=BEARER)).status_code == 200, path


async def test_a_wrong_token_does_not() -> None:
    good = BEARER["Authorization"].encode()
    async with open_rig(access=Access(token=TOKEN)) as rig:
        for header in (b"Bearer wrong", b"Bearer", b"", b"Basic eDp5", good + b"x", b"Bearer \xff"):
            response = await rig.http.get("/api/home", headers=[(b"Authorization", header)])
            assert response.status_code == 401, header


async def test_a_link_with_the_token_lets_a_browser_in_once_and_for_all() -> None:
    async with open_rig(access=Access(token=TOKEN)) as rig:
        response = await rig.http.get("/", params={"token": TOKEN})
        assert response.status_code == 303
        assert response.headers["location"] == "/"
        cookie = response.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert TOKEN not in cookie
        assert (await rig.http.get("/api/home")).status_code == 200


async def test_a_form_lets_a_browser_in() -> None:
    async with open_rig(access=Access(token=TOKEN)) as rig:
        page = await rig.http.get("/", headers={"Accept": "text/html"})
        assert page.status_code == 401
        assert "<form" in page.text
        assert "script-src 'self'" in page.headers["content-security-policy"]
        wrong = await rig.http.post("/login", data={"token": "no"}, headers={"Accept": "text/html"})
        assert wrong.status_code == 401
        assert 'role="alert" >' in wrong.text
        assert (await rig.http.post("/login", data={"token": TOKEN})).status_code == 303
        assert (await rig.http.get("/api/home")).status_code == 200


async def test_guessing_tokens_is_slowed_down() -> None:
    async with open_rig(access=Access(token=TOKEN)) as rig:
        guesses = [
            await rig.http.get("/api/home", headers={"Authorization": f"Bearer {n}"}) for n in range(12)
        ]
        assert guesses[0].status_code == 401
        assert guesses[-1].status_code == 429
        assert int(guesses[-1].headers["retry-after"]) > 0


async def test_the_right_guess_after_many_wrong_ones_is_refused_like_them() -> None:
    async with open_rig(access=Access(token=TOKEN)) as rig, another(rig) as browser:
        assert (await browser.get("/", params={"token": TOKEN})).status_code == 303
        for number in range(30):
            wrong = {"Authorization": f"Bearer {number}"}
            assert (await rig.http.get("/api/home", headers=wrong)).status_code in (401, 429)
        ways: tuple[dict[str, Any], ...] = (
            {"method": "GET", "url": "/api/home", "headers": BEARER},
            {"method": "GET", "url": "/", "params": {"token": TOKEN}},
            {"method": "POST", "url": "/login", "data": {"token": TOKEN}},
        )
        for way in ways:
            assert (await rig.http.request(**way)).status_code == 429, way
        # Who has shown the token before is not kept out by another's guesses.
        assert (await browser.get("/api/home")).status_code == 200


async def test_a_token_cannot_be_tried_out_as_a_cookie() -> None:
    made = [access_for(settings_for(console__token=TOKEN)).pass_ for _ in range(2)]
    assert made[0] == made[1], "a browser stays known across starts"
    assert Access(token=TOKEN).pass_ != Access(token=TOKEN).pass_, "and the token alone does not make it"


@asynccontextmanager
async def another(rig: Rig) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=rig.url, verify=trusted(), trust_env=False, timeout=30) as client:
        yield client


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
@pytest.mark.parametrize(
    "path", ["/api/ask", "/api/chat", "/v1/chat/completions", "/ollama/api/chat", "/ollama/api/generate"]
)
async def test_only_what_says_that_it_is_json_is_taken(path: str, kind: str) -> None:
    """A form on a stranger's page can send all other kinds without asking first."""
    said = [{"role": "user", "content": "turn on the kitchen light"}]
    model = {"model": "voice-gateway", "messages": said, "prompt": said[0]["content"]}
    body = json.dumps({"text": said[0]["content"]} if path.startswith("/api") else model)
    async with open_rig(fast_path=True) as rig:
        response = await rig.http.post(path, content=body, headers={"Content-Type": kind} if kind else {})
        assert response.status_code == 415
        assert "JSON" in response.text
        assert not rig.home.registry[rig.device("Kitchen Light")].state.on


async def test_a_foreign_name_for_this_machine_is_refused() -> None:
    """DNS rebinding: a stranger's page points its own name at 127.0.0.1."""
    foreign = (
        "evil.example",
        "evil.example:8350",
        "127.0.0.1.evil.example",
        "",
        "[::1].evil",
        "[::1]evil:80",
    )
    async with open_rig() as rig:
        for host in foreign:
            assert (await rig.http.get("/api/home", headers={"Host": host})).status_code == 421, host


async def test_our_own_names_and_addresses_are_known() -> None:
    async with open_rig() as rig:
        for host in ("127.0.0.1:1", "localhost:8350", "LOCALHOST", "[::1]:8350", "192.168.1.7:8350"):
            assert (await rig.http.get("/healthz", headers={"Host": host})).status_code == 200, host


async def test_further_names_come_from_the_settings() -> None:
    async with open_rig(console__hosts=["home.example"]) as rig:
        assert (await rig.http.get("/api/home", headers={"Host": "home.example"})).status_code == 200
        assert (await rig.http.get("/api/home", headers={"Host": "other.example"})).status_code == 421


FOREIGN: tuple[dict[str, str], ...] = (
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
)


async def test_requests_from_other_sites_are_refused() -> None:
    async with open_rig() as rig:
        for headers in FOREIGN:
            assert (await rig.http.get("/api/home", headers=headers)).status_code == 403
            for path in ("/api/ask", "/api/chat", "/mcp", "/v1/chat/completions", "/ollama/api/chat"):
                response = await rig.http.post(path, headers=headers, json={"text": "unlock the front door"})
                assert response.status_code == 403, (path, headers)
        assert not rig.ollama.chats


async def test_our_own_page_and_a_link_to_it_are_welcome() -> None:
    async with open_rig() as rig:
        own = {"Origin": rig.url, "Sec-Fetch-Site": "same-origin"}
        assert (await rig.http.get("/api/home", headers=own)).status_code == 200
        link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        assert (await rig.http.get("/", headers=link)).status_code == 200
        assert (await rig.http.get("/api/home", headers=link)).status_code == 403


async def test_a_body_that_is_too_large_is_a_413() -> None:
    async with open_rig(console__max_body=2048) as rig:
        big = b'{"text": "' + b"x" * 4000 + b'"}'
        kind = {"Content-Type": "application/json"}
        assert (await rig.http.post("/api/ask", content=big, headers=kind)).status_code == 413

        async def unannounced() -> Any:
            for _ in range(4):
                yield big[:1000]

        for path in ("/api/ask", "/ollama/api/chat", "/v1/chat/completions"):
            response = await rig.http.post(path, content=unannounced(), headers=kind)
            assert response.status_code == 413, path


async def test_too_many_requests_are_a_429_that_says_when_to_come_back() -> None:
    async with open_rig(console__requests_per_minute=20) as rig:
        statuses = [(await rig.http.get("/api/about")).status_code for _ in range(12)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
        refused = await rig.http.get("/api/about")
        assert int(refused.headers["retry-after"]) >= 1
        assert (await rig.http.get("/healthz")).status_code == 200


async def test_every_answer_carries_strict_headers() -> None:
    async with open_rig() as rig:
        for path in ("/", "/docs", "/api/home", "/static/js/main.js", "/nothing"):
            headers = (await rig.http.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
        page = (await rig.http.get("/")).text
        assert "<script>" not in page
        assert "style=" not in page


async def test_no_path_leads_out_of_the_pages_folder() -> None:
    async with open_rig() as rig:
        for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/js"):
            assert (await rig.http.get(path)).status_code == 404, path


async def test_an_unchanged_file_is_not_sent_again() -> None:
    async with open_rig() as rig:
        first = await rig.http.get("/static/js/main.js")
        tag = {"If-None-Match": first.headers["etag"]}
        assert (await rig.http.get("/static/js/main.js", headers=tag)).status_code == 304


def test_on_loopback_there_is_no_token_unless_one_is_set() -> None:
    assert access_for(settings_for()).token is None
    assert access_for(settings_for(console__host="::1")).token is None
    assert access_for(settings_for(console__token=TOKEN)).token == TOKEN


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "home.example"])
def test_on_anything_else_there_is_always_a_token_and_it_stays_the_same(host: str) -> None:
    access = access_for(settings_for(console__host=host))
    assert access.token
    assert len(access.token) >= 24
    assert access_for(settings_for(console__host=host)).token == access.token
    kept = data_dir() / "console-token"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


async def test_a_client_without_a_token_is_told_how_to_send_it() -> None:
    async with open_rig(access=Access(token=TOKEN)) as rig:
        assert "Authorization: Bearer" in (await rig.http.get("/api/home")).json()["fix"]


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_the_address_for_others_is_one_that_they_can_reach(host: str) -> None:
    with listen(host, 0) as listener:
        port = listener.getsockname()[1]
        assert address(listener) == f"http://127.0.0.1:{port}"
        named = address(listener, from_elsewhere=True).removeprefix("http://").rpartition(":")[0]
    if host == "127.0.0.1":
        assert named == host
    else:
        assert named not in ("127.0.0.1", "0.0.0.0", "localhost")
        assert access_for(settings_for(console__host=host)).knows_host(named)
        # It is an address of this machine: one can listen there. A name is all there is without a network.
        if named != socket.gethostname():
            listen(named, 0).close()
