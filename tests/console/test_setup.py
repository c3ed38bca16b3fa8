"""Setting up on the page: from nothing to a model and a home of one's own."""

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.console.rig import eventually, open_rig
from tests.console.test_accessible import CONTRAST, FIND_FAULTS, TOO_WIDE
from tests.console.test_page import open_page
from tests.servers.home_assistant import TOKEN, far_home_assistant
from tests.servers.pulling import pulling_ollama
from voice_gateway.console.setup_api import SettingUp
from voice_gateway.settings import load_settings

pytestmark = pytest.mark.asyncio(loop_scope="session")


def setting_up(tmp_path: Path, begun: list[bool]) -> SettingUp:
    return SettingUp(tmp_path / "config.toml", lambda: begun.append(True), seconds=0.1)


@pytest.fixture(autouse=True)
def no_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULSE_SERVER", "unix:/nonexistent")


async def test_a_household_is_welcomed_and_set_up(page: Page, tmp_path: Path) -> None:
    begun: list[bool] = []
    async with (
        pulling_ollama() as far,
        far_home_assistant() as house,
        open_rig(setting_up=setting_up(tmp_path, begun), provider="auto", ollama__base_url=far.url) as rig,
    ):
        await open_page(page, rig)
        form = page.locator("#setup-form")
        await form.get_by_label("Model of Ollama").select_option("qwen3:0.6b")
        await form.get_by_label("Or another address").fill(house.url)
        await form.get_by_role("button", name="Save and begin").click()
        await expect(page.locator("#setup-said")).to_contain_text("lets nobody in without a token")
        assert not begun
        await form.get_by_label("Token of Home Assistant").fill(TOKEN)
        await form.get_by_role("button", name="Save and begin").click()
        await eventually(lambda: begun)
        settings = load_settings(file=tmp_path / "config.toml", environment={}).settings
        assert settings.ollama.model == "qwen3:0.6b"
        assert settings.home.home_assistant_url == house.url
        assert TOKEN not in (tmp_path / "config.toml").read_text()


async def test_who_has_set_it_up_finds_it_closed(page: Page, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("# ours\n")
    async with open_rig(setting_up=setting_up(tmp_path, [])) as rig:
        await open_page(page, rig)
        await expect(page.locator("#setup summary")).to_be_visible()
        await expect(page.locator("#setup-form")).not_to_be_visible()


async def test_where_nothing_can_be_written_it_is_not_offered(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        await expect(page.locator("#setup")).not_to_be_visible()
        assert (await rig.http.get("/api/setup")).status_code == 404


async def test_the_welcome_suggests_what_this_home_can_do(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        told = (await rig.http.get("/api/home")).json()["sentences"]
        await expect(page.locator("#ideas button")).to_have_text(told)
        assert len(told) == 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1280])
async def test_it_is_readable_everywhere(page: Page, tmp_path: Path, scheme: Any, width: int) -> None:
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    await page.set_viewport_size({"width": width, "height": 800})
    async with (
        pulling_ollama() as far,
        open_rig(setting_up=setting_up(tmp_path, []), ollama__base_url=far.url) as rig,
    ):
        await page.goto(rig.url)
        await expect(page.get_by_role("button", name="Save and begin")).to_be_visible()
        for find in (FIND_FAULTS, CONTRAST, TOO_WIDE):
            assert await page.evaluate(find) == []
