"""The page for everyone: keyboard, screen reader, narrow screens, both colour schemes."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.console.rig import Rig, open_rig
from tests.console.test_page import ask, open_page
from tests.console.test_plans import wish
from tests.servers.ollama import say

pytestmark = pytest.mark.asyncio(loop_scope="session")

VIEWS = ("talk", "home", "plans", "reliability", "tools")

SHOWS = {
    "talk": ".told",
    "home": ".tile",
    "plans": ".plan",
    "reliability": ".card",
    "tools": "#tools-list .row",
}

FIND_FAULTS = """() => {
  const faults = [];
  const shown = (node) => node.checkVisibility();
  const name = (node) => (node.getAttribute("aria-label") || node.textContent || node.title || "").trim();
  for (const node of document.querySelectorAll("button, a[href], summary, [role=switch]"))
    if (shown(node) && !name(node)) faults.push("no name: " + node.outerHTML.slice(0, 80));
  for (const node of document.querySelectorAll("input, textarea, select"))
    if (shown(node) && !node.labels.length && !node.getAttribute("aria-label"))
      faults.push("no label: " + node.outerHTML.slice(0, 80));
  for (const node of document.querySelectorAll("img")) if (!node.hasAttribute("alt")) faults.push("no alt");
  const ids = [...document.querySelectorAll("[id]")].map((node) => node.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) faults.push("twice: " + id);
  for (const node of document.querySelectorAll("[aria-labelledby]"))
    if (!document.getElementById(node.getAttribute("aria-labelledby"))) faults.push("labelled by nothing");
  for (const tag of ["header", "nav", "main"])
    if (document.querySelectorAll(tag).length !== 1) faults.push("landmark: " + tag);
  if (!document.documentElement.lang) faults.push("no language");
  for (const node of document.querySelectorAll("[role=switch]"))
    if (!["true", "false"].includes(node.getAttribute("aria-checked"))) faults.push("switch without a state");
  for (const node of document.querySelectorAll("[tabindex]"))
    if (Number(node.getAttribute("tabindex")) > 0) faults.push("tab order");
  return faults;
}"""

CONTRAST = """() => {
  const parse = (colour) => {
    const canvas = document.createElement("canvas").getContext("2d");
    canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  };
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * x + .7152 * y + .0722 * z;
  };
  const ground = (node) => {
    for (; node; node = node.parentElement) {
      const colour = getComputedStyle(node).backgroundColor;
      if (parse(colour)[3] === 255) return parse(colour);
    }
    return [255, 255, 255];
  };
  const weak = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    const text = walker.currentNode.textContent.trim();
    if (!text || !node.checkVisibility() || node.closest(".hidden, .dead, svg, [hidden]")) continue;
    const [a, b] = [light(parse(getComputedStyle(node).color)), light(ground(node))].sort((x, y) => y - x);
    const ratio = (a + .05) / (b + .05);
    if (ratio < 4.5) weak.push(`${ratio.toFixed(2)} ${node.className} ${text.slice(0, 30)}`);
  }
  return weak;
}"""


TOO_WIDE = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("body *")]
    .filter((node) => node.checkVisibility() && node.getBoundingClientRect().right > innerWidth + 1)
    .map((node) => node.tagName + "." + node.className)"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_view_is_named_labelled_and_readable(page: Page, scheme: Any) -> None:
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    async with open_rig([say("Hello.")]) as rig:
        await open_page(page, rig)
        await ask(page, "tell me about otters")
        await page.locator(".trace summary").click()
        await wish(rig, "timer 9m pasta", "timer 9m eggs", "timer eggs pause", "list shopping add milk")
        await rig.gateway.announcer.tell("Your timer is done.", "kitchen")
        for view in VIEWS:
            await page.goto(f"{rig.url}/#{view}")
            await page.wait_for_selector(SHOWS[view])
            assert await page.evaluate(FIND_FAULTS) == []
            assert await page.evaluate(CONTRAST) == []


async def test_no_width_needs_scrolling_sideways(page: Page) -> None:
    long = "a" * 300
    async with open_rig([say(f"{long} {long}")]) as rig:
        await open_page(page, rig)
        await ask(page, f"what is {long}")
        await page.locator(".trace summary").click()
        await wish(rig, f"timer 9m {long}", "in 2h: off kitchen light", f"list {long} add {long}")
        await rig.gateway.announcer.tell(long)
        for view in VIEWS:
            await page.goto(f"{rig.url}/#{view}")
            for width in (360, 768, 1024, 1920):
                await page.set_viewport_size({"width": width, "height": 720})
                await expect(page.locator(f"#{view}")).to_be_visible()
                assert await page.evaluate(TOO_WIDE) == [], (view, width)


OVERLAPS = """() => {
  const parts = [".brand", ".model", "#theme"].map((name) => document.querySelector(name));
  const boxes = parts.map((part) => part.getBoundingClientRect());
  return boxes.slice(1).some((box, at) => box.width && box.left < boxes[at].right);
}"""


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
async def test_the_page_itself_never_scrolls_and_its_bar_does_not_overlap(page: Page, width: int) -> None:
    """Only what is inside a view scrolls: who goes to another view still sees the bar."""
    await page.set_viewport_size({"width": width, "height": 640})
    async with open_rig([say("Hello. " * 60)] * 3) as rig:
        await open_page_at(page, rig, width)
        for sentence in ("tell me about otters", "and about seals", "and about whales"):
            await ask(page, sentence)
        await page.evaluate(
            "document.querySelector('.model span:last-child').textContent = 'a-longish-model:135m'"
        )
        for view in ("plans", "talk", "home", "talk"):
            await page.evaluate("view => { location.hash = view; }", view)
            await expect(page.locator(f"#{view}")).to_be_visible()
            assert await page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight"), view
            await expect(page.locator(".brand")).to_be_in_viewport(ratio=1)
            assert not await page.evaluate(OVERLAPS), view


async def open_page_at(page: Page, rig: Rig, width: int) -> None:
    """On a narrow screen, the home is there and not in sight."""
    await page.goto(rig.url)
    await page.wait_for_selector(".tile", state="visible" if width > 860 else "attached")


async def test_everything_can_be_reached_by_keyboard(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        # The field has the focus from the beginning; the first of all is found by going back.
        await expect(page.get_by_label("What to say")).to_be_focused()
        skip = page.get_by_role("link", name="Skip to content")
        for _ in range(30):
            await page.keyboard.press("Shift+Tab")
            if await skip.evaluate("node => node === document.activeElement"):
                break
        await expect(skip).to_be_focused()
        await page.get_by_role("link", name="Reliability").focus()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", name="Reliability")).to_be_visible()
        await expect(page.get_by_role("link", name="Reliability")).to_have_attribute("aria-current", "page")
        await page.goto(f"{rig.url}/#talk")
        await page.locator("body").press("/")
        await expect(page.get_by_label("What to say")).to_be_focused()


async def test_an_answer_is_announced_once_and_whole(page: Page) -> None:
    async with open_rig([say("The answer comes in several pieces.")]) as rig:
        await open_page(page, rig)
        await ask(page, "tell me about otters")
        await expect(page.locator("#announce")).to_have_text("The answer comes in several pieces.")


async def test_the_colours_can_be_chosen_and_stay(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        button = page.locator("#theme")
        await button.click()
        await button.click()
        await expect(button).to_have_attribute("aria-label", "Colours: dark")
        await page.reload()
        await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
