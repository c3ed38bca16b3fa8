"""The page in a real browser: what a person sees and can do."""

from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from tests.console.rig import Rig, open_rig
from tests.servers.ollama import call, hang, nothing, say
from voice_gateway.devices import Reading

pytestmark = pytest.mark.asyncio(loop_scope="session")

CONTROL = "control_zwave_device"


async def ask(page: Page, text: str) -> None:
    """Type a sentence and wait for its answer."""
    await page.fill("#text", text)
    await page.press("#text", "Enter")
    await expect(page.locator(".turn").last.locator(".said")).to_contain_text(text)
    await expect(page.locator(".turn").last.locator(".answer")).to_have_attribute("aria-busy", "false")


async def open_page(page: Page, rig: Rig) -> None:
    await page.goto(rig.url)
    await page.wait_for_selector(".tile")


async def test_a_command_switches_a_device_and_its_tile_changes(page: Page) -> None:
    steps = [
        call((CONTROL, {"device": "kitchen light", "action": "on"})),
        say("Kitchen light is now on."),
    ]
    async with open_rig(steps) as rig:
        await open_page(page, rig)
        tile = page.locator(f'[data-device="{rig.device("Kitchen Light")}"]')
        switch = tile.get_by_role("switch")
        await expect(switch).to_have_attribute("aria-checked", "false")
        await ask(page, "turn on the kitchen light")
        await expect(page.locator(".words").last).to_have_text("Kitchen light is now on.")
        await expect(switch).to_have_attribute("aria-checked", "true")
        assert rig.home.registry[rig.device("Kitchen Light")].state.on is True


async def test_a_sensor_report_moves_a_number(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        sensor = rig.device("Bathroom Sensor")
        value = page.locator(f'[data-device="{sensor}"] [data-name="temperature"] .value')
        await expect(value).to_have_text("22.4 °C")
        state = rig.home.registry[sensor].state
        rest = tuple(reading for reading in state.readings if reading.name != "temperature")
        rig.home.set_state(sensor, replace(state, readings=(Reading("temperature", 23.9, "°C"), *rest)))
        await expect(value).to_have_text("23.9 °C")


async def test_a_tile_switches_its_device(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        device = rig.device("Coffee Machine")
        switch = page.locator(f'[data-device="{device}"]').get_by_role("switch")
        await switch.click()
        await expect(switch).to_have_attribute("aria-checked", "true")
        assert rig.home.registry[device].state.on is True
        await switch.press("Enter")
        await expect(switch).to_have_attribute("aria-checked", "false")
        await expect(switch).to_be_focused()


async def test_a_guarded_tile_asks_first(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        device = rig.device("Front Door")
        switch = page.locator(f'[data-device="{device}"]').get_by_role("switch")
        await switch.click()
        await expect(page.get_by_role("dialog")).to_contain_text("Unlock the front door?")
        await page.get_by_role("button", name="Leave it").click()
        assert rig.home.registry[device].state.locked is True
        await switch.click()
        await page.get_by_role("button", name="Yes, do it").click()
        await expect(switch).to_have_attribute("aria-checked", "false")
        assert rig.home.registry[device].state.locked is False


async def test_a_guarded_command_offers_yes_and_no(page: Page) -> None:
    async with open_rig([call((CONTROL, {"device": "front door", "action": "unlock"}))]) as rig:
        await open_page(page, rig)
        await ask(page, "unlock the front door")
        await expect(page.locator(".words")).to_contain_text("Unlock the front door?")
        assert rig.home.registry[rig.device("Front Door")].state.locked is True
        await page.get_by_role("button", name="Yes", exact=True).click()
        await expect(page.locator(".words").last).to_have_text("Front door is now unlocked.")
        assert rig.home.registry[rig.device("Front Door")].state.locked is False


async def test_a_device_that_does_not_answer_is_told(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        await page.locator(f'[data-device="{rig.device("Freezer Plug")}"]').get_by_role("switch").click()
        await expect(page.locator(".notice")).to_contain_text("The freezer plug does not answer.")


async def test_a_recovery_appears_in_the_trace(page: Page) -> None:
    async with open_rig([nothing(), say("Paris.")]) as rig:
        await open_page(page, rig)
        await ask(page, "What is the capital of France?")
        await expect(page.locator(".words")).to_have_text("Paris.")
        await expect(page.locator(".trace summary")).to_contain_text("recovered")
        await page.locator(".trace summary").click()
        steps = page.locator(".timeline .step")
        await expect(steps.filter(has_text="Recovered: said nothing")).to_be_visible()
        await expect(steps.filter(has_text="Cured by: without tools")).to_have_count(1)
        await expect(steps.first).to_contain_text("Taken as general")
        await expect(steps.last).to_contain_text("Answered")


async def test_a_tool_call_is_shown_with_its_arguments_and_result(page: Page) -> None:
    steps = [call((CONTROL, {"device": "hallway lamp", "action": "off"})), say("Hallway lamp is now off.")]
    async with open_rig(steps) as rig:
        await open_page(page, rig)
        await ask(page, "turn off the hallway lamp")
        await page.locator(".trace summary").click()
        called = page.locator(".step.called")
        await expect(called).to_contain_text(CONTROL)
        await expect(called).to_contain_text('device="hallway lamp", action="off"')
        await expect(called).to_contain_text("Hallway lamp is now off.")
        await expect(page.locator(".step.asked")).to_have_count(2)
        await expect(page.locator(".step.asked").first).to_contain_text("tokens in")


async def test_what_was_said_is_shown_as_text_and_never_as_markup(page: Page) -> None:
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    async with open_rig([say(f"Here: {evil}")]) as rig:
        await open_page(page, rig)
        await ask(page, f"say {evil}")
        await expect(page.locator(".said")).to_contain_text(evil)
        await expect(page.locator(".words")).to_contain_text(evil)
        assert await page.locator(".turn img, .turn script").count() == 0


async def test_an_answer_can_be_stopped(page: Page) -> None:
    async with open_rig([hang()]) as rig:
        await open_page(page, rig)
        await page.fill("#text", "tell me a story")
        await page.press("#text", "Enter")
        await expect(page.get_by_role("button", name="Stop")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator(".words")).to_have_text("Stopped.")
        await expect(page.get_by_role("button", name="Send")).to_be_visible()


async def test_a_model_that_is_gone_is_said_in_words(page: Page) -> None:
    async with open_rig(ollama__base_url="http://127.0.0.1:9") as rig:
        await open_page(page, rig)
        await ask(page, "what is love?")
        await expect(page.locator(".words.problem")).to_contain_text("127.0.0.1:9")


async def test_a_new_conversation_forgets_the_old_one(page: Page) -> None:
    async with open_rig([say("Hello."), say("Hello again.")]) as rig:
        await open_page(page, rig)
        await ask(page, "good morning my friend")
        assert len(rig.console.conversations) == 1
        await page.get_by_role("button", name="New conversation").click()
        await expect(page.locator(".turn")).to_have_count(0)
        await expect(page.get_by_role("heading", name="What can I do for you?")).to_be_visible()
        assert len(rig.console.conversations) == 0


async def test_the_microphone_is_there_only_when_the_gateway_can_hear(page: Page) -> None:
    from voice_gateway.console.shapes import Voice

    async with open_rig() as rig:
        await open_page(page, rig)
        await expect(page.locator("#microphone")).to_be_hidden()
        rig.console.voice = Voice(listen="/api/listen")
        rig.console.live.publish("about", rig.console.about().model_dump())
        await expect(page.get_by_role("button", name="Hold to talk")).to_be_visible()
