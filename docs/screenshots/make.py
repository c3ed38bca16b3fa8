"""Takes the screenshots of the documentation from the real page: `python docs/screenshots/make.py`.

The page, the gateway, the home and the built-in model are what a new user has after `make run`; the figures
of the reliability view are an example.
"""

import asyncio
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from playwright.async_api import Browser, Page, async_playwright  # noqa: E402
from tests.console.conftest import FLAGS  # noqa: E402
from tests.console.rig import Rig, open_rig  # noqa: E402

from voice_gateway.console.setup_api import SettingUp  # noqa: E402
from voice_gateway.conversation import Conversation  # noqa: E402
from voice_gateway.metrics import TurnRow  # noqa: E402
from voice_gateway.outcome import TurnOutcome  # noqa: E402
from voice_gateway.wishes import read_wish  # noqa: E402

TALK = ("Turn on the reading lamp", "Set the bedroom to 21 degrees", "Unlock the front door")
PLANS = (
    "timer 9m pasta", "in 10m: off kitchen light", "remind 20:00 take the bins out", "alarm weekdays 06:45",
    "weekdays 07:00: open living room blinds", "when front door unlocked: on hallway lamp",
    "list shopping add milk, eggs, bread",
)  # fmt: skip
DAY = 86_400
USUAL = (
    (TurnOutcome.DONE, TurnOutcome.ANSWERED, TurnOutcome.ASKED_BACK, TurnOutcome.DECLINED),
    (60, 34, 4, 2),
)
"""What comes of most turns, and how often."""


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "config.toml").touch()
        for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
            os.environ[variable] = folder
        async with (
            open_rig(
                provider="builtin", fast_path=True, setting_up=SettingUp(Path(folder) / "config.toml", print)
            ) as rig,
            async_playwright() as playwright,
        ):
            browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=FLAGS)
            await rig.gateway.warm()
            rig.console.warm = True
            fill(rig)
            for line in PLANS:
                await rig.gateway.turn(line, Conversation(), wish=read_wish(line))
            await desktop(browser, rig)
            await phone(browser, rig)
            await browser.close()


def fill(rig: Rig) -> None:
    """An example of a week: most is answered at once, some is recovered, a little fails."""
    chance = random.Random(7)
    assert rig.gateway.metrics.store
    for day in range(7):
        for _ in range(chance.randint(18, 42)):
            bad, lost = chance.random() < 0.12 - day * 0.01, chance.random() < 0.02
            rig.gateway.metrics.store.add(
                TurnRow(
                    time.time() - (6 - day) * DAY,
                    chance.choice(["qwen3:0.6b", "qwen3:0.6b", "smollm2:135m"]),
                    chance.choice(["device", "device", "datetime", "general", "search"]),
                    first=chance.random() < 0.5,
                    outcome=TurnOutcome.FAILED if lost else chance.choices(*USUAL)[0],
                    seconds=chance.lognormvariate(-0.7, 0.6) * (2 if bad else 1),
                    causes=[chance.choice(["silent", "silent", "loading", "unreadable"])] if bad else [],
                    retries=[not lost] if bad else [],
                    corrected=chance.random() < 0.02,
                )
            )


async def desktop(browser: Browser, rig: Rig) -> None:
    page = await opened(browser, rig, width=1360, height=850, scheme="light")
    for text in TALK:
        await page.fill("#text", text)
        await page.press("#text", "Enter")
        await page.wait_for_selector(f'.turn[aria-label="{text}"] .answer[aria-busy="false"]')
    await page.locator(".trace summary").first.click()
    await page.locator("#conversation").evaluate("box => { box.scrollTop = 0; }")
    await shoot(page, "talk")
    await page.click('nav a[href="#reliability"]')
    await page.wait_for_selector(".charts svg rect")
    await shoot(page, "reliability")
    await page.click('nav a[href="#tools"]')
    await page.wait_for_selector("#tools-list .row")
    await shoot(page, "tools")
    await page.click('nav a[href="#plans"]')
    await page.wait_for_selector(".plan")
    await shoot(page, "plans")
    await page.click('nav a[href="#settings"]')
    await page.wait_for_selector(".setting-group")
    await shoot(page, "settings")
    await page.goto(f"{rig.url}/#try/turn off the living room and remind me of the bins at eight")
    await page.wait_for_selector(".column")
    await shoot(page, "try")
    await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    await page.click('nav a[href="#talk"]')
    await shoot(page, "talk-dark")
    await page.click('nav a[href="#reliability"]')
    await page.wait_for_selector(".charts svg rect")
    await shoot(page, "reliability-dark")


async def phone(browser: Browser, rig: Rig) -> None:
    page = await opened(browser, rig, width=390, height=780, scheme="light")
    await shoot(page, "phone-talk")
    await page.click('nav a[href="#home"]')
    await shoot(page, "phone-home")
    await page.click(f'[data-device="{rig.device("Living Room Light")}"] .more')
    await page.wait_for_selector(".words-of")
    await shoot(page, "phone-device")
    await page.click("#device-close")
    await page.click('nav a[href="#plans"]')
    await page.wait_for_selector(".plan")
    await shoot(page, "phone-plans")
    await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    await page.click("#more-views")
    await page.click('nav a[href="#reliability"]')
    await page.wait_for_selector(".charts svg rect")
    await shoot(page, "phone-reliability-dark")


async def opened(browser: Browser, rig: Rig, *, width: int, height: int, scheme: Any) -> Page:
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=scheme,
        reduced_motion="reduce",
        device_scale_factor=1.5,
    )
    page = await context.new_page()
    await page.goto(rig.url)
    await page.wait_for_selector(".tile", state="attached")
    return page


async def shoot(page: Page, name: str) -> None:
    await page.wait_for_timeout(400)
    await page.screenshot(path=HERE / f"{name}.png")
    print(HERE / f"{name}.png")


if __name__ == "__main__":
    asyncio.run(main())
