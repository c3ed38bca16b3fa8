"""Home Assistant, started once for all tests that need it."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from tests.home_assistant_rig.environment import find_python, install
from tests.home_assistant_rig.rig import HomeAssistant, Visitor
from tests.programs import missing


@pytest.fixture(scope="session")
def home_assistant(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HomeAssistant]:
    python = find_python()
    if python is None:
        # Debian has no package of it, so that not even CI can be told to have it.
        pytest.skip("Home Assistant needs Python 3.13, which is neither on the path nor kept by pyenv")
    try:
        program = install(python)
    except RuntimeError as error:
        missing(f"Home Assistant cannot be installed: {error}")
    house = HomeAssistant(program, tmp_path_factory.mktemp("home-assistant"))
    try:
        house.wait_until_ready()
        yield house
    finally:
        house.close()


@pytest.fixture
async def visitor(home_assistant: HomeAssistant) -> AsyncIterator[Visitor]:
    """Someone signed in, who leaves nothing behind."""
    headers = {"Authorization": f"Bearer {home_assistant.token}"}
    async with httpx.AsyncClient(
        base_url=home_assistant.url, headers=headers, trust_env=False, timeout=60
    ) as http:
        one = Visitor(home_assistant, http)
        yield one
        await one.leave()
