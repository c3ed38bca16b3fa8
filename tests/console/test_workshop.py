"""The engineer's view: sentences that are tried and not done, and traces that are found and exported."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.console.rig import Rig, open_rig
from tests.servers.ollama import say
from voice_gateway import trace

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def rig(own_place: Path) -> AsyncIterator[Rig]:
    assert own_place
    script = [say("Otters are mammals."), say("Seals swim.")]
    async with open_rig(script, fast_path=True) as opened:
        yield opened
    trace.Words.kept = False


async def test_a_sentence_is_tried_and_nothing_is_done(page: Page, rig: Rig) -> None:
    before = {device.id: device.state for device in rig.home.devices()}
    await page.goto(f"{rig.url}/#try")
    await page.get_by_role("textbox", name="A sentence").fill("unlock the front door in ten minutes")
    await page.get_by_role("button", name="Try", exact=True).click()
    tried = page.locator(".column")
    await expect(tried).to_contain_text("Router:")
    await expect(tried.locator(".step").first).to_contain_text("Taken as")
    await page.get_by_role("textbox", name="A sentence").fill("turn off the hallway lamp")
    await page.get_by_role("button", name="Try", exact=True).click()
    await expect(tried.locator(".changes")).to_contain_text("Hallway Lampon → off")
    await expect(tried.locator("code").first).to_have_text("off hallway lamp")
    await tried.get_by_text("The tree").click()
    await expect(tried.locator(".tree").first).to_contain_text("step")
    await expect(tried).to_contain_text("Means: Hallway Lamp")
    assert {device.id: device.state for device in rig.home.devices()} == before
    assert (await rig.http.get("/api/plans")).json()["plans"] == []


async def test_two_models_stand_side_by_side(page: Page, rig: Rig) -> None:
    await page.goto(f"{rig.url}/#try")
    await page.get_by_label("Beside it").select_option("built-in")
    await page.get_by_role("textbox", name="A sentence").fill("turn on the reading lamp")
    await page.get_by_role("button", name="Try", exact=True).click()
    await expect(page.locator(".column")).to_have_count(2, timeout=60_000)
    assert rig.home.registry[rig.device("Reading Lamp")].state.on is False


async def test_a_turn_is_found_linked_to_and_exported_with_its_exact_words(page: Page, rig: Rig) -> None:
    await page.goto(f"{rig.url}/#traces")
    await page.get_by_label("Keep exact prompts and replies").check()
    await expect(page.get_by_label("Keep exact prompts and replies")).to_be_checked()
    await rig.http.post("/api/ask", json={"text": "is the hallway lamp on?"})
    await rig.http.post("/api/ask", json={"text": "tell me about otters"})
    await page.locator("#traces-find input[type=search]").fill("otters")
    row = page.locator("#traces-list .row")
    await expect(row).to_have_count(1)
    await row.locator("summary").first.click()
    await row.get_by_text("The exact prompt and reply").click()
    await expect(row.locator(".exactly").first).to_contain_text("tell me about otters")
    await expect(row.locator(".exactly").first).to_contain_text("Otters are mammals.")
    link = await row.get_by_role("link", name="Link").get_attribute("href")
    await page.get_by_label("What came of it").select_option("done")
    await expect(row).to_have_count(0)
    await page.goto("about:blank")
    await page.goto(f"{rig.url}/{link}")
    await expect(page.locator("#traces-list .row[open]")).to_contain_text("tell me about otters")
    name = str(link).partition("/")[2]
    spans = (await rig.http.get(f"/api/traces/{name}?form=otlp")).json()
    [scope] = spans["resourceSpans"][0]["scopeSpans"]
    turn, *inside = scope["spans"]
    assert (turn["name"], len(turn["traceId"]), len(turn["spanId"])) == ("turn", 32, 16)
    assert all(one["parentSpanId"] == turn["spanId"] for one in inside)
    assert any(one["name"].startswith("chat ") for one in inside)
    assert "otters" not in json.dumps(spans)
    whole = (await rig.http.get("/api/traces/export?search=otters")).json()
    assert [one["text"] for one in whole["traces"]] == ["tell me about otters"]


async def test_exact_words_are_kept_only_where_they_are_asked_for(rig: Rig) -> None:
    await rig.http.post("/api/traces/words", json={"kept": False})
    said = (await rig.http.post("/api/ask", json={"text": "tell me about seals"})).json()
    assert all(not event["prompt"] for event in said["trace"]["events"] if event["event"] == "asked")
