"""Rooms on the page: what they are like in a line, and fingers that are not interrupted."""

from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.console.rig import Rig, open_rig
from tests.console.test_accessible import CONTRAST, FIND_FAULTS, TOO_WIDE
from tests.console.test_page import ask, open_page

pytestmark = pytest.mark.asyncio(loop_scope="session")


def light(rig: Rig, name: str, *, on: bool, level: int | None = None) -> None:
    device = rig.home.registry[rig.device(name)]
    told: dict[str, Any] = {"on": on} | (
        {} if device.state.level is None else {"level": level or (100 if on else 0)}
    )
    rig.home.set_state(device.id, replace(device.state, **told))


async def test_a_room_says_what_it_is_like_and_its_lights_go_off_together(page: Page) -> None:
    async with open_rig() as rig:
        light(rig, "Living Room Light", on=True, level=60)
        await open_page(page, rig)
        room = page.get_by_role("region", name="Living Room")
        await expect(room.locator(".sum")).to_contain_text("1 light on")
        light(rig, "Reading Lamp", on=True)
        await expect(room.locator(".sum")).to_contain_text("2 lights on")
        await room.get_by_role("button", name="Turn off the lights in Living Room").click()
        await expect(room.locator(".sum")).not_to_contain_text("light")
        await expect(room.get_by_role("button", name="Turn off the lights")).to_be_hidden()
        assert rig.home.registry[rig.device("Living Room Light")].state.on is False
        bath = page.get_by_role("region", name="Bathroom")
        await expect(bath.locator(".sum")).to_have_text("22.4 °C")


async def test_a_home_that_counts_in_fahrenheit_is_shown_and_set_so(page: Page) -> None:
    async with open_rig(home__degrees="fahrenheit") as rig:
        await open_page(page, rig)
        await expect(page.get_by_role("region", name="Bathroom").locator(".sum")).to_have_text("72.3 °F")
        tile = page.locator(f'[data-device="{rig.device("Bedroom Thermostat")}"]')
        await expect(tile.locator("output")).to_have_text("66.2 °F")
        await tile.get_by_role("button", name="Warmer").click()
        await expect(tile.locator("output")).to_have_text("67.2 °F")
        found = rig.home.registry.found[rig.device("Bedroom Thermostat")]
        assert found.state.target == 19.56, "a device is told in what it counts in"
        told = await rig.http.post(
            f"/api/home/devices/{found.id}/command", json={"action": "set_temperature", "value": 70}
        )
        assert told.json()["sentence"] == "Bedroom thermostat is now set to 70 °F in heat mode."
        await expect(tile.locator("output")).to_have_text("70 °F")


async def test_a_slider_is_not_rebuilt_under_the_finger(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        device = rig.device("Living Room Light")
        slider = page.locator(f'[data-device="{device}"] input[type=range]')
        await slider.scroll_into_view_if_needed()
        box = await slider.bounding_box()
        assert box
        await page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] / 2)
        await page.mouse.down()
        await page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
        dragged = await slider.input_value()
        assert int(dragged) > 60
        for level in (10, 20, 30):
            light(rig, "Living Room Light", on=True, level=level)
        light(rig, "Kitchen Light", on=True)
        await page.wait_for_timeout(300)
        await expect(slider).to_have_value(dragged)
        await page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
        wanted = await slider.input_value()
        await page.mouse.up()
        await expect(page.locator(f'[data-device="{device}"]')).to_contain_text(f"{wanted} %")
        assert rig.home.registry[device].state.level == int(wanted)
        # What came meanwhile is shown as soon as the finger has gone.
        kitchen = page.locator(f'[data-device="{rig.device("Kitchen Light")}"]').get_by_role("switch")
        await expect(kitchen).to_have_attribute("aria-checked", "true")


async def test_a_tap_during_a_report_is_not_lost(page: Page) -> None:
    async with open_rig() as rig:
        await open_page(page, rig)
        device = rig.device("Coffee Machine")
        switch = page.locator(f'[data-device="{device}"]').get_by_role("switch")
        await switch.hover()
        await page.mouse.down()
        state = rig.home.registry[device].state
        rig.home.registry.put(replace(rig.home.registry[device], battery=15))
        await page.wait_for_timeout(200)
        await page.mouse.up()
        await expect(switch).to_have_attribute("aria-checked", "true")
        assert rig.home.registry[device].state != state


async def test_an_answer_is_summed_up_in_the_words_of_a_household(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        await open_page(page, rig)
        await ask(page, "turn on the kitchen light")
        summary = page.locator(".trace summary")
        await expect(summary).to_contain_text("No model needed")
        await expect(summary).not_to_contain_text("%")


async def test_a_device_tells_what_changed_it_and_why(page: Page) -> None:
    async with open_rig(fast_path=True) as rig:
        await open_page(page, rig)
        device = rig.device("Kitchen Light")
        tile = page.locator(f'[data-device="{device}"]')
        await ask(page, "turn on the kitchen light")
        await tile.get_by_role("switch").click()
        await expect(tile.get_by_role("switch")).to_have_attribute("aria-checked", "false")
        await tile.get_by_role("button", name="Kitchen Light, details").click()
        shown = page.get_by_role("dialog", name="Kitchen Light")
        rows = shown.locator("#device-journal li")
        await expect(rows).to_have_count(2)
        await expect(rows.nth(0)).to_contain_text("by hand, on this page")
        await expect(rows.nth(1)).to_contain_text("because of “turn on the kitchen light”")
        for find in (FIND_FAULTS, CONTRAST, TOO_WIDE):
            assert await page.evaluate(find) == []
        await shown.get_by_role("button", name="Close").click()
        await page.locator(f'[data-device="{rig.device("Garage Door")}"] .more').click()
        await expect(page.get_by_role("dialog", name="Garage Door")).to_contain_text("Nothing changed it")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 768, 1280])
async def test_rooms_can_be_read_everywhere(page: Page, scheme: Any, width: int) -> None:
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    await page.set_viewport_size({"width": width, "height": 800})
    async with open_rig() as rig:
        await page.goto(f"{rig.url}/#home")
        await page.wait_for_selector(".tile")
        for find in (FIND_FAULTS, CONTRAST, TOO_WIDE):
            assert await page.evaluate(find) == []
