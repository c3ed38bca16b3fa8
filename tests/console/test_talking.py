"""A page that one talks to: the browser's microphone plays a recording, and everything behind it is real."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page, Response, async_playwright, expect

from tests.console.conftest import FLAGS
from tests.console.rig import open_rig
from tests.console.test_page import open_page
from tests.programs import needs
from tests.voice.rig import need_voice, spoken
from voice_gateway.voice.audio import Sound, silence, write_wav

PATIENCE = 120_000.0
"""Milliseconds, of which nothing here takes many unless the machine is busy."""

TRIES = 3
"""The browser's recording stutters on a busy machine, and half a sentence is answered as half a sentence."""

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def talker(tmp_path: Path) -> AsyncIterator[Page]:
    """A page in whose microphone somebody says one sentence, again and again with pauses."""
    need_voice()
    file = tmp_path / "spoken.wav"
    said = spoken("turn on the kitchen light")
    write_wav(file, Sound(silence(1).data + said.data + silence(3).data))
    microphone = f"--use-file-for-fake-audio-capture={file}"
    fake = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream", microphone]
    async with async_playwright() as playwright:
        path = needs("chromium")
        browser = await playwright.chromium.launch(executable_path=path, args=[*FLAGS, *fake])
        context = await browser.new_context(permissions=["microphone"])
        yield await context.new_page()
        await browser.close()


async def test_s87_who_speaks_into_the_page_is_heard_and_answered_aloud(talker: Page) -> None:
    async with open_rig(hears=True, fast_path=True) as rig:
        await open_page(talker, rig)
        answers = talker.locator(".turn .words")
        for _ in range(TRIES):
            answered = await _spoken_to(talker)
            if "now on" in await answers.last.inner_text():
                break
        await expect(answers.last).to_contain_text("now on")
        await expect(talker.locator(".turn .said").last).to_contain_text("kitchen light", ignore_case=True)
        assert answered.headers["content-type"] == "audio/wav"


async def _spoken_to(talker: Page) -> Response:
    """The answer as sound, to what the microphone hears from now on."""
    button = talker.get_by_role("button", name="Hold to talk")
    async with talker.expect_response("**/api/speak", timeout=PATIENCE) as speaking:
        await button.hover()
        await talker.mouse.down()  # whether it is a tap or held, who stops to speak has finished
    await expect(button).to_have_attribute("aria-pressed", "false")
    await talker.mouse.up()
    return await speaking.value
