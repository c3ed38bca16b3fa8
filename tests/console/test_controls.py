"""Everything a device can do, by hand; and what the household says of it, in the settings file."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.console.rig import Rig, eventually, open_rig
from tests.console.test_page import open_page
from tests.devices.homes import EVERY_KIND
from voice_gateway.console.setup_api import SettingUp
from voice_gateway.devices import State
from voice_gateway.settings import load_settings

pytestmark = pytest.mark.asyncio(loop_scope="session")

COMMENTED = "# ours\n[log]\nlevel = 'warning'  # calm\n"

SHOW_HOME_AGAIN = """async () => {
  const home = await import("/static/js/home.js");
  home.showHome(await (await fetch("/api/home")).json());
}"""


@pytest.fixture(scope="module")
def settings_file(own_place: Path) -> Path:
    path = own_place / "config.toml"
    path.write_text(COMMENTED)
    return path


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def rig(settings_file: Path) -> AsyncIterator[Rig]:
    setting_up = SettingUp(settings_file, lambda: None, seconds=0.1)
    async with open_rig(setting_up=setting_up, home__file=EVERY_KIND) as opened:
        yield opened


def tile(page: Page, rig: Rig, name: str) -> Locator:
    return page.locator(f'[data-device="{rig.device(name)}"]')


async def details(page: Page, rig: Rig, name: str) -> Locator:
    await tile(page, rig, name).get_by_role("button", name=f"{name}, details").click()
    return page.get_by_role("dialog")


async def test_a_light_is_given_a_colour_and_a_white(page: Page, rig: Rig) -> None:
    await open_page(page, rig)
    dialog = await details(page, rig, "Lounge Lamp")
    await dialog.get_by_role("button", name="blue").click()

    def state() -> State:
        return rig.home.registry[rig.device("Lounge Lamp")].state

    await expect(dialog.get_by_role("button", name="blue")).to_have_attribute("aria-pressed", "true")
    assert (state().hue, state().saturation) == (240, 100)
    await dialog.get_by_label("white from warm to cool").fill("5000")
    await eventually(lambda: state().kelvin == 5000)
    await dialog.get_by_label("Lounge Lamp, effect").select_option("Candle")
    await eventually(lambda: state().effect == "Candle")


async def test_a_player_shows_its_title_and_is_paused_and_turned_down(page: Page, rig: Rig) -> None:
    await open_page(page, rig)
    speaker = tile(page, rig, "Kitchen Speaker")
    await expect(speaker).to_contain_text("Radio 3")
    await speaker.get_by_role("button", name="Pause").click()
    await expect(speaker.get_by_role("button", name="Play")).to_be_visible()
    await speaker.get_by_label("Kitchen Speaker, volume in percent").fill("15")
    await eventually(lambda: rig.home.registry[rig.device("Kitchen Speaker")].state.volume == 15)


async def test_a_robot_is_sent_out_and_home(page: Page, rig: Rig) -> None:
    await open_page(page, rig)
    robot = tile(page, rig, "Robbie")
    await robot.get_by_role("button", name="Start").click()
    await expect(robot.get_by_role("button", name="Pause")).to_be_visible()
    await robot.get_by_role("button", name="Send it home").click()
    await eventually(
        lambda: rig.home.registry[rig.device("Robbie")].state.activity in ("returning", "docked")
    )


async def test_a_scene_starts_at_a_tap_and_one_that_opens_gates_asks(page: Page, rig: Rig) -> None:
    await open_page(page, rig)
    done: list[str] = []
    page.on("response", lambda response: done.append(f"{response.status} {response.url}"))
    await tile(page, rig, "Movie Night").get_by_role("button", name="Movie Night, start").click()
    await eventually(lambda: any(one.startswith("200") and "movie-night/command" in one for one in done))
    await tile(page, rig, "Open The Gates").get_by_role("button", name="Open The Gates, start").click()
    await expect(page.get_by_role("dialog")).to_contain_text("Start the open the gates?")
    await page.get_by_role("button", name="Leave it").click()


async def test_the_day_of_a_device_is_drawn_with_its_reasons(page: Page, rig: Rig) -> None:
    await open_page(page, rig)
    await tile(page, rig, "Bedroom Humidifier").get_by_role("switch").click()
    dialog = await details(page, rig, "Bedroom Humidifier")
    await expect(dialog.locator(".day span")).to_have_count(1)
    await expect(dialog.locator("#device-journal li").first).to_contain_text("by hand, on this page")


async def test_what_is_said_of_a_device_is_written_with_all_comments_kept(
    page: Page, rig: Rig, settings_file: Path
) -> None:
    await open_page(page, rig)
    dialog = await details(page, rig, "Study Blinds")
    await dialog.get_by_label("Name").fill("Big shade")
    await dialog.get_by_label("Also called").fill("shutter, screen")
    await dialog.get_by_label("Room").fill("Living Room")
    await dialog.get_by_label("Asks first").check()
    await dialog.get_by_role("button", name="Save").click()
    await expect(page.locator(".notice")).to_contain_text("Saved: Big shade.")
    await dialog.get_by_role("button", name="Close").click()
    await expect(page.get_by_role("region", name="Living Room")).to_contain_text("Big shade")
    assert (await asyncio.to_thread(settings_file.read_text)).startswith(COMMENTED)
    [said] = load_settings(file=settings_file, environment={}).settings.home.devices.values()
    assert (said.name, said.aliases, said.room) == ("Big shade", ("shutter", "screen"), "Living Room")
    assert (said.guarded, said.keep_on, said.exposed) == (True, None, True)


async def test_a_device_that_is_hidden_is_unknown_until_it_is_shown_again(page: Page, rig: Rig) -> None:
    await open_page(page, rig)
    device = rig.device("Wash Program")
    dialog = await details(page, rig, "Wash Program")
    await dialog.get_by_label("The assistant knows it").uncheck()
    await dialog.get_by_role("button", name="Save").click()
    await expect(page.locator(f'[data-device="{device}"]')).to_have_count(0)
    assert device not in rig.home.registry
    await dialog.get_by_role("button", name="Close").click()
    await page.get_by_text("1 device the assistant does not know").click()
    await page.evaluate(SHOW_HOME_AGAIN)  # as the page does by itself when anything is new
    await page.get_by_role("button", name="Wash Program, Kitchen").click()
    await dialog.get_by_label("The assistant knows it").check()
    await dialog.get_by_role("button", name="Save").click()
    await expect(page.locator(f'[data-device="{device}"]')).to_have_count(1)
    assert device in rig.home.registry
