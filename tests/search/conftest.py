"""A real search engine over pages of our own."""

from collections.abc import Iterator

import pytest

from tests.search.searx import running_searx


@pytest.fixture(scope="session")
def searx(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_searx(tmp_path_factory.mktemp("searx")) as address:
        yield address
