"""A household in a file of its own, and a keeper over it whose clock stands still."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from tests.keeping.watched import NOON, Watched
from voice_gateway.keeping import Household
from voice_gateway.keeping.by_hand import HandClock
from voice_gateway.keeping.clock import LONGEST_WAIT

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
