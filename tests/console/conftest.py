"""One browser for all tests of the page."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright

from tests.programs import needs

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = needs("chromium")
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        await started.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def desk(browser: Browser) -> AsyncIterator[BrowserContext]:
    """Where the pages are opened: one of its own for each would cost three times as much."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    await context.new_page()  # which stays, and with it the process that shows them
    yield context
    await context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(desk: BrowserContext) -> AsyncIterator[Page]:
    """A fresh page that has nothing to complain about, asks no other host, and leaves nothing."""
    complaints: list[str] = []
    opened = await desk.new_page()

    def complain(message: ConsoleMessage) -> None:
        # A refusal that the page knows how to handle is still shown as an error by the browser.
        if message.type == "error" and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    opened.on("console", complain)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("request", lambda request: _at_home(request.url, complaints))
    yield opened
    await _leave(desk)
    assert not complaints


async def _leave(desk: BrowserContext) -> None:
    """Close the pages, and forget what they have kept."""
    stays, *opened = desk.pages
    forgetting = await desk.new_cdp_session(stays)
    for page in opened:
        kept = {"origin": await page.evaluate("origin"), "storageTypes": "all"}
        await page.close()
        await forgetting.send("Storage.clearDataForOrigin", kept)
    await forgetting.detach()
    await desk.clear_cookies()
    await desk.clear_permissions()


def _at_home(url: str, complaints: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "data:", "blob:")):
        complaints.append(f"asked another host: {url}")
