"""Plans, lists, the journal and what is announced: over HTTP, live, and on the page."""

import asyncio
import json
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.console.rig import Rig, eventually, open_rig
from tests.console.test_page import ask, open_page
from tests.servers.ollama import hang
from voice_gateway.conversation import Conversation
from voice_gateway.keeping import Plan, State
from voice_gateway.planning import NobodyListens
from voice_gateway.wishes import read_wish

pytestmark = pytest.mark.asyncio(loop_scope="session")

FAR = 4_000_000_000.0


async def wish(rig: Rig, *lines: str, room: str = "") -> None:
    for line in lines:
        given = await rig.gateway.turn(line, Conversation(), wish=read_wish(line), room=room)
        assert given.success, given.text


async def next_event(lines: Any, name: str) -> Any:
    """The data of the next event of this name."""
    async for line in lines:
        if line == f"event: {name}":
            return json.loads((await anext(lines)).removeprefix("data: "))
    raise AssertionError(f"no {name}")


async def test_plans_and_timers_are_listed_the_next_one_first() -> None:
    async with open_rig() as rig:
        await wish(rig, "in 2h: off kitchen light", "timer 9m pasta", room="kitchen")
        await wish(rig, "when front door unlocked: on hallway lamp")
        timer, light, door = (await rig.http.get("/api/plans")).json()["plans"]
        assert (timer["kind"], timer["what"], timer["room"]) == ("timer", "the pasta timer", "kitchen")
        assert 0 < timer["seconds"] <= 540
        assert (light["what"], light["line"]) == (
            "turn off the kitchen light",
            f"off {rig.device('Kitchen Light')}",
        )
        assert (door["due"], door["seconds"]) == (None, None)
        assert door["time"] == "the next time the front door is unlocked"


async def test_a_plan_is_cancelled_by_its_number_and_only_while_it_waits() -> None:
    async with open_rig() as rig:
        await wish(rig, "timer 9m pasta")
        [plan] = (await rig.http.get("/api/plans")).json()["plans"]
        gone = (await rig.http.delete(f"/api/plans/{plan['id']}")).json()
        assert gone == {"id": plan["id"], "words": "the pasta timer"}
        assert (await rig.http.get("/api/plans")).json() == {"plans": []}
        for number in (plan["id"], 999, "x", "9" * 40, "-1", "²"):
            refused = await rig.http.delete(f"/api/plans/{number}")
            assert refused.status_code == 404, number
            assert "/api/plans" in refused.json()["fix"]


async def test_another_site_cancels_nothing() -> None:
    async with open_rig() as rig:
        await wish(rig, "timer 9m pasta")
        there = {"Origin": "https://elsewhere.example"}
        assert (await rig.http.delete("/api/plans/1", headers=there)).status_code == 403
        assert len((await rig.http.get("/api/plans")).json()["plans"]) == 1


async def test_lists_and_the_journal_are_told() -> None:
    async with open_rig() as rig:
        await wish(rig, "list shopping add milk, eggs", "on kitchen light", "level kitchen light 40")
        assert (await rig.http.get("/api/lists")).json() == {
            "lists": [{"name": "shopping", "items": ["milk", "eggs"]}]
        }
        last, first = (await rig.http.get("/api/journal")).json()["entries"]
        assert (first["line"], first["sentence"], first["plan"]) == (
            "on kitchen light",
            "on kitchen light",
            None,
        )
        [change] = first["changes"]
        assert (change["device"], change["before"]["on"], change["after"]["on"]) == (
            rig.device("Kitchen Light"), False, True,
        )  # fmt: skip
        [only] = (await rig.http.get("/api/journal", params={"limit": 1})).json()["entries"]
        assert only == last
        assert (await rig.http.get("/api/journal", params={"limit": 0})).status_code == 422


async def test_who_follows_is_told_what_is_kept_and_what_changes_by_whomever() -> None:
    async with open_rig() as rig, rig.http.stream("GET", "/api/events") as response:
        lines = response.aiter_lines()
        assert await next_event(lines, "kept") == {"lists": [], "plans": [], "routines": []}
        await wish(rig, "timer 9m pasta")
        assert [plan["what"] for plan in (await next_event(lines, "kept"))["plans"]] == ["the pasta timer"]
        assert rig.gateway.planning
        # As another program does it, of which nobody here is told.
        await rig.gateway.planning.desk.lists.add("shopping", ["milk"])
        assert (await next_event(lines, "kept"))["lists"] == [{"name": "shopping", "items": ["milk"]}]


async def test_what_is_announced_reaches_a_page_that_is_open_and_nobody_else() -> None:
    async with open_rig() as rig:
        with pytest.raises(NobodyListens):
            await rig.gateway.announcer.tell("Your timer is done.")
        async with rig.http.stream("GET", "/api/events") as response:
            lines = response.aiter_lines()
            await next_event(lines, "about")
            await rig.gateway.announcer.tell("Your timer is done.", "kitchen")
            told = await next_event(lines, "announced")
            assert (told["text"], told["room"]) == ("Your timer is done.", "kitchen")
        await eventually(lambda: not rig.console.live.listeners)
        with pytest.raises(NobodyListens):
            await rig.gateway.announcer.tell("Your timer is done.")


