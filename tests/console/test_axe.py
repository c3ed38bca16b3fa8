"""No findings of axe in any view, on a phone, a tablet and a desk, light and dark; and room for a finger."""

from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.console.rig import Rig, open_rig
from tests.console.test_plans import wish
from tests.devices.homes import EVERY_KIND
from tests.servers.ollama import say
from voice_gateway.console.setup_api import SettingUp

pytestmark = pytest.mark.asyncio(loop_scope="session")

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RUN = """async (rules) => {
  const { violations } = await axe.run(document, {
    resultTypes: ["violations"], ...(rules ? { runOnly: { type: "rule", values: rules } } : {}),
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((one) => one.html.slice(0, 99)).join(" | ")}`);
}"""
COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules that the colours decide."""

SCHEMES: tuple[tuple[Literal["light", "dark"], list[str] | None], ...] = (("light", None), ("dark", COLOURS))

VIEWS = {
    "talk": ".turn",
    "home": ".tile",
    "plans": ".plan",
    "settings": "#settings-list form",
    "reliability": ".card",
    "traces": "#traces-list .row",
    "try": "#try-form select option",
    "tools": "#tools-list .row",
}

SMALL = """() => {
  const parts = (node) => [node, node.labels?.[0], node.matches(".flip") && node.closest(".tile")];
  const one = (node) => node.getBoundingClientRect().height;
  const high = (node) => Math.max(...parts(node).filter(Boolean).map(one));
  return [...document.querySelectorAll("button, a[href], summary, select, input:not([type=radio])")]
    .filter((node) => node.checkVisibility() && !node.closest(".skip, .hidden, p") && !node.disabled)
    .filter((node) => high(node) < 43.5)
    .map((node) => `${high(node)} ${node.tagName}.${node.className} ${node.textContent.slice(0, 20)}`);
}"""

OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll("button, a[href], select, input, summary")]
    .filter((node) => node.checkVisibility() && !node.closest("nav, header"))
    .filter((node) => !node.matches(".flip, .choice input"))
    .map((node) => [node, node.getBoundingClientRect()]).filter(([, box]) => box.width > 1 && box.height > 1);
  const name = (node) => `${node.tagName}.${node.className} ${node.textContent.slice(0, 20)}`;
  const found = [];
  boxes.forEach(([a, x], index) => boxes.slice(index + 1).forEach(([b, y]) => {
    if (a.contains(b) || b.contains(a)) return;
    const wide = Math.min(x.right, y.right) - Math.max(x.left, y.left);
    const high = Math.min(x.bottom, y.bottom) - Math.max(x.top, y.top);
    if (wide > 2 && high > 2) found.push(`${name(a)} / ${name(b)}`);
  }));
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [...found, `too wide: ${scrollWidth}`] : found;
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def rig(own_place: Path) -> AsyncIterator[Rig]:
    setting_up = SettingUp(own_place / "config.toml", lambda: None, seconds=0.1)
    async with open_rig([say("Hello.")] * 9, setting_up=setting_up, home__file=EVERY_KIND) as opened:
        await wish(opened, "timer 9m pasta", "in 2h: off tv", "routine good night: off tv", "on tv")
        await opened.http.post("/api/lists/shopping", json={"add": ["milk"]})
        yield opened


async def show(page: Page, rig: Rig, view: str) -> None:
    await page.goto(f"{rig.url}/#{view}")
    await expect(page.locator(VIEWS[view]).first).to_be_attached()


async def begin(page: Page, rig: Rig) -> None:
    await page.goto(rig.url)
    await page.wait_for_selector(".tile", state="attached")
    await page.fill("#text", "tell me about otters")
    await page.press("#text", "Enter")
    await expect(page.locator(".answer")).to_have_attribute("aria-busy", "false")


@pytest.mark.parametrize("width", [390, 768, 1280])
@pytest.mark.parametrize(("scheme", "rules"), SCHEMES)
async def test_axe_finds_nothing_light_or_dark(
    page: Page, rig: Rig, width: int, scheme: Literal["light", "dark"], rules: list[str] | None
) -> None:
    await page.set_viewport_size({"width": width, "height": 800})
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    await begin(page, rig)
    await page.evaluate(AXE)
    found: list[tuple[str, str]] = []
    for view in (*VIEWS, "device"):
        await show(page, rig, "home" if view == "device" else view)
        if view == "device":
            await page.locator(".more").first.click()
            await expect(page.locator(".words-of")).to_be_visible()
        found += [(view, one) for one in await page.evaluate(RUN, rules)]
    assert found == []


@pytest.mark.parametrize(("width", "height"), [(320, 700), (390, 844), (844, 390)])
async def test_a_phone_has_room_for_every_finger_and_nothing_overlaps(
    browser: Browser, rig: Rig, width: int, height: int
) -> None:
    context = await browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = await context.new_page()
    await begin(page, rig)
    found: list[tuple[str, str]] = []
    for view in VIEWS:
        await show(page, rig, view)
        for what in (SMALL, OVERLAPS):
            found += [(view, one) for one in await page.evaluate(what)]
    assert found == []
    await context.close()
