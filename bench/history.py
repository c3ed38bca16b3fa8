"""The page with five thousand turns behind it: how soon it is there, and something is found again."""

import asyncio
import statistics
import time

import httpx

from bench.elsewhere import data_elsewhere
from bench.figure import Figure
from bench.instant_server import instant_server
from voice_gateway.assembly import open_gateway
from voice_gateway.browser.chromium import find_chromium
from voice_gateway.console import Console, access_for, create_app, listen, serving
from voice_gateway.settings import load_settings

TURNS, PER_CONVERSATION, ROUNDS = 5_000, 25, 15
TRACE = {"id": "x", "model": "bench", "text": "", "first": True, "started": 0.0, "conversation": "",
         "events": [{"event": "answered", "at": 0.1, "text": "Done.", "outcome": "done"}]}  # fmt: skip


_THERE = f"""() => document.querySelectorAll('.turn').length === {PER_CONVERSATION}
    && document.querySelector('.tile') && performance.now()"""


def _fill(console: Console) -> None:
    for number in range(TURNS):
        sentence = f"turn on lamp number {number} in the {number % 97} room"
        console.history.add(
            f"c{number // PER_CONVERSATION}", sentence, f"Lamp {number} is now on.", "done", TRACE
        )


async def _search(client: httpx.AsyncClient) -> float:
    spent = []
    for number in range(ROUNDS):
        began = time.perf_counter()
        found = await client.get(
            "/api/conversations", params={"search": f"lamp number {number * 331 % TURNS} in"}
        )
        assert found.json()["conversations"]
        spent.append(time.perf_counter() - began)
    return 1000 * statistics.median(spent)


async def _load(url: str, path: str) -> float:
    """Until the field takes a sentence and the turns of a conversation are shown, in a real browser."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-gpu"]
        )
        page = await browser.new_page()
        await page.goto(url)
        await page.evaluate("sessionStorage.setItem('conversation', 'c7')")
        spent = []
        for _ in range(9):
            await page.reload(wait_until="commit")
            # The browser's own clock, which begins with the reload.
            there = await page.wait_for_function(_THERE)
            spent.append(float(await there.json_value()))
        await browser.close()
        return statistics.median(spent)


async def _measure(url: str) -> list[Figure]:
    settings = load_settings(
        environment={}, command_line={"provider": "ollama", "ollama.base_url": url, "console.port": 0}
    ).settings
    async with open_gateway(settings) as gateway:
        console = Console(gateway)
        _fill(console)
        app = create_app(console, access_for(settings))
        async with (
            serving(app, listen("127.0.0.1", 0), console.live.close) as served,
            httpx.AsyncClient(base_url=served.url, trust_env=False) as client,
        ):
            found = await _search(client)
            figures = [
                Figure("history_search_ms", found, f"a search in {TURNS:,} turns over HTTP, median", 50)
            ]
            if chromium := find_chromium(None):
                loaded = await _load(served.url, chromium)
                meaning = f"the page with {PER_CONVERSATION} of {TURNS:,} turns reloaded in Chromium, median"
                figures.append(Figure("page_load_ms", loaded, meaning, 400))
            return figures


def measure() -> list[Figure]:
    with instant_server() as url, data_elsewhere():
        return asyncio.run(_measure(url))