async def test_what_nobody_heard_is_told_to_the_page_that_is_opened_next() -> None:
    async with open_rig() as rig:
        assert rig.gateway.planning
        plans = rig.gateway.planning.desk.plans
        plan = await plans.add(Plan("", made=0, due=FAR, when="in 1m"))
        await rig.gateway.planning.quiet()
        await plans.edit(Plan("", made=0, due=1.0, fired=1.0, name="bins", id=plan.id))
        await rig.gateway.planning.quiet()
        kept = await plans.get(plan.id)
        assert kept
        assert kept.state is State.MISSED
        assert kept.tell
        async with rig.http.stream("GET", "/api/events") as response:
            told = await next_event(response.aiter_lines(), "announced")
            assert told["text"] == kept.tell
        await rig.gateway.planning.quiet()
        settled = await plans.get(plan.id)
        assert settled
        assert settled.tell == ""


async def test_the_page_shows_plans_and_lists_and_cancels_one(page: Page) -> None:
    async with open_rig() as rig:
        await wish(rig, "timer 9m pasta", "in 2h: off kitchen light", "list shopping add milk, eggs")
        await open_page(page, rig)
        await page.get_by_role("link", name="Plans").click()
        rows = page.locator(".plan")
        await expect(rows.locator(".label")).to_have_text(["Pasta timer", "Turn off the kitchen light"])
        await expect(rows.first.locator(".left")).to_contain_text(":")
        await expect(page.locator(".items li")).to_have_text(["milk", "eggs"])
        await page.get_by_role("button", name="Cancel: the pasta timer").click()
        await expect(rows.locator(".label")).to_have_text(["Turn off the kitchen light"])
        assert rig.gateway.planning
        assert len(await rig.gateway.planning.desk.plans.waiting()) == 1
        await wish(rig, "timer 3m eggs")
        await expect(rows.locator(".label")).to_have_text(["Eggs timer", "Turn off the kitchen light"])


async def test_the_time_that_is_left_goes_by_and_stands_still_while_paused(page: Page) -> None:
    await page.clock.install()
    async with open_rig() as rig:
        await wish(rig, "timer 20m pasta", "timer 30m eggs", "timer eggs pause")
        await open_page(page, rig)
        await page.goto(f"{rig.url}/#plans")
        runs = page.locator(".plan", has_text="Pasta").locator(".left")
        stands = page.locator(".plan", has_text="Eggs").locator(".left")
        before = await stands.text_content()
        await page.clock.fast_forward(600_000)
        await expect(runs).to_have_text(_between("9", "10"))
        assert await stands.text_content() == before


def _between(*minutes: str) -> Any:
    import re

    return re.compile(rf"^(?:{'|'.join(minutes)}):\d\d$")


async def test_the_page_keeps_what_is_announced_in_the_conversation(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        await rig.gateway.announcer.tell("Your <b>pasta</b> timer is done.", "kitchen")
        told = page.locator(".told")
        await expect(told.locator(".words")).to_have_text("Your <b>pasta</b> timer is done.")
        await expect(told).to_contain_text("Kitchen")
        await expect(page.locator("#announce")).to_have_text("Your <b>pasta</b> timer is done.")
        await page.get_by_role("link", name="Plans").click()
        await rig.gateway.announcer.tell("Reminder: the bins.")
        await expect(page.locator(".notice")).to_have_text("Reminder: the bins.")


async def test_an_announcement_stands_below_an_answer_that_was_still_coming(page: Page) -> None:
    async with open_rig([hang()]) as rig:
        await open_page(page, rig)
        await page.fill("#text", "tell me about otters")
        await page.press("#text", "Enter")
        await eventually(lambda: rig.ollama.chats)
        await rig.gateway.announcer.tell("Your timer is done.")
        await asyncio.sleep(0.3)
        await expect(page.locator(".told")).to_have_count(0)
        await page.keyboard.press("Escape")
        await expect(page.locator("#turns > *").last).to_contain_text("Your timer is done.")


async def test_the_page_plays_a_sound_once_the_person_has_touched_it(page: Page) -> None:
    await page.add_init_script(
        "window.tones = 0; const Old = OscillatorNode;"
        "window.OscillatorNode = class extends Old { start(at) { window.tones += 1; super.start(at); } };"
    )
    async with open_rig(fast_path=True) as rig:
        await open_page(page, rig)
        await rig.gateway.announcer.tell("One.")
        await expect(page.locator(".told")).to_have_count(1)
        assert await page.evaluate("window.tones") == 0
        await ask(page, "turn on the kitchen light")
        await rig.gateway.announcer.tell("Two.")
        await expect(page.locator(".told")).to_have_count(2)
        assert await page.evaluate("window.tones") == 3
