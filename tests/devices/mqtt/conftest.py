"""A home on a broker of its own, with devices that are played."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.mqtt_rig.broker import Mosquitto, mosquitto
from tests.mqtt_rig.stage import Stage, played
from voice_gateway.devices.mqtt import Address, MqttHome


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path) as running:
        yield running


@pytest_asyncio.fixture
async def stage(broker: Mosquitto) -> AsyncIterator[Stage]:
    async with played(broker) as stage:
        yield stage


@pytest_asyncio.fixture
async def home(broker: Mosquitto) -> AsyncIterator[MqttHome]:
    """Not started yet, so that a test can set the stage first."""
    home = MqttHome(Address(broker.url))
    yield home
    await home.close()
