"""The reliability and tools views in a real browser: the charts have the right figures."""

import time

import pytest
from playwright.async_api import Page, expect

from tests.console.rig import open_rig
from tests.console.test_page import ask, open_page
from tests.servers.ollama import say
from voice_gateway.metrics import TurnRow
from voice_gateway.outcome import TurnOutcome
from voice_gateway.settings import data_dir

pytestmark = pytest.mark.asyncio(loop_scope="session")

DAY = 86_400


def rows() -> list[TurnRow]:
    """Ten turns today, of which one failed, one was asked back and two were recovered, one more that was
    stopped, and four turns two days ago, in one of which a false claim was not said."""
    ended = [TurnOutcome.DONE] * 4 + [TurnOutcome.FAILED, TurnOutcome.ASKED_BACK] + [TurnOutcome.ANSWERED] * 2
    answered = TurnOutcome.ANSWERED
    today = [
        TurnRow(
            time.time(),
            "qwen3:0.6b",
            "device",
            first=index < 5,
            outcome=outcome,
            seconds=0.1 * (index + 1),
        )
        for index, outcome in enumerate(ended)
    ]
    recovered = [
        TurnRow(time.time(), "other", "search", False, answered, 2.0, causes=["silent"], retries=[True])
        for _ in range(2)
    ]
    before = [
        TurnRow(time.time() - 2 * DAY, "qwen3:0.6b", "device", True, answered, 0.5, corrected=index == 0)
        for index in range(4)
    ]
    stopped = [TurnRow(time.time(), "other", "general", True, TurnOutcome.CUT_OFF, 90.0)]
    return [*before, *today, *recovered, *stopped]


async def test_the_charts_have_the_right_figures(page: Page) -> None:
    async with open_rig() as rig:
        assert rig.gateway.metrics.store
        assert data_dir().exists()
        for row in rows():
            rig.gateway.metrics.store.add(row)
        await page.goto(f"{rig.url}/#reliability")
        card = page.locator
        await expect(card('[data-figure="First query answered"] .figure')).to_have_text("88.9%")
        answered = card('[data-figure="Done or answered"] .note')
        await expect(answered).to_have_text("12 of 14 turns, 1 stopped by you")
        await expect(card('[data-figure="False claims stopped"] .figure')).to_have_text("1")
        await expect(card('[data-figure="Recovered"] .figure')).to_have_text("2")
        days = page.get_by_role("table", name="Turns per day").get_by_role("row")
        await expect(days.last.get_by_role("cell")).to_have_text(["6", "2", "1", "1"])
        await expect(days.nth(5).get_by_role("cell")).to_have_text(["4", "0", "0", "0"])
        drawn = page.locator("figure", has_text="Turns per day").locator("svg rect")
        assert [await bar.get_attribute("data-value") for bar in await drawn.all()] == [
            "4",
            "6",
            "2",
            "1",
            "1",
        ]
        outcomes = page.get_by_role("table", name="What came of it").get_by_role("row")
        await expect(outcomes).to_have_text(
            ["OutcomeTurns", "Done4", "Answered8", "Asked you first1", "Did not work1", "Stopped by you1"]
        )
        causes = page.get_by_role("table", name="Why replies could not be used")
        await expect(causes.get_by_role("cell")).to_have_text(["2"])
        rate = page.get_by_role("table", name="First query answered, per day").get_by_role("row")
        await expect(rate.last.get_by_role("cell")).to_have_text(["80 %"])
        times = page.get_by_role("table", name="Time to answer").get_by_role("cell")
        await expect(times).to_have_text(["500 ms", "2.0 s", "2.0 s", "2.0 s"])
        model = page.locator(".grid-table").get_by_role("row", name="other")
        await expect(model.get_by_role("cell").first).to_have_text("3")


async def test_a_shorter_period_counts_only_its_days(page: Page) -> None:
    async with open_rig() as rig:
        assert rig.gateway.metrics.store
        for row in rows():
            rig.gateway.metrics.store.add(row)
        await page.goto(f"{rig.url}/#reliability")
        await page.get_by_text("Today", exact=True).click()
        await expect(page.locator('[data-figure="Done or answered"] .note')).to_have_text(
            "8 of 10 turns, 1 stopped by you"
        )


async def test_figures_come_without_a_reload(page: Page) -> None:
    async with open_rig([say("Hello.")]) as rig:
        await page.goto(f"{rig.url}/#reliability")
        await expect(page.locator('[data-figure="Done or answered"] .figure')).to_have_text("–")
        await rig.http.post("/api/ask", json={"text": "tell me about otters"})
        await expect(page.locator('[data-figure="Done or answered"] .note')).to_have_text("1 of 1 turn")
        latest = page.locator(".latest li")
        await expect(latest).to_contain_text("tell me about otters")
        await latest.locator("summary").click()
        await expect(latest.locator(".step.asked")).to_be_visible()


async def test_tools_and_servers_are_shown_with_their_health(page: Page) -> None:
    async with open_rig() as rig:
        await page.goto(f"{rig.url}/#tools")
        server = page.locator(".server", has_text="home")
        await expect(server).to_contain_text("ready")
        await expect(server).to_contain_text("6 tools")
        row = page.locator(".row", has=page.get_by_text("control_zwave_device", exact=True))
        await row.locator("summary").click()
        await expect(row).to_contain_text("Name of the device, room or group")


async def test_the_interfaces_are_described(page: Page) -> None:
    async with open_rig() as rig:
        await page.goto(f"{rig.url}/docs")
        row = page.locator(".row", has_text="/api/chat").first
        await row.locator("summary").click()
        await expect(row).to_contain_text("What is said to the assistant.")


async def test_the_live_line_comes_back_with_a_reloaded_page(page: Page) -> None:
    async with open_rig([say("One."), say("Two.")]) as rig:
        await open_page(page, rig)
        await ask(page, "tell me about otters")
        await page.reload()
        await page.wait_for_selector(".tile")
        await ask(page, "why do cats purr")
        # The conversation goes on where it was.
        assert rig.ollama.chats[-1]["messages"][-2]["content"] == "One."
