"""Home Assistant goes and comes back: nothing is done twice or claimed, and the next command works."""

import asyncio

import pytest

from tests.devices.client import eventually
from tests.devices.home_assistant.test_services import order
from tests.home_assistant_rig.rig import HomeAssistant
from voice_gateway.devices.errors import ConnectionLost
from voice_gateway.devices.home_assistant.house import House
from voice_gateway.devices.home_assistant.services import carry_out
from voice_gateway.devices.home_assistant.watching import Outcome


async def test_restarted_it_is_missed_and_then_found_again(house: House, furnished: HomeAssistant) -> None:
    await asyncio.to_thread(furnished.close)
    await eventually(lambda: not house.line.online)
    with pytest.raises(ConnectionLost, match="cannot be reached, so the back door was not changed"):
        await carry_out(house, order("lock.back_door", "unlock", "unlocked"))
    # What was known stays known.
    assert house.view.entities["lock.back_door"].aliases == ("patio door",)
    await _back(house, furnished)
    assert house.view.entities["lock.back_door"].state.value == "locked"
    assert await carry_out(house, order("lock.back_door", "unlock", "unlocked")) is Outcome.DONE
    assert await carry_out(house, order("lock.back_door", "lock", "locked")) is Outcome.DONE


async def test_killed_during_a_command_it_is_not_known_and_never_repeated(
    house: House, furnished: HomeAssistant
) -> None:
    await asyncio.to_thread(furnished.wait_until_kept)
    unlocking = asyncio.create_task(carry_out(house, order("lock.back_door", "unlock", "unlocked")))
    await eventually(lambda: house.view.entities["lock.back_door"].state.value == "unlocking")
    furnished.kill()
    with pytest.raises(ConnectionLost, match="It is not known whether the back door changed"):
        await unlocking
    await _back(house, furnished)
    assert house.view.entities["lock.back_door"].state.value == "locked"


async def _back(house: House, furnished: HomeAssistant) -> None:
    """Up again, and with all that it had."""
    known = set(house.view.entities)
    await asyncio.to_thread(furnished.mend)
    await house.line.get()
    await eventually(
        lambda: known <= set(house.view.entities) and all(e.available for e in house.view.entities.values())
    )
