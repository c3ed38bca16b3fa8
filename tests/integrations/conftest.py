"""A gateway that has a Home Assistant as its home, and is its agent."""

from collections.abc import AsyncIterator

import pytest

from tests.console.rig import Rig
from tests.home_assistant_rig.rig import HomeAssistant, Visitor
from tests.integrations.assist import Assist, choose, open_gateway_for


@pytest.fixture
async def gateway(furnished: HomeAssistant) -> AsyncIterator[Rig]:
    async with open_gateway_for(furnished) as rig:
        yield rig


@pytest.fixture
async def assist(owner: Visitor, gateway: Rig) -> Assist:
    return await choose(owner, gateway)
