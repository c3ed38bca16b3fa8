"""The command that adds a part works where it is shown."""

import sys
from pathlib import Path

import pytest

from voice_gateway.installation import how_to_add


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    for name in ("Makefile", "pyproject.toml"):
        (tmp_path / name).touch()
    (tmp_path / ".venv").mkdir()
    return tmp_path


def test_make_adds_it_in_a_clone_that_make_has_set_up(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert how_to_add("voice", root=clone, environment=clone / ".venv") == f"make -C {clone} voice"
    monkeypatch.chdir(clone)
    assert how_to_add("voice", root=clone, environment=clone / ".venv") == "make voice"


def test_pip_adds_it_from_the_clone_to_another_environment(clone: Path) -> None:
    told = how_to_add("voice", root=clone, environment=clone / "elsewhere")
    assert told == f"{sys.executable} -m pip install -e '{clone}[voice]'"


def test_pip_adds_it_to_a_package_that_was_installed(tmp_path: Path) -> None:
    assert how_to_add("voice", root=tmp_path) == "pip install 'voice-gateway[voice]'"


def test_every_part_that_make_can_add_is_an_extra_of_the_package() -> None:
    import tomllib

    root = Path(__file__).parents[1]
    extras = tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    listed = next(line for line in (root / "Makefile").read_text().splitlines() if line.startswith("EXTRAS"))
    assert set(listed.split(":=")[1].split()) == set(extras)
