"""Settings on the page, and the page on a phone: link, code, installable, offline, HTTPS."""

import asyncio
import re
import ssl
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.console.rig import Rig, eventually, open_rig
from tests.home import settings_for
from tests.servers.ollama import scripted_ollama
from voice_gateway.console import access_for, create_app, listen, serving
from voice_gateway.console.certificate import certificate_for
from voice_gateway.console.link import Link
from voice_gateway.console.setup_api import SettingUp

pytestmark = pytest.mark.asyncio(loop_scope="session")

COMMENTED = "# ours\n[voice]\nrate = 165  # calm\n"


@pytest.fixture(scope="module")
def begun() -> list[bool]:
    return []


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def rig(own_place: Path, begun: list[bool]) -> AsyncIterator[Rig]:
    path = own_place / "config.toml"
    await asyncio.to_thread(path.write_text, COMMENTED)
    setting_up = SettingUp(path, lambda: begun.append(True), seconds=0.1)
    async with open_rig(setting_up=setting_up) as opened:
        yield opened


@pytest.fixture
def file(rig: Rig) -> Path:
    assert rig.console.setting_up
    return rig.console.setting_up.path


@asynccontextmanager
async def _nothing(_app: object) -> AsyncIterator[None]:
    """What runs already is not begun twice."""
    yield


async def open_settings(page: Page, rig: Rig) -> None:
    await page.goto(f"{rig.url}/#settings")
    await expect(page.get_by_role("region", name="Who answers")).to_be_visible()


async def test_a_setting_says_what_it_does_and_is_written_with_comments_kept(
    page: Page, rig: Rig, file: Path, begun: list[bool]
) -> None:
    await open_settings(page, rig)
    voice = page.get_by_role("form", name="Voice")
    rate = voice.get_by_label("Rate")
    await expect(rate).to_have_accessible_description("Words per minute.")
    await expect(voice.get_by_role("button", name="Save")).to_be_disabled()
    await rate.fill("20")
    await voice.get_by_role("button", name="Save").click()
    await expect(voice.get_by_role("status")).to_contain_text("voice.rate")
    assert await asyncio.to_thread(file.read_text) == COMMENTED
    await rate.fill("150")
    await voice.get_by_label("Tones").uncheck()
    await voice.get_by_role("button", name="Save").click()
    await eventually(lambda: begun)
    written = await asyncio.to_thread(file.read_text)
    assert written.startswith("# ours\n[voice]\nrate = 150  # calm\n")
    assert tomllib.loads(written)["voice"] == {"rate": 150, "tones": False}


async def test_what_does_not_answer_is_not_written(page: Page, rig: Rig, file: Path) -> None:
    before = await asyncio.to_thread(file.read_text)
    await open_settings(page, rig)
    who = page.get_by_role("form", name="Who answers")
    await who.get_by_label("Model of Ollama").fill("nosuch:1b")
    await who.get_by_role("button", name="Save").click()
    await expect(who.get_by_role("status")).to_contain_text("Ollama")
    home = page.get_by_role("form", name="Your home")
    await home.get_by_label("Z-Wave address").fill("ws://127.0.0.1:9")
    await home.get_by_role("button", name="Save").click()
    await expect(home.get_by_role("status")).to_contain_text("cannot be reached", timeout=15_000)
    assert await asyncio.to_thread(file.read_text) == before


async def test_a_model_is_found_under_every_name_that_ollama_takes_for_it(
    rig: Rig, file: Path, begun: list[bool]
) -> None:
    begun.clear()
    async with scripted_ollama() as ollama:
        ollama.models = ["qwen3:latest"]
        for name in ("qwen3", "Qwen3:latest", "library/qwen3"):
            values = {"ollama.base_url": ollama.url, "ollama.model": name}
            saved = await rig.http.post("/api/settings", json={"values": values})
            assert saved.status_code == 200, saved.text
            written = tomllib.loads(await asyncio.to_thread(file.read_text))
            assert written["ollama"]["model"] == name
    await eventually(lambda: begun)


