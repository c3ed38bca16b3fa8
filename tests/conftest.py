"""What every test has: a machine of its own."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.home import MODEL_ALONE
from voice_gateway.memory import settle

# Machines are noisy: no test asserts a time, and so no example may fail for having taken long.
settings.register_profile("steady", deadline=None)
settings.load_profile("steady")


def pytest_collection_finish() -> None:
    """What was collected stays: no search for garbage goes through it again, and few are made."""
    settle()


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    """A command that sets up the log does so for itself alone."""
    root, ours = logging.getLogger(), logging.getLogger("voice_gateway")
    handlers, levels = root.handlers[:], (root.level, ours.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    ours.setLevel(levels[1])


@pytest.fixture(autouse=True)
def own_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the settings, the files or the keys of whoever runs it."""
    for name in list(os.environ):
        if name.startswith(("VOICE_GATEWAY_", "OLLAMA_", "ANTHROPIC_", "LANGSMITH_", "LANGCHAIN_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv(*MODEL_ALONE)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))


@pytest.fixture(scope="module")
def own_place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """For what a whole module shares: files of its own, and none of whoever runs the tests."""
    place = tmp_path_factory.mktemp("place")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(*MODEL_ALONE)
        for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
            patch.setenv(variable, str(place / variable.lower()))
        yield place


pytest_plugins = [
    "tests.assembled",
    "tests.engine.small_model",
    "tests.scene",
    "tests.schedule",
    "tests.sound",
    "tests.zwave_rig.fixtures",
    "tests.home_assistant_rig.fixtures",
    "tests.mqtt_rig.fixtures",
    "tests.nats_rig.fixtures",
]
