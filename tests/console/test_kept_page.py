"""Plans, lists and routines on the page: seen, added, changed, paused and deleted."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.console.rig import Rig, eventually, open_rig

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def rig(own_place: Path) -> AsyncIterator[Rig]:
    assert own_place
    async with open_rig() as opened:
        yield opened


async def open_plans(page: Page, rig: Rig) -> None:
    await page.goto(f"{rig.url}/#plans")
    await expect(page.get_by_role("region", name="Lists")).to_be_visible()


async def test_a_timer_is_added_paused_and_goes_on(page: Page, rig: Rig) -> None:
    await open_plans(page, rig)
    await page.get_by_label("Minutes").fill("9")
    await page.get_by_label("For what").fill("pasta")
    await page.get_by_role("button", name="Add", exact=True).first.click()
    timer = page.locator(".plan").filter(has_text="Pasta timer")
    await expect(timer.locator(".left")).to_have_text("8:58")
    await timer.get_by_role("button", name="Pause").click()
    await expect(timer.locator(".still")).to_be_visible()
    await timer.get_by_role("button", name="Go on").click()
    await expect(timer.locator(".still")).to_be_hidden()
    await timer.get_by_role("button", name="+1 min").click()
    await expect(timer.locator(".left")).to_contain_text("9:")
    await timer.get_by_role("button", name="Cancel").click()
    await expect(timer).to_have_count(0)


async def test_a_plan_is_written_as_a_line_that_is_explained_and_changed(page: Page, rig: Rig) -> None:
    await open_plans(page, rig)
    await page.locator("#plans-add").get_by_text("Plan", exact=True).click()
    field = page.get_by_label("When, and what")
    await field.fill("daily 07:00: open living room bli")
    await expect(page.locator("#plans-add option").first).to_have_attribute(
        "value", "daily 07:00: open living room blinds"
    )
    await field.fill("daily 07:00: open living room blinds")
    await expect(page.locator("#plans-add .meaning")).to_have_text(
        "Open the living room blinds every day at 7:00 AM."
    )
    await page.get_by_role("button", name="Add", exact=True).first.click()
    plan = page.locator(".plan").filter(has_text="Open the living room blinds")
    await expect(plan).to_contain_text("every day at 7:00 AM")
    await plan.get_by_role("button", name="Change").click()
    editor = page.get_by_role("dialog")
    await expect(editor.get_by_label("When, and what")).to_have_value("daily 07:00: open living room blinds")
    await editor.get_by_label("When, and what").fill("daily 08:30: open living room blinds")
    await editor.get_by_role("button", name="Save").click()
    await expect(plan.filter(has_text="8:30 AM")).to_be_visible()
    await expect(plan).to_have_count(1)  # the one before it is cancelled then
    # A time of day that was paused comes when it comes.
    await plan.get_by_role("button", name="Pause").click()
    await expect(plan).to_contain_text("paused")
    await plan.get_by_role("button", name="Go on").click()
    await expect(plan).to_contain_text("every day at 8:30 AM")


async def test_a_plan_that_opens_a_door_is_agreed_to_first(page: Page, rig: Rig) -> None:
    await open_plans(page, rig)
    await page.locator("#plans-add").get_by_text("Plan", exact=True).click()
    await page.get_by_label("When, and what").fill("in 5h: unlock front door")
    await page.get_by_role("button", name="Add", exact=True).first.click()
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_contain_text("Unlock the front door in 5 hours?")
    await dialog.get_by_role("button", name="Unlock").click()
    await expect(page.locator(".plan").filter(has_text="Unlock the front door")).to_be_visible()


async def test_two_tabs_see_the_same_list(page: Page, rig: Rig) -> None:
    await open_plans(page, rig)
    other = await page.context.new_page()
    await open_plans(other, rig)
    await page.get_by_label("The name of a new list").fill("shopping")
    await page.get_by_role("button", name="Make it").click()
    await page.get_by_label("Add to shopping").fill("milk, eggs")
    await page.get_by_label("Add to shopping").press("Enter")
    await expect(other.locator(".items")).to_contain_text("eggs")
    await other.get_by_role("button", name="Take milk off shopping").click()
    await expect(page.locator(".items li")).to_have_text(["eggs"])
    await page.get_by_role("button", name="Delete the list shopping").click()
    await expect(other.locator(".items")).to_have_count(0)


async def test_a_routine_is_written_line_by_line_run_and_deleted(page: Page, rig: Rig) -> None:
    await open_plans(page, rig)
    await page.get_by_role("button", name="New routine").click()
    editor = page.get_by_role("dialog")
    await editor.get_by_label("What you say").fill("good night")
    await editor.get_by_label("Line 1").fill("on reading lamp")
    await editor.get_by_label("Line 1").press("Enter")
    await editor.get_by_label("Line 2").fill("off unicorn")
    await editor.get_by_role("button", name="Save").click()
    await expect(editor.locator(".problem").last).to_contain_text("Line 2")
    await editor.get_by_label("Line 2").fill("off hallway lamp")
    await expect(editor.locator(".meaning").last).to_have_text("Turn off the hallway lamp.")
    await editor.get_by_role("button", name="Save").click()
    routine = page.locator("#routines-list .row").filter(has_text="Good night")
    await routine.locator("summary").click()
    await expect(routine).to_contain_text("Turn on the reading lamp, then turn off the hallway lamp.")
    await routine.get_by_role("button", name="Run").click()
    await eventually(lambda: rig.home.registry[rig.device("Reading Lamp")].state.on)
    await expect(page.locator("#happened li").first).to_contain_text("because of")
    await routine.get_by_role("button", name="Delete").click()
    await expect(routine).to_have_count(0)


async def plans_at(rig: Rig, clock: str) -> list[dict[str, Any]]:
    plans = (await rig.http.get("/api/plans")).json()["plans"]
    return [plan | {"seconds": 0} for plan in plans if clock in plan["when"]]


async def test_a_change_that_is_refused_leaves_the_plan_as_it_was(page: Page, rig: Rig) -> None:
    await rig.http.post("/api/wishes", json={"line": "daily 06:15: open living room blinds"})
    await open_plans(page, rig)
    plan = page.locator(".plan").filter(has_text="6:15 AM")
    [before] = await plans_at(rig, "06:15")
    await plan.get_by_role("button", name="Change").click()
    editor = page.get_by_role("dialog")
    field = editor.get_by_label("When, and what")
    # No plan, nothing that there is, and nothing that could be read: none of it is done, and nothing is lost.
    for refused in ("on hallway lamp", "daily 06:20: on unicorn", "some day perhaps"):
        await field.fill(refused)
        await editor.get_by_role("button", name="Save").click()
        await expect(editor.get_by_role("alert")).to_contain_text("The plan is as it was.")
    await expect(editor).to_be_visible()
    assert await plans_at(rig, "06:15") == [before]
    await field.fill("daily 06:25: unlock front door")
    await editor.get_by_role("button", name="Save").click()
    asked = page.locator("#confirm")
    await expect(asked).to_contain_text("Unlock the front door every day at 6:25 AM?")
    await asked.get_by_role("button", name="Leave it").click()
    assert await plans_at(rig, "06:15") == [before]
    await editor.get_by_role("button", name="Save").click()
    await asked.get_by_role("button", name="Unlock").click()
    await expect(page.locator(".plan").filter(has_text="6:25 AM")).to_be_visible()
    [after] = await plans_at(rig, "06:25")
    assert after["id"] == before["id"]


async def test_what_waits_for_something_to_happen_can_be_paused(page: Page, rig: Rig) -> None:
    await rig.http.post("/api/wishes", json={"line": "whenever front door unlocked: on hallway lamp"})
    await open_plans(page, rig)
    plan = page.locator(".plan").filter(has_text="Turn on the hallway lamp")
    await plan.get_by_role("button", name="Pause").click()
    await expect(plan).to_contain_text("paused")
    assert rig.gateway.planning
    lamp, door = rig.device("Hallway Lamp"), rig.device("Front Door")

    async def door_is(locked: bool) -> None:
        assert rig.gateway.planning
        rig.home.set_state(door, replace(rig.home.registry.found[door].state, locked=locked))
        await rig.gateway.planning.quiet()

    rig.home.set_state(lamp, replace(rig.home.registry.found[lamp].state, on=False))
    await door_is(True)
    await door_is(False)
    assert not rig.home.registry[lamp].state.on
    await plan.get_by_role("button", name="Go on").click()
    await expect(plan.get_by_role("button", name="Pause")).to_be_visible()
    await door_is(True)
    await door_is(False)
    await eventually(lambda: rig.home.registry[lamp].state.on)
    await plan.get_by_role("button", name="Cancel").click()
