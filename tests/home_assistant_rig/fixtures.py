"""Home Assistant, started once for all tests that need it."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.home_assistant_rig.environment import find_python, install
from tests.home_assistant_rig.furnishing import FURNITURE, furnish
from tests.home_assistant_rig.rig import HomeAssistant, Visitor, running
from tests.programs import missing
from voice_gateway.certificates import trusted


@pytest.fixture(scope="session")
def hass_program() -> Path:
    python = find_python()
    if python is None:
        # Debian has no package of it, so that not even CI can be told to have it.
        pytest.skip("Home Assistant needs Python 3.13, which is neither on the path nor kept by pyenv")
    try:
        return install(python)
    except RuntimeError as error:
        missing(f"Home Assistant cannot be installed: {error}")


@pytest.fixture(scope="session")
def home_assistant(hass_program: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeAssistant]:
    """As it is on its first day, with the devices of its demo."""
    with running(hass_program, tmp_path_factory.mktemp("home-assistant")) as house:
        yield house


@pytest.fixture(scope="session")
def running_furnished(
    hass_program: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[HomeAssistant]:
    with running(hass_program, tmp_path_factory.mktemp("furnished"), more=FURNITURE) as house:
        furnish(house)
        yield house


@pytest.fixture
def furnished(running_furnished: HomeAssistant) -> Iterator[HomeAssistant]:
    """A home that people live in: floors, areas, aliases, and only some things exposed. It runs again after
    a test that took it down."""
    yield running_furnished
    running_furnished.mend()


@pytest.fixture
async def visitor(home_assistant: HomeAssistant) -> AsyncIterator[Visitor]:
    """Someone signed in, who leaves nothing behind."""
    async with _visiting(home_assistant) as one:
        yield one


@pytest.fixture
async def owner(furnished: HomeAssistant) -> AsyncIterator[Visitor]:
    """Someone signed in to the furnished home."""
    async with _visiting(furnished) as one:
        yield one


@asynccontextmanager
async def _visiting(house: HomeAssistant) -> AsyncIterator[Visitor]:
    headers = {"Authorization": f"Bearer {house.token}"}
    async with httpx.AsyncClient(
        base_url=house.url, headers=headers, verify=trusted(), trust_env=False, timeout=60
    ) as http:
        one = Visitor(house, http)
        yield one
        await one.leave()
