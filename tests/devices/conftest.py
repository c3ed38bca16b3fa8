"""A home over the Z-Wave network of the tests."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.zwave_rig.rig import ZwaveRig
from voice_gateway.devices.zwave import ZwaveHome


@pytest_asyncio.fixture
async def zwave_home(rig: ZwaveRig) -> AsyncIterator[ZwaveHome]:
    home = ZwaveHome(rig.url)
    await home.start()
    yield home
    await home.close()
