"""Where Home Assistant is installed: an environment of its own, kept between test runs.

`python -m tests.home_assistant_rig.environment` does it beforehand, since it may take longer than a test may.
"""

import hashlib
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
KEPT = Path.home() / ".cache/voice-gateway-tests"
_VERSION = "import sys, ensurepip, venv; print('%d.%d' % sys.version_info[:2])"


def find_python() -> Path | None:
    """A Python 3.13 that runs: on the path, or among the versions that pyenv keeps."""
    found = [shutil.which("python3.13"), *Path.home().glob(".pyenv/versions/3.13*/bin/python3.13")]
    return next((Path(one) for one in found if one and _is_fitting(one)), None)


def _is_fitting(program: str | Path) -> bool:
    # A shim of pyenv may be on the path and lead nowhere.
    asked = subprocess.run([program, "-c", _VERSION], capture_output=True, text=True, check=False)
    return asked.stdout.strip() == "3.13"


def install(python: Path) -> Path:
    """The `hass` program, installed unless it already is. Raises `RuntimeError` when that fails."""
    wanted = hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:12]
    place = KEPT / f"home-assistant-{wanted}"
    stamp = place / "installed"
    if not stamp.exists():
        shutil.rmtree(place, ignore_errors=True)
        _run(str(python), "-m", "venv", str(place))
        # The list is complete, so nothing has to be worked out; what is never used need not be compiled.
        pip = (str(place / "bin/python"), "-m", "pip", "install", "--quiet", "--no-input")
        _run(*pip, "--no-deps", "--no-compile", "--requirement", str(REQUIREMENTS))
        stamp.touch()
    return place / "bin/hass"


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError((done.stderr or done.stdout).strip()[-500:])


def main() -> None:
    """Install it where this machine can have it; if not, the tests that need it tell why."""
    if python := find_python():
        with suppress(RuntimeError):
            install(python)


if __name__ == "__main__":
    main()
