"""The fleet on the page: there where the gateway is one of several, behind the same door as the settings."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.console.rig import Rig, open_rig
from tests.nats_rig.servers import Server, running
from voice_gateway.console import Access
from voice_gateway.console.setup_api import SettingUp

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Server:
    return Server(tmp_path_factory.mktemp("nats"))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def rig(own_place: Path, server: Server) -> AsyncIterator[Rig]:
    joined: dict[str, Any] = {
        "fleet__nats_url": server.url,
        "fleet__home": "oak_street_1",
        "fleet__gateway": "upstairs",
    }
    setting_up = SettingUp(own_place / "config.toml", lambda: None)
    with running(server):
        async with open_rig(setting_up=setting_up, access=Access(token="secret"), **joined) as opened:
            yield opened


async def test_s89_the_page_shows_homes_their_owner_and_their_gateways(page: Page, rig: Rig) -> None:
    await page.goto(f"{rig.url}/?token=secret")
    await page.goto(f"{rig.url}/#settings")
    fleet = page.get_by_role("region", name="Fleet")
    await expect(fleet.get_by_text("oak_street_1")).to_be_visible()
    await expect(fleet.get_by_text("owned by upstairs")).to_be_visible()
    await expect(fleet.get_by_role("definition")).to_contain_text("has seen everything")
    await expect(fleet.get_by_text("1 home", exact=True)).to_be_visible()


async def test_who_may_not_see_the_settings_does_not_see_the_fleet(rig: Rig) -> None:
    assert (await rig.http.get("/api/fleet")).status_code == 401
    told = await rig.http.get("/api/fleet", headers={"Authorization": "Bearer secret"})
    [home] = told.json()["homes"]
    assert (home["name"], home["owner"], home["gateways"][0]["name"]) == (
        "oak_street_1",
        "upstairs",
        "upstairs",
    )


async def test_where_nats_does_not_answer_the_page_says_so(page: Page, rig: Rig, server: Server) -> None:
    await page.goto(f"{rig.url}/?token=secret")
    server.kill()
    try:
        await page.goto(f"{rig.url}/#settings")
        await expect(page.get_by_role("region", name="Fleet")).to_contain_text(
            "NATS does not", timeout=60_000
        )
    finally:
        await asyncio.to_thread(server.start)


async def test_a_gateway_that_is_alone_shows_no_fleet(own_place: Path, page: Page) -> None:
    async with open_rig(setting_up=SettingUp(own_place / "alone.toml", lambda: None)) as alone:
        await page.goto(f"{alone.url}/#settings")
        await expect(page.get_by_role("region", name="Who answers")).to_be_visible()
        await expect(page.get_by_role("region", name="Fleet")).to_have_count(0)
        assert (await alone.http.get("/api/fleet")).status_code == 404
        paths = (await alone.http.get("/openapi.json")).json()["paths"]
        assert "/api/fleet" not in paths
