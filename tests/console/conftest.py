"""One browser for all tests of the page."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright

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


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A fresh page that has nothing to complain about and asks no other host for anything."""
    complaints: list[str] = []
    context = await browser.new_context(viewport={"width": 1280, "height": 800})
    opened = await context.new_page()

    def complain(message: ConsoleMessage) -> None:
        # A refusal that the page knows how to handle is still shown as an error by the browser.
        if message.type == "error" and "Failed to load resource" not in message.text:
            complaints.append(message.text)

    opened.on("console", complain)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("request", lambda request: _at_home(request.url, complaints))
    yield opened
    await context.close()
    assert not complaints


def _at_home(url: str, complaints: list[str]) -> None:
    if not url.startswith(("http://127.0.0.1:", "data:", "blob:")):
        complaints.append(f"asked another host: {url}")
