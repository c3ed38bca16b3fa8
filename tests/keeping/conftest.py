"""A household in a file of its own, and a keeper over it whose clock stands still."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing
from pathlib import Path

import pytest

from tests.keeping.watched import NOON, Watched
from tests.nats_rig.servers import Server
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.household import SharedHousehold
from voice_gateway.keeping import Household, Storage
from voice_gateway.keeping.by_hand import HandClock
from voice_gateway.keeping.clock import LONGEST_WAIT
from voice_gateway.settings.model import FleetSettings

Run = Callable[..., AbstractAsyncContextManager[Watched]]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "household.sqlite3"


@pytest.fixture
def no_database(path: Path) -> Path:
    path.write_bytes(b"not a database " * 500)
    return path


@pytest.fixture
def household(path: Path) -> Iterator[Household]:
    opened = Household(path)
    yield opened
    opened.close()


@pytest.fixture(params=["file", "bucket"])
async def storage(request: pytest.FixtureRequest, path: Path, fleet_home: str) -> AsyncIterator[Storage]:
    """Wherever it lies, it is kept in the same way."""
    if request.param == "file":
        with closing(Household(path)) as opened:
            yield opened
        return
    server: Server = request.getfixturevalue("nats_server")
    async with connected(FleetSettings(nats_url=server.url), "test") as client:
        bucket = Bucket(client, fleet_home)
        await bucket.open()
        with closing(SharedHousehold(bucket)) as shared:
            await shared.open()
            yield shared


@pytest.fixture
def clock() -> HandClock:
    return HandClock(NOON, longest_wait=LONGEST_WAIT)


@pytest.fixture
def run(path: Path, clock: HandClock) -> Run:
    """One run of the program after the other, on the same file."""

    @asynccontextmanager
    async def run() -> AsyncIterator[Watched]:
        household = Household(path)
        watched = Watched(household, clock)
        try:
            async with watched.keeper:
                await watched.keeper.quiet()
                yield watched
        finally:
            household.close()

    return run
