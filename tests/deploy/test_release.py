"""What is published installs anywhere, answers, and says where the rest is."""

import importlib.util
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from tests.programs import missing
from voice_gateway import __version__

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.timeout(1200)  # packages are downloaded and unpacked
_UNRESOLVED = ("No matching distribution", "Could not find a version", "ConnectionError", "Temporary failure")


def _release() -> ModuleType:
    spec = importlib.util.spec_from_file_location("release", ROOT / "deploy/release.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


release = _release()


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("release")


@pytest.fixture(scope="module")
def wheel(work: Path) -> Path:
    try:
        sdist = release.build_sdist(work / "dist", work)
    except release.NotReady as error:
        if any(words in str(error) for words in _UNRESOLVED):
            missing(f"pip finds no hatchling to build with: {str(error)[-200:]}")
        raise
    built: Path = release.build_wheel(sdist, work / "dist", work)
    return built


def test_its_places_agree_on_the_version() -> None:
    assert release.declared_version() == __version__


def test_the_wheel_holds_the_weights_and_nothing_that_only_measures(wheel: Path) -> None:
    release.check_wheel(wheel, __version__)


@pytest.mark.parametrize("lost", release.WEIGHTS)
def test_a_wheel_without_its_weights_is_no_release(wheel: Path, tmp_path: Path, lost: str) -> None:
    """Of the other files, only their names and its description are looked at."""
    poorer = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(poorer, "w") as part:
        for name in whole.namelist():
            if not name.endswith(lost):
                part.writestr(name, whole.read(name) if name.endswith("METADATA") else b"")
    with pytest.raises(release.NotReady, match=lost):
        release.check_wheel(poorer, __version__)


def test_the_wheel_installs_in_an_environment_of_its_own_and_answers(wheel: Path, work: Path) -> None:
    """As pipx and uvx do it: a fresh environment, the wheel, and what it asks for."""
    try:
        told = release.answers(wheel, work)
    except release.NotReady as error:
        if any(words in str(error) for words in _UNRESOLVED):
            missing(f"pip does not find what the wheel needs: {str(error)[-200:]}")
        raise
    assert told == f"voice-gateway {__version__}"
    program = work / "installed/bin/voice-gateway"
    with pytest.raises(release.NotReady, match="comes with the source"):
        release.ask(program, work, "eval", "home", "my-home.toml", "--no-model")
