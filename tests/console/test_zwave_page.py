"""The page over the real Z-Wave driver and server, with mock nodes at the other end of the radio."""

import pytest
from playwright.async_api import Page, expect

from tests.console.rig import open_rig
from tests.console.test_page import ask
from tests.servers.ollama import call, say
from tests.zwave_rig.rig import ZwaveRig

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_command_switches_a_node_and_a_report_moves_a_number(page: Page, rig: ZwaveRig) -> None:
    wanted = not rig.state(3).get("BinarySwitch_currentValue", False)
    action = "on" if wanted else "off"
    steps = [
        call(("control_zwave_device", {"device": "hallway lamp", "action": action})),
        say(f"Hallway lamp is now {action}."),
    ]
    async with open_rig(steps, home__zwave_url=rig.url) as console:
        await page.goto(console.url)
        switch = page.locator('[data-device="node-3"]').get_by_role("switch")
        await expect(switch).to_have_attribute("aria-checked", str(not wanted).lower())
        await ask(page, f"turn {action} the hallway lamp")
        await expect(switch).to_have_attribute("aria-checked", str(wanted).lower())
        assert rig.state(3)["BinarySwitch_currentValue"] is wanted

        value = page.locator('[data-device="node-13"] [data-name="temperature"] .value')
        rig.tell(13, report={"what": "sensor", "type": 1, "value": 26.5})
        await expect(value).to_have_text("26.5 °C")

        plug = page.locator('[data-device="node-4"]').get_by_role("switch")
        before = await plug.get_attribute("aria-checked")
        await plug.click()
        await expect(plug).not_to_have_attribute("aria-checked", str(before))
        assert rig.state(4)["BinarySwitch_currentValue"] is (before == "false")
