"""A House that follows the real Home Assistant, and one that follows a far side under our control."""

from collections.abc import AsyncIterator

import pytest

from tests.home_assistant_rig.rig import HomeAssistant
from tests.servers.home_assistant import TOKEN, FarSide, far_home_assistant
from voice_gateway.devices.home_assistant.house import House


@pytest.fixture
async def house(furnished: HomeAssistant) -> AsyncIterator[House]:
    house = House(furnished.url, furnished.token)
    await house.start()
    assert house.line.online, house.line.note
    yield house
    await house.close()


@pytest.fixture
async def far() -> AsyncIterator[FarSide]:
    async with far_home_assistant() as far:
        yield far


@pytest.fixture
async def far_house(far: FarSide) -> AsyncIterator[House]:
    """Not started yet, so that a test can first change what it will meet."""
    house = House(far.url, TOKEN)
    yield house
    await house.close()
