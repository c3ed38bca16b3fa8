"""A household at once: two tabs, a phone, and a real satellite that somebody speaks to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.console.rig import PATIENCE, Rig, eventually, open_rig
from tests.console.test_page import ask, open_page
from tests.ports import free_port
from tests.voice.box import Box, need_satellite
from tests.voice.rig import shared_transcriber
from voice_gateway.console.callers import COOKIE
from voice_gateway.settings.model import VoiceSettings
from voice_gateway.voice import calling as calls
from voice_gateway.voice.parts import choose_parts
from voice_gateway.voice.speaker import CollectingSpeaker
from voice_gateway.voice.wyoming import WyomingService

pytestmark = pytest.mark.asyncio(loop_scope="session")

PATIENT = PATIENCE * 1000


@asynccontextmanager
async def satellite_of(rig: Rig, folder: Path) -> AsyncIterator[Box]:
    """In the bedroom, called by the same gateway that serves the page."""
    need_satellite()
    box = Box(folder, "bedroom", "Bedroom", free_port())
    parts = choose_parts(VoiceSettings(speech="flite", satellites=(box.uri,)), speaker=CollectingSpeaker())
    parts.transcriber = shared_transcriber()
    service = WyomingService(rig.gateway, parts)
    try:
        await box.start()
        await service.load()
        async with calls.calling(service):
            await eventually(lambda: len(service.connections) == 1)
            yield box
    finally:
        await box.stop()


@asynccontextmanager
async def phone(browser: Browser) -> AsyncIterator[Page]:
    context = await browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    yield await context.new_page()
    await context.close()


def switch(page: Page, rig: Rig, name: str) -> Locator:
    return page.locator(f'[data-device="{rig.device(name)}"]').get_by_role("switch")


async def test_two_tabs_a_phone_and_a_satellite_at_once(page: Page, browser: Browser, tmp_path: Path) -> None:
    """Each has a conversation of its own, all see one home, and a reload loses nothing."""
    async with open_rig(fast_path=True) as rig, satellite_of(rig, tmp_path) as box, phone(browser) as mobile:
        tab = await page.context.new_page()
        await asyncio.gather(open_page(page, rig), open_page(tab, rig))
        await mobile.goto(f"{rig.url}/#home")
        await expect(switch(mobile, rig, "Coffee Machine")).to_be_visible()
        # All at once; "the light" is the one of the bedroom for who speaks there.
        box.say("hey jarvis", "turn on the light")
        await asyncio.gather(
            ask(page, "unlock the front door"),
            ask(tab, "turn on the reading lamp"),
            switch(mobile, rig, "Coffee Machine").tap(),
        )
        on = ("Bedroom Light", "Reading Lamp", "Coffee Machine")
        for name in on:
            for seen in (page, tab, mobile):
                await expect(switch(seen, rig, name)).to_have_attribute(
                    "aria-checked", "true", timeout=PATIENT
                )
        # The question was put in the first tab, and to nobody else.
        await ask(tab, "yes")
        assert rig.home.registry[rig.device("Front Door")].state.locked
        await page.reload()
        await expect(page.locator(".turn .said").last).to_contain_text("unlock the front door")
        await expect(switch(page, rig, "Bedroom Light")).to_have_attribute("aria-checked", "true")
        await ask(page, "yes")
        await expect(page.locator(".words").last).to_have_text("Front door is now unlocked.")
        await expect(page.locator(".turn")).to_have_count(2)
        await expect(tab.locator(".turn .said").first).to_contain_text("reading lamp")
        entries = (await rig.http.get("/api/journal?limit=9")).json()["entries"]
        assert sorted(entry["room"] for entry in entries) == ["", "", "", "Bedroom"]


async def test_two_tabs_that_speak_at_once_for_the_first_time_are_one_person(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        tab = await page.context.new_page()
        await asyncio.gather(open_page(page, rig), open_page(tab, rig))
        known = {each["name"]: each["value"] for each in await page.context.cookies(f"{rig.url}/api")}
        await ask(page, "unlock the front door")
        await ask(tab, "turn on the reading lamp")
        await ask(page, "yes")
        await expect(page.locator(".words").last).to_have_text("Front door is now unlocked.")
        again = {each["name"]: each["value"] for each in await page.context.cookies(f"{rig.url}/api")}
        assert known == again
        assert COOKIE in known