async def test_degrees_and_the_language_of_answers_are_chosen(
    page: Page, rig: Rig, file: Path, begun: list[bool]
) -> None:
    begun.clear()
    await open_settings(page, rig)
    home = page.get_by_role("form", name="Your home")
    await expect(home.get_by_label("Degrees")).to_have_accessible_description(
        "What temperatures are said and shown in: as Home Assistant counts, else Celsius; or one of the two."
    )
    await home.get_by_label("Degrees").select_option("fahrenheit")
    await home.get_by_role("button", name="Save").click()
    await eventually(lambda: begun)
    who = page.get_by_role("form", name="Who answers")
    field = who.get_by_label("Language")
    await expect(field).to_have_accessible_description(re.compile("English is the only one shipped"))
    offered = await field.evaluate("node => [...node.list.options].map((one) => one.value)")
    assert offered == ["English"]
    await field.fill("German")
    await who.get_by_role("button", name="Save").click()
    await expect(who.get_by_role("status")).to_contain_text("Saved")
    written = tomllib.loads(await asyncio.to_thread(file.read_text))
    assert (written["home"]["degrees"], written["language"]) == ("fahrenheit", "German")


@pytest.mark.parametrize("key", ["mcp.config", "search.chromium", "engine.model", "home.file"])
async def test_who_may_open_the_page_may_not_say_which_files_are_run(rig: Rig, file: Path, key: str) -> None:
    before = await asyncio.to_thread(file.read_text)
    refused = await rig.http.post("/api/settings", json={"values": {key: "/tmp/servers.json"}})
    assert refused.status_code == 400
    assert await asyncio.to_thread(file.read_text) == before


async def test_no_secret_is_ever_shown(rig: Rig) -> None:
    told = (await rig.http.get("/api/settings")).json()
    secrets = [one for group in told["groups"] for one in group["settings"] if one["kind"] == "secret"]
    assert {"anthropic.api_key", "console.token", "home.home_assistant_token"} <= {
        one["key"] for one in secrets
    }
    assert all(one["value"] == "" for one in secrets)


async def test_a_phone_gets_the_link_as_a_code(page: Page, rig: Rig) -> None:
    rig.console.link = Link(rig.url, rig.url, None)
    await open_settings(page, rig)
    await page.get_by_text("On your phone").click()
    await expect(page.locator(".phone")).to_contain_text("this machine only")
    rig.console.link = Link(rig.url, "https://192.168.1.20:8350", "a-long-secret-token")
    await page.reload()
    await page.get_by_text("On your phone").click()
    code = page.locator(".phone img")
    await expect(code).to_be_visible()
    assert await code.evaluate("node => node.decode().then(() => node.naturalWidth > 0)")
    await expect(page.locator(".phone a")).to_have_attribute(
        "href", "https://192.168.1.20:8350/?token=a-long-secret-token"
    )


async def test_the_page_can_be_installed_and_opens_while_the_gateway_is_away(browser: Browser) -> None:
    context = await browser.new_context()
    page = await context.new_page()
    async with open_rig() as rig:
        await page.goto(rig.url)
        await page.wait_for_selector(".tile")
        manifest = (await rig.http.get("/manifest.webmanifest")).json()
        assert (manifest["display"], manifest["scope"]) == ("standalone", "/")
        for icon in manifest["icons"]:
            assert (await rig.http.get(icon["src"])).status_code == 200
        await page.evaluate("navigator.serviceWorker.ready")
        await page.reload()
        await page.wait_for_selector(".tile")
        await page.evaluate("() => caches.open('page').then((kept) => kept.keys()).then((all) => all.length)")
    await page.reload()
    await expect(page.get_by_role("heading", name="What can I do for you?")).to_be_visible()
    await expect(page.locator("#model")).to_have_text("Not connected")
    await context.close()


async def test_the_page_is_served_over_https_with_a_certificate_of_its_own(rig: Rig) -> None:
    settings = settings_for(console__https=True, console__hosts=["home.example"])
    certificate = await asyncio.to_thread(certificate_for, settings, "192.168.1.20")
    assert certificate
    again = await asyncio.to_thread(certificate_for, settings, "192.168.1.20")
    made = await asyncio.to_thread(certificate.file.read_bytes)
    assert again == certificate
    assert await asyncio.to_thread(certificate.key.stat)
    app = create_app(rig.console, access_for(settings))
    app.router.lifespan_context = _nothing
    async with serving(app, listen("127.0.0.1", 0), certificate=certificate) as served:
        assert served.url.startswith("https://")
        trust = await asyncio.to_thread(ssl.create_default_context, cafile=certificate.file)
        async with httpx.AsyncClient(verify=trust, trust_env=False) as client:
            assert (await client.get(f"{served.url}/healthz")).json() == {"status": "ok"}
    other = await asyncio.to_thread(certificate_for, settings, "192.168.1.21")
    assert other
    assert await asyncio.to_thread(other.file.read_bytes) != made, "a new address needs a new certificate"
