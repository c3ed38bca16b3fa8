"""The page in a real browser: what a person sees and can do."""

from dataclasses import replace

import pytest
from playwright.async_api import Page, expect

from tests.console.rig import Rig, open_rig
from tests.servers.ollama import call, hang, nothing, say
from voice_gateway.console import Access
from voice_gateway.devices import Reading, State

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


async def test_the_token_is_typed_into_the_form_and_the_page_opens(page: Page) -> None:
    async with open_rig(access=Access(token="a-long-secret-token")) as rig:
        await page.goto(rig.url)
        await page.fill("#token", "not-the-token")
        await page.press("#token", "Enter")
        await expect(page.get_by_role("alert")).to_have_text("That was not the token.")
        await page.fill("#token", "a-long-secret-token")
        await page.press("#token", "Enter")
        await page.wait_for_selector(".tile")


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
        await page.get_by_role("dialog").get_by_role("button", name="Unlock").click()
        await expect(switch).to_have_attribute("aria-checked", "false")
        assert rig.home.registry[device].state.locked is False


@pytest.mark.parametrize(
    ("name", "question", "verb"),
    [
        ("Hallway Siren", "Turn on the hallway siren?", "Turn on"),
        ("Water Valve", "Open the water valve?", "Open"),
    ],
)
async def test_one_tap_neither_fires_the_siren_nor_lets_the_water_in(
    page: Page, name: str, question: str, verb: str
) -> None:
    async with open_rig() as rig:
        device = rig.device(name)
        rig.home.set_state(device, State(on=False) if name == "Hallway Siren" else State(position=0))
        before = rig.home.registry[device].state
        await open_page(page, rig)
        switch = page.locator(f'[data-device="{device}"]').get_by_role("switch")
        for leave in ("Leave it", "Escape"):
            await switch.click()
            dialog = page.get_by_role("dialog")
            await expect(dialog).to_contain_text(question)
            assert rig.home.registry[device].state == before
            if leave == "Escape":
                await page.keyboard.press("Escape")
            else:
                await dialog.get_by_role("button", name=leave).click()
            await expect(dialog).to_be_hidden()
            assert rig.home.registry[device].state == before
        await switch.click()
        await page.get_by_role("dialog").get_by_role("button", name=verb).click()
        await expect(switch).to_have_attribute("aria-checked", "true")
        assert rig.home.registry[device].state != before
        # To turn it off again needs no question.
        await switch.click()
        await expect(switch).to_have_attribute("aria-checked", "false")


