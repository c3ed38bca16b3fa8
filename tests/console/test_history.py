"""Conversations survive a reload and a restart, and can be found, named, judged and deleted."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.console.rig import Rig, open_rig
from tests.console.test_accessible import CONTRAST, FIND_FAULTS, TOO_WIDE
from tests.console.test_page import ask, open_page
from tests.servers.ollama import say
from voice_gateway.console.corrections import corrections_file
from voice_gateway.console.history import History
from voice_gateway.measuring.tasks import read_home_tasks
from voice_gateway.settings import data_dir

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def chat(rig: Rig, text: str, conversation: str = "ours") -> dict[str, Any]:
    said = await rig.http.post("/api/chat", json={"text": text, "conversation": conversation})
    told: dict[str, Any] = said.raise_for_status().json()
    return told


async def test_a_reload_shows_what_was_said_and_goes_on_with_it(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        await open_page(page, rig)
        await expect(page.locator("#text")).to_be_focused()
        await ask(page, "turn on the kitchen light")
        await page.reload()
        await expect(page.locator(".turn .said")).to_contain_text("turn on the kitchen light")
        await expect(page.locator(".words")).to_have_text("Kitchen light is now on.")
        await page.locator(".trace summary").click()
        await expect(page.locator(".timeline li").first).to_be_visible()
        await ask(page, "and the bedroom light")
        await expect(page.locator(".words").last).to_have_text("Bedroom light is now on.")


async def test_a_restart_keeps_what_was_meant() -> None:
    async with open_rig(fast_path=True) as rig:
        assert (await chat(rig, "turn on the kitchen light"))["turn"] == 1
    async with open_rig(fast_path=True) as rig:
        assert (await chat(rig, "and the bedroom light"))["text"] == "Bedroom light is now on."


async def test_a_link_to_how_it_came_about_survives_a_restart(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        kept = (await chat(rig, "turn on the kitchen light"))["trace"]
        await chat(rig, "turn on the reading lamp", "theirs")
        alone = (await rig.http.post("/api/ask", json={"text": "turn on the coffee machine"})).json()["trace"]
    async with open_rig(fast_path=True) as rig:
        assert (await rig.http.get(f"/api/traces/{kept['id']}")).json() == kept
        assert (await rig.http.get(f"/api/traces/{kept['id']}?form=otlp")).json()["resourceSpans"]
        await page.goto(f"{rig.url}/#traces/{kept['id']}")
        await expect(page.locator("#traces-list .row[open]")).to_contain_text("turn on the kitchen light")
        await expect(page.locator("#traces-list .row[open] .timeline li").last).to_be_visible()
        await expect(page.locator("#traces-list .row")).to_have_count(2)
        # What was asked without a conversation is said to be gone.
        await page.goto(f"{rig.url}/#traces/{alone['id']}")
        await expect(page.locator("#traces-list").get_by_role("alert")).to_contain_text(
            "This turn is not kept any more."
        )
        await rig.http.delete("/api/chat/ours")
        assert (await rig.http.get(f"/api/traces/{kept['id']}")).status_code == 404
        assert [one["text"] for one in (await rig.http.get("/api/traces")).json()["traces"]] == [
            "turn on the reading lamp"
        ]


async def test_nothing_is_kept_where_nobody_wants_it() -> None:
    async with open_rig(fast_path=True, console__history=False) as rig:
        await chat(rig, "turn on the kitchen light")
        assert len((await rig.http.get("/api/conversations")).json()["conversations"]) == 1
    assert not (data_dir() / "conversations.sqlite3").exists()


async def test_one_question_alone_is_no_conversation() -> None:
    async with open_rig(fast_path=True) as rig:
        await rig.http.post("/api/ask", json={"text": "turn on the kitchen light"})
        assert (await rig.http.get("/api/conversations")).json() == {"conversations": []}


async def test_conversations_are_found_opened_named_exported_and_deleted(page: Page, tmp_path: Path) -> None:
    async with open_rig(fast_path=True) as rig:
        await chat(rig, "turn on the kitchen light", "first")
        await chat(rig, "is the front door locked?", "second")
        await open_page(page, rig)
        await page.get_by_role("button", name="Conversations").click()
        rows = page.locator("#history-list .row")
        await expect(rows).to_have_count(2)
        await page.get_by_label("Search in what was said").fill("DOOR")
        await expect(rows).to_have_count(1)
        await page.get_by_role("button", name="Rename").click()
        await page.get_by_label("Its name").fill("The door")
        await page.get_by_role("button", name="Save", exact=True).click()
        await expect(rows).to_contain_text("The door")
        async with page.expect_download() as coming:
            await page.get_by_role("button", name="Export “The door”").click()
        await (await coming.value).save_as(tmp_path / "door.json")
        whole = json.loads((tmp_path / "door.json").read_text())
        assert (whole["name"], whole["turns"][0]["answer"]) == ("The door", "Front door is locked.")
        await rows.locator(".name").click()
        await expect(page.locator(".words")).to_have_text("Front door is locked.")
        await page.get_by_role("button", name="Conversations").click()
        await page.get_by_role("button", name="Delete “The door”").click()
        await expect(rows).to_have_count(1)
        await expect(page.locator(".turn")).to_have_count(0)
        assert (await rig.http.get("/api/conversations/second")).status_code == 404


async def test_an_answer_is_tried_again_edited_and_recalled(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        await open_page(page, rig)
        await ask(page, "turn on the kitchen light")
        await page.get_by_role("button", name="Try again").click()
        await expect(page.locator(".turn")).to_have_count(2)
        await expect(page.locator(".answer").last).to_have_attribute("aria-busy", "false")
        await page.get_by_role("button", name="Edit and say again").last.click()
        await expect(page.locator("#text")).to_have_value("turn on the kitchen light")
        await ask(page, "turn off the kitchen light")
        field = page.locator("#text")
        await field.press("ArrowUp")
        await expect(field).to_have_value("turn off the kitchen light")
        await field.press("ArrowUp")
        await expect(field).to_have_value("turn on the kitchen light")
        await field.press("ArrowDown")
        await field.press("ArrowDown")
        await expect(field).to_have_value("")


async def test_an_answer_is_copied(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        await open_page(page, rig)
        await ask(page, "turn on the kitchen light")
        await page.get_by_role("button", name="Copy the answer").click()
        await expect(page.locator(".notice")).to_have_text("Copied.")
        assert await page.evaluate("navigator.clipboard.readText()") == "Kitchen light is now on."


async def test_a_wrong_answer_becomes_a_test_for_eval_home(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        await open_page(page, rig)
        await ask(page, "turn on the kitchen light")
        for place, wanted in enumerate(("nothing", "the lamp in the hall")):
            await page.get_by_role("button", name="That was wrong").click()
            await page.get_by_label("What should have happened?").fill(wanted)
            await page.get_by_role("button", name="Save", exact=True).click()
            await expect(page.locator(".notice").nth(place)).to_contain_text("It is now a test in")
        await expect(page.get_by_role("button", name="That was wrong")).to_have_attribute(
            "aria-pressed", "true"
        )
        read = read_home_tasks(corrections_file())
        assert len(read.plan.devices) == 15
        judged, later = read.tasks
        assert judged.say == ("turn on the kitchen light",)
        assert not judged.skip
        assert later.skip == "write what must be so after it: the lamp in the hall"
        await page.reload()
        await expect(page.get_by_role("button", name="That was wrong")).to_have_attribute(
            "aria-pressed", "true"
        )
        await page.get_by_role("button", name="That was right").click()
        await expect(page.get_by_role("button", name="That was right")).to_have_attribute(
            "aria-pressed", "true"
        )
    assert len(tomllib.loads(corrections_file().read_text())["test"]) == 2


async def test_the_oldest_are_forgotten_and_signs_are_only_signs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("voice_gateway.console.history.MOST_TURNS", 3)
    history = History(tmp_path / "kept.sqlite3")
    for number in range(5):
        history.add("one", f"{number}0 % of _ it!", "yes", "answered", {"events": []})
    _, turns = history.read("one") or ("", [])
    assert [turn.sentence[0] for turn in turns] == ["2", "3", "4"]
    assert len(history.search("40 % of _ it!", 10)) == 1
    assert not history.search("40 x of", 10)
    assert not history.rate(99, True, "")
    history.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_everyone_can_read_and_use_them(page: Page, scheme: Any) -> None:
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    async with open_rig([say("Otters swim.")], fast_path=True) as rig:
        await chat(rig, "a" * 300, "long")
        await open_page(page, rig)
        await ask(page, "turn on the kitchen light")
        await page.get_by_role("button", name="That was wrong").click()
        for width in (390, 768, 1280):
            await page.set_viewport_size({"width": width, "height": 800})
            for find in (FIND_FAULTS, CONTRAST, TOO_WIDE):
                assert await page.evaluate(find) == [], width
            await page.get_by_role("button", name="Conversations").click()
            await expect(page.locator("#history-list .row")).to_have_count(2)
            for find in (FIND_FAULTS, CONTRAST, TOO_WIDE):
                assert await page.evaluate(find) == [], width
            await page.get_by_role("button", name="Close").click()
