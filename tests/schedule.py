"""Which tests run beside which, where there are several workers.

The tests of a file stay together, because they share what is costly to start; and so do the files that share
Home Assistant, or a Z-Wave network. What takes longest begins first, so that all workers end together. What
is spoken and heard keeps time as a room does, and would have the other workers wait: it comes last, one after
the other.
"""

import fcntl
import tempfile
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling  # type: ignore[import-untyped]

RIGS = {
    "Home Assistant": (
        "tests/devices/home_assistant/",
        "tests/devices/test_several.py",
        "tests/end_to_end/test_home_assistant.py",
        "tests/measuring/test_live_home.py",
        "tests/integrations/",
        "tests/spec/test_s74_s80_home_assistant.py",
        "tests/spec/test_s82_several_sources.py",
    ),
    "Z-Wave": (
        "tests/console/test_zwave_page.py",
        "tests/devices/test_mcp_server.py",
        "tests/devices/test_zwave_faults.py",
        "tests/devices/test_zwave_home.py",
        "tests/end_to_end/test_zwave_turns.py",
    ),
    "quiet": (
        "tests/voice/test_announcing.py",
        "tests/voice/test_chain.py",
        "tests/voice/test_commands.py",
        "tests/voice/test_going_on.py",
        "tests/voice/test_interruption.py",
        "tests/voice/test_scenario_38.py",
    ),
}
SLOW = (
    "Home Assistant",
    "Z-Wave",
    "tests/deploy/",
    "tests/bench/",
    "tests/spec/test_s89_s91_fleets.py",
    "tests/voice/",
    "tests/engine/",
    "tests/spec/test_045_real_model.py",
    "tests/cli/",
    "tests/console/",
    "tests/measuring/",
    "tests/planning/test_crash.py",
    "tests/routing/",
    "tests/call_maker/",
    "tests/models/test_loading.py",
    "tests/test_programs.py",
    "tests/fleet/",
    "tests/mcp/",
    "tests/devices/",
)
"""From where most is waited for, in order."""


def scope_of(nodeid: str) -> str:
    """The rig that a test shares with tests of other files, or its file."""
    file = nodeid.partition("::")[0]
    return next((rig for rig, files in RIGS.items() if file.startswith(files)), file)


class Together(LoadFileScheduling):  # type: ignore[misc]
    """Hands out rigs and files, in the order of the tests."""

    def _split_scope(self, nodeid: str) -> str:
        return scope_of(nodeid)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together | None:
    if config.getoption("dist") != "loadfile":
        return None
    config.option.loadscopereorder = False
    return Together(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: _rank(scope_of(item.nodeid)))
    misplaced = {item.nodeid for item in items if _is_alone(item) and scope_of(item.nodeid) != "quiet"}
    assert not misplaced, f"These need a quiet room, so their files belong to “quiet”: {misplaced}"


def _is_alone(item: pytest.Item) -> bool:
    return "quiet_room" in getattr(item, "fixturenames", ())


def _rank(scope: str) -> int:
    if scope == "quiet":
        return len(SLOW) + 1
    return next((rank for rank, slow in enumerate(SLOW) if scope.startswith(slow)), len(SLOW))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    run = getattr(item.config, "workerinput", {}).get("testrunuid")
    if run is None:
        return (yield)
    place = Path(tempfile.gettempdir(), f"tests-{run}")
    place.mkdir(exist_ok=True)
    # Whoever comes stands in line; so nobody waits for ever for a moment in which no other test runs.
    how = fcntl.LOCK_EX if _is_alone(item) else fcntl.LOCK_SH
    with _locked(place / "line", fcntl.LOCK_EX) as leave_the_line, _locked(place / "room", how):
        leave_the_line()
        return (yield)


@contextmanager
def _locked(path: Path, how: int) -> Iterator[Callable[[], None]]:
    """Hold it; what is given back lets go of it early. A child that a test leaves behind holds nothing."""
    with path.open("w") as file:
        fcntl.flock(file, how)
        let_go = partial(fcntl.flock, file, fcntl.LOCK_UN)
        try:
            yield let_go
        finally:
            let_go()
