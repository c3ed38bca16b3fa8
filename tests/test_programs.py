"""A test that needs a program which is not there is skipped, except in CI, where it fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.home_assistant_rig.environment import find_python
from tests.programs import DEBIAN, needs

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("program", sorted(set(DEBIAN) - {"chromium", "node"}))
def test_a_missing_program_skips_the_test_and_names_its_package(
    program: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match=DEBIAN[program]):
        needs(program)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="missing in CI"):
        needs(program)
    (tmp_path / program).symlink_to(sys.executable)
    assert needs(program) == tmp_path / program


def test_what_needs_a_synthesiser_passes_or_is_skipped_without_one(tmp_path: Path) -> None:
    """The tests of the voice's parts, on a machine that has nothing but Python."""
    environment = {name: value for name, value in os.environ.items() if name != "CI"} | {
        "PATH": str(tmp_path)
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/voice/test_parts.py"]
    ended = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False
    )
    assert ended.returncode == 0, ended.stdout
    assert "skipped" in ended.stdout


def test_home_assistant_takes_only_a_python_that_runs_and_fits(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_python() is None
    shim = tmp_path / "python3.13"
    shim.write_text("#!/bin/sh\necho 'pyenv: python3.13: command not found' >&2\nexit 127\n")
    shim.chmod(0o755)
    assert find_python() is None
    kept = tmp_path / ".pyenv/versions/3.13.9/bin/python3.13"
    kept.parent.mkdir(parents=True)
    kept.write_text("#!/bin/sh\necho 3.13\n")
    kept.chmod(0o755)
    assert find_python() == kept
