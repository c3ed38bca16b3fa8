"""Tasks of a file in a real Home Assistant, with entities made for them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.home import settings_for
from tests.home_assistant_rig.rig import HomeAssistant
from voice_gateway.devices.home_assistant import HomeAssistantHome
from voice_gateway.measuring.tasks import HomeRun, HomeTasks, NoModel, Outcome, read_home_tasks
from voice_gateway.measuring.tasks.live_home import LiveHomes, tried_live
from voice_gateway.measuring.tasks.live_package import package, why_not

FILE = """
name = "the test flat"
[[device]]
name = "Kitchen Light"
room = "Kitchen"
kind = "dimmer"
state = { on = false, level = 0 }
[[device]]
name = "Kettle"
room = "Kitchen"
kind = "switch"
state = { on = true }
[[device]]
name = "Front Door"
room = "Hallway"
kind = "lock"
state = { locked = true }
[[device]]
name = "Bedroom Blinds"
room = "Bedroom"
kind = "cover"
state = { position = 100 }
[[device]]
name = "Bedroom Thermostat"
room = "Bedroom"
kind = "thermostat"
state = { target = 19, mode = "heat", value = 18.5, unit = "°C" }
[[device]]
name = "Attic Lamp"
room = "Attic"
kind = "light"
dead = true
state = { on = false }
[[device]]
name = "Water Valve"
room = "Kitchen"
kind = "valve"
state = { position = 0 }

[[test]]
say = ["dim the kitchen light to 40 percent"]
after = { "Kitchen Light" = { on = true, level = 40 } }
[[test]]
say = ["turn off the kettle"]
after = { "Kettle" = { on = false } }
[[test]]
say = ["is the kettle on?"]
before = { "Kettle" = { on = false } }
answer = ["off"]
[[test]]
say = ["unlock the front door"]
after = { "Front Door" = { locked = false } }
[[test]]
say = ["close the bedroom blinds"]
after = { "Bedroom Blinds" = { position = 0 } }
[[test]]
say = ["set the bedroom to 21 degrees"]
after = { "Bedroom Thermostat" = { target = 21 } }
[[test]]
say = ["turn on the attic lamp"]
answer = ["does not answer"]
outcome = ["failed"]
[[test]]
say = ["open the water valve"]
after = { "Water Valve" = { position = 100 } }
[[test]]
say = ["is the water valve open?"]
answer = ["closed"]
[[test]]
say = ["set the bedroom thermostat to cool"]
after = { "Bedroom Thermostat" = { mode = "cool" } }
"""
PACKAGES = "homeassistant:\n  packages: !include_dir_named packages\n"


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> HomeTasks:
    file = tmp_path_factory.mktemp("file") / "flat.toml"
    file.write_text(FILE)
    return read_home_tasks(file)


@pytest.fixture(scope="module")
def house(
    hass_program: Path, tmp_path_factory: pytest.TempPathFactory, tasks: HomeTasks
) -> Iterator[HomeAssistant]:
    folder = tmp_path_factory.mktemp("house")
    (folder / "packages").mkdir()
    (folder / "packages" / "evaluation.yaml").write_text(package([tasks.plan]))
    house = HomeAssistant(hass_program, folder, more=PACKAGES)
    # The demo would bring helpers of its own instead of those of the package.
    configuration = folder / "configuration.yaml"
    configuration.write_text(configuration.read_text().replace("demo:\n", ""))
    try:
        house.start()
        house.introduce()
        yield house
    finally:
        house.close()


def test_what_cannot_be_made_is_skipped_with_the_reason(tasks: HomeTasks) -> None:
    skipped = {task.say[0]: task.skip for task in tried_live(tasks).tasks if task.skip}
    assert skipped == {
        "open the water valve": "Home Assistant has no template for a valve",
        "is the water valve open?": "Home Assistant has no template for a valve",
        "set the bedroom thermostat to cool": "a generic thermostat has no mode cool",
    }
    assert [device.name for device in tasks.plan.devices if why_not(device)] == ["Water Valve"]


async def test_tasks_are_done_by_real_entities(house: HomeAssistant, tasks: HomeTasks) -> None:
    home = HomeAssistantHome(house.url, house.token)
    await home.start()
    nobody = NoModel()
    run = HomeRun(settings_for(), lambda _: nobody, live=LiveHomes(home))
    outcomes: list[Outcome] = []
    try:
        for task in tried_live(tasks).tasks:
            if not task.skip:
                # Twice, since each begins as if nothing had been done before.
                outcomes += [await run.run(tasks.plan, task, task.say[0]) for _ in range(2)]
    finally:
        await home.close()
    assert len(outcomes) == 14
    failed = [(one.sentence, one.missing, one.wrong, one.answer) for one in outcomes if not one.done]
    assert not failed, (failed, house.log()[-3000:])
