"""One server of NATS for all tests of a run; every test has a home of its own in it."""

import uuid
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.nats_rig.gateways import Nursery
from tests.nats_rig.servers import Server, cluster, one_server
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.connecting import connected
from voice_gateway.settings.model import FleetSettings


@pytest.fixture(scope="session")
def nats_server() -> Iterator[Server]:
    with one_server() as server:
        yield server


@pytest.fixture(scope="session")
def nats_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The addresses of three servers that are one; who kills any has a cluster of its own."""
    with cluster(tmp_path_factory.mktemp("nats")) as servers:
        yield ",".join(server.url for server in servers)


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    opened = Nursery()
    yield opened
    opened.close()


@pytest.fixture
def fleet_home() -> str:
    """The name of a home that no other test has."""
    return f"h{uuid.uuid4().hex[:10]}"


@pytest.fixture
async def bucket(nats_server: Server, fleet_home: str) -> AsyncIterator[Bucket]:
    async with connected(FleetSettings(nats_url=nats_server.url), "test") as client:
        opened = Bucket(client, fleet_home)
        await opened.open()
        yield opened