async def test_two_guarded_tiles_at_once_are_asked_about_one_after_the_other(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        door, garage = rig.device("Front Door"), rig.device("Garage Door")
        await page.evaluate(
            "ids => ids.forEach((id) => document.querySelector(`[data-device='${id}'] .flip`).click())",
            [door, garage],
        )
        dialog = page.get_by_role("dialog")
        first = await dialog.locator("h2").text_content() or ""
        await dialog.get_by_role("button", name="Leave it").click()
        await expect(dialog.locator("h2")).not_to_have_text(first)
        second = await dialog.locator("h2").text_content()
        await dialog.get_by_role("button", name="Leave it").click()
        assert {first, second} == {"Unlock the front door?", "Open the garage door?"}
        await expect(dialog).to_be_hidden()
        assert rig.home.registry[door].state.locked is True
        assert rig.home.registry[garage].state.position == 0


async def test_a_guarded_command_offers_its_verb(page: Page) -> None:
    async with open_rig([call((CONTROL, {"device": "front door", "action": "unlock"}))]) as rig:
        await open_page(page, rig)
        await ask(page, "unlock the front door")
        await expect(page.locator(".words")).to_contain_text("Unlock the front door?")
        assert rig.home.registry[rig.device("Front Door")].state.locked is True
        await expect(page.locator(".choices button")).to_have_text(["Unlock", "Leave it"])
        await page.get_by_role("button", name="Unlock", exact=True).click()
        await expect(page.locator(".words").last).to_have_text("Front door is now unlocked.")
        assert rig.home.registry[rig.device("Front Door")].state.locked is False
        await expect(page.get_by_role("button", name="Unlock", exact=True)).to_be_disabled()


async def test_the_buttons_of_an_older_question_do_nothing(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        await open_page(page, rig)
        await ask(page, "unlock the front door")
        await ask(page, "open the garage door")
        old = page.locator(".turn").first.get_by_role("button", name="Unlock")
        new = page.locator(".turn").last.get_by_role("button", name="Open")
        await expect(old).to_be_disabled()
        await expect(new).to_be_enabled()
        assert await old.get_attribute("data-question") != await new.get_attribute("data-question")
        # Even a button that was somehow pressed names its own question.
        await old.evaluate("button => { button.disabled = false; button.click(); }")
        await expect(page.locator(".words").last).to_contain_text("no longer open")
        await expect(page.locator(".turn").last.locator(".choices")).to_contain_text("Open the garage door?")
        assert rig.home.registry[rig.device("Front Door")].state.locked is True
        assert rig.home.registry[rig.device("Garage Door")].state.position == 0
        await page.locator(".turn").last.get_by_role("button", name="Open").click()
        await expect(page.locator(".words").last).to_have_text("Garage door is now open.")


async def test_a_choice_has_a_button_for_each_device(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        await open_page(page, rig)
        await ask(page, "turn on the lamp")
        buttons = page.locator(".choices button")
        await expect(buttons).to_have_text(["Reading lamp", "Hallway lamp", "Leave it"])
        await buttons.nth(1).click()
        await expect(page.locator(".words").last).to_have_text("Hallway lamp is now on.")
        assert rig.home.registry[rig.device("Hallway Lamp")].state.on is True


async def test_a_question_that_waited_too_long_is_shown_as_over(page: Page) -> None:
    await page.clock.install()
    async with open_rig(fast_path=True) as rig:
        await open_page(page, rig)
        await ask(page, "unlock the front door")
        await page.clock.fast_forward(50_000)
        await expect(page.locator(".over")).to_be_hidden()
        await page.clock.fast_forward(11_000)
        await expect(page.locator(".over")).to_have_text("This question is no longer open.")
        await expect(page.get_by_role("button", name="Unlock")).to_be_disabled()
        await expect(page.get_by_role("button", name="Leave it")).to_be_disabled()


async def test_what_was_understood_is_shown_with_what_came_of_it(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        await open_page(page, rig)
        await ask(page, "turn on the hallway lamp")
        await page.locator(".trace summary").click()
        await expect(page.locator(".step.understood")).to_contain_text("Could mean one thing only")
        await expect(page.locator(".step.understood code")).to_contain_text("hallway lamp")
        await expect(page.locator(".step.answered strong")).to_have_text("Done")


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
        await ask(page, f"why do cats purr {evil}")
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


async def test_a_new_conversation_knows_nothing_of_the_old_one_which_is_kept(page: Page) -> None:
    async with open_rig([say("Hello."), say("Hello again.")]) as rig:
        await open_page(page, rig)
        await ask(page, "tell me about otters")
        assert len(rig.console.conversations) == 1
        await page.get_by_role("button", name="New conversation").click()
        await expect(page.locator(".turn")).to_have_count(0)
        await expect(page.get_by_role("heading", name="What can I do for you?")).to_be_visible()
        await ask(page, "tell me about seals")
        assert "otters" not in str(rig.ollama.chats[-1]["messages"])
        kept = (await rig.http.get("/api/conversations")).json()["conversations"]
        assert [one["name"] for one in kept] == ["tell me about seals", "tell me about otters"]


async def test_the_microphone_is_there_only_when_the_gateway_can_hear(page: Page) -> None:
    from voice_gateway.console.shapes import Voice

    async with open_rig() as rig:
        await open_page(page, rig)
        await expect(page.locator("#microphone")).to_be_hidden()
        rig.console.voice = Voice(listen="/api/listen")
        rig.console.live.publish("about", rig.console.about().model_dump())
        await expect(page.get_by_role("button", name="Hold to talk")).to_be_visible()
        await expect(page.get_by_label("Hands-free")).to_be_visible()


async def test_without_a_safe_address_the_microphone_says_why_it_is_missing(page: Page) -> None:
    from voice_gateway.console.shapes import Voice

    async with open_rig() as rig:
        rig.console.voice = Voice(listen="/api/listen")
        await page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        await open_page(page, rig)
        await page.get_by_role("button", name="Hold to talk").click()
        await expect(page.get_by_text("Open this page over https")).to_be_visible()
