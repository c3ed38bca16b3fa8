"""What every test has: a machine of its own, and a way to say that a part is missing."""

import os
from pathlib import Path
from typing import NoReturn

import pytest


def missing(reason: str) -> NoReturn:
    """Skip a test whose part this machine cannot have. In CI every part must be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"missing in CI: {reason}")
    pytest.skip(reason)


@pytest.fixture(autouse=True)
def own_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the settings, the files or the keys of whoever runs it."""
    for name in list(os.environ):
        if name.startswith(("VOICE_GATEWAY_", "OLLAMA_", "ANTHROPIC_", "LANGSMITH_", "LANGCHAIN_")):
            monkeypatch.delenv(name)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))


pytest_plugins = ["tests.scene", "tests.sound", "tests.zwave_rig.fixtures"]
