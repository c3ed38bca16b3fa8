"""The page while what is behind it still comes up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from playwright.async_api import Page, expect

from tests.console.rig import PATIENCE, open_rig
from voice_gateway.certificates import trusted
from voice_gateway.console import Access, Doorway, Serving, create_app, listen, serving
from voice_gateway.settings import Settings


@asynccontextmanager
async def doorway(access: Access | None = None) -> AsyncIterator[tuple[Doorway, Serving, httpx.AsyncClient]]:
    front = Doorway(access or Access(), Settings().console)
    async with (
        serving(front, listen("127.0.0.1", 0), front.close) as served,
        httpx.AsyncClient(base_url=served.url, verify=trusted(), trust_env=False, timeout=PATIENCE) as http,
    ):
        yield front, served, http


async def test_the_page_and_its_files_are_shown_at_once() -> None:
    async with doorway() as (_, _, http):
        page = await http.get("/")
        assert "Voice Gateway" in page.text
        assert "Content-Security-Policy" in page.headers
        assert (await http.get("/static/js/main.js")).status_code == 200
        assert (await http.get("/static/no-such-file.js")).json()["error"] == "There is no such file."
        assert (await http.get("/healthz")).json() == {"status": "starting"}


async def test_nothing_is_shown_to_who_has_no_token() -> None:
    async with doorway(Access("a-long-secret-token")) as (_, _, http):
        assert (await http.get("/")).status_code == 401
        assert (await http.get("/static/js/main.js")).status_code == 401
        assert (await http.get("/?token=a-long-secret-token")).status_code == 303
        assert (await http.get("/healthz")).status_code == 200
        assert (await http.get("/healthz", headers={"Host": "evil.example"})).status_code == 421


async def test_what_is_asked_waits_until_it_can_be_answered() -> None:
    async with open_rig() as rig, doorway() as (front, _, http):
        waiting = [asyncio.create_task(http.get("/api/tools")) for _ in range(3)]
        assert (await http.get("/healthz")).json() == {"status": "starting"}
        waiting[0].cancel()  # who goes takes nobody else along
        await asyncio.wait(waiting[:1])
        assert not any(task.done() for task in waiting[1:])
        async with front.leading_to(create_app(rig.console, Access())):
            told = [await task for task in waiting[1:]]
            assert [answer.status_code for answer in told] == [200, 200]
            assert (await http.get("/healthz")).json() == {"status": "ok"}


async def test_a_token_is_wanted_of_who_has_waited_too() -> None:
    access = Access("a-long-secret-token")
    async with open_rig() as rig, doorway(access) as (front, _, http):
        waiting = asyncio.create_task(http.get("/api/tools"))
        await http.get("/healthz")
        async with front.leading_to(create_app(rig.console, access)):
            assert (await waiting).status_code == 401


async def test_who_waits_is_told_that_nothing_came_of_it() -> None:
    async with doorway() as (_, served, http):
        waiting = asyncio.create_task(http.get("/api/tools"))
        await http.get("/healthz")
        await served.end()
        answer = await waiting
        assert answer.status_code == 503
        assert answer.json()["error"] == "The gateway ended before it had started."


@pytest.mark.asyncio(loop_scope="session")
async def test_the_page_says_that_it_is_starting_and_then_who_answers(page: Page) -> None:
    async with open_rig() as rig, doorway() as (front, served, _):
        await page.goto(served.url)
        await expect(page.locator("#model")).to_have_text("Starting")
        async with front.leading_to(create_app(rig.console, Access())):
            await expect(page.locator("#model")).to_contain_text(rig.gateway.client.name)
