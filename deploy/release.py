"""Makes a release: `make release` builds what is published, tries it out, and tags it where a key can sign.

The sdist and the wheel go to dist/. The wheel is looked into, its description is checked, and it is installed
into a fresh environment, where it must answer. Nothing is uploaded.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
BUILD = ROOT / "build" / "release"
WEIGHTS = (
    "call_maker/adapter.gguf",
    "routing/trained/router.npy",
    "reader/trained/layers.npy",
    "reader/trained/pen.npz",
    "reader/trained/words.npy",
    "voice/trained/homes.npz",
)
LEFT_OUT = "voice_gateway/measuring/"


class NotReady(Exception):
    """Why there is no release, in words."""


def main() -> int:
    asked = argparse.ArgumentParser(description="Build, check and tag a release.")
    asked.add_argument("--try", action="store_true", dest="trial", help="tag nothing, whatever git holds")
    trial = asked.parse_args().trial
    try:
        version = declared_version()
        if not trial:
            check_tree(version)
        shutil.rmtree(DIST, ignore_errors=True)
        for built in (sdist := build_sdist(DIST, BUILD), wheel := build_wheel(sdist, DIST, BUILD)):
            print(f"==> built {built.relative_to(ROOT)}, {built.stat().st_size / 1e6:.1f} MB")
        check_wheel(wheel, version)
        print("==> installed in a fresh environment:", answers(wheel, BUILD))
        if not trial:
            print("==>", tag(version))
    except NotReady as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    return 0


def declared_version() -> str:
    """The version, when every place that names it says the same."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = str(project["version"])
    if f'__version__ = "{version}"' not in (ROOT / "src/voice_gateway/__init__.py").read_text(
        encoding="utf-8"
    ):
        raise NotReady(f"voice_gateway.__version__ is not {version}, as pyproject.toml says")
    if not re.search(
        rf"^## {re.escape(version)}\b", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE
    ):
        raise NotReady(f"CHANGELOG.md says nothing of {version}")
    return version


def check_tree(version: str) -> None:
    if _git("status", "--porcelain"):
        raise NotReady("there are changes that are not committed")
    if _git("tag", "--list", f"v{version}"):
        raise NotReady(f"v{version} is tagged already; a new release needs a new version")


def build_sdist(into: Path, work: Path) -> Path:
    python = _environment(work / "builder")
    _install(python, "hatchling")
    _run(python, "-m", "hatchling", "build", "--directory", str(into), "--target", "sdist")
    return next(into.glob("*.tar.gz"))


def build_wheel(sdist: Path, into: Path, work: Path) -> Path:
    """As whoever installs the sdist would make it."""
    unpacked = work / "sdist"
    shutil.rmtree(unpacked, ignore_errors=True)
    with tarfile.open(sdist) as archive:
        archive.extractall(unpacked, filter="data")
    [source] = unpacked.iterdir()
    python = work / "builder" / "bin" / "python"
    _run(python, "-m", "hatchling", "build", "--directory", str(into), "--target", "wheel", where=source)
    return next(into.glob("*.whl"))


def check_wheel(wheel: Path, version: str) -> None:
    """The weights are in it, what only measures is not, and an index would take its description."""
    from packaging.metadata import Metadata

    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        described = archive.read(f"voice_gateway-{version}.dist-info/METADATA")
    if missing := [one for one in WEIGHTS if f"voice_gateway/{one}" not in names]:
        raise NotReady(f"the wheel is without {', '.join(missing)}")
    if any(name.startswith(LEFT_OUT) for name in names):
        raise NotReady(f"the wheel holds {LEFT_OUT}")
    metadata = Metadata.from_email(described, validate=True)
    if not metadata.description or metadata.description_content_type != "text/markdown":
        raise NotReady("the wheel is not described by README.md")


def answers(wheel: Path, work: Path) -> str:
    """What the installed program says of itself, after it has shown its help and done as it was told."""
    program = install(wheel, work)
    ask(program, work, "--help")
    done = ask(program, work, "ask", "turn on the kitchen light")
    if "kitchen light is now on" not in done.lower():
        raise NotReady(f"asked to turn on the kitchen light, it said: {done}")
    return ask(program, work, "--version")


def install(wheel: Path, work: Path) -> Path:
    """The program, from the wheel and nothing of this source."""
    python = _environment(work / "installed")
    _install(python, str(wheel), where=work)
    return python.with_name("voice-gateway")


def ask(program: Path, work: Path, *arguments: str) -> str:
    """What it says to somebody who has set nothing."""
    home = work / "home"
    home.mkdir(parents=True, exist_ok=True)
    alone = {"HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    return _run(program, *arguments, where=home, environment=alone)


def tag(version: str) -> str:
    """A signed tag; without a key, none."""
    if not _git("config", "user.signingkey"):
        return f"no key to sign with (git config user.signingkey), so v{version} is not tagged"
    _git("tag", "--sign", f"v{version}", "--message", f"Voice Gateway {version}")
    return f"tagged v{version}; publish with: git push origin v{version}"


def _environment(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder)
    return folder / "bin" / "python"


def _install(python: Path, what: str, where: Path = ROOT) -> None:
    """Into an environment that has no pip of its own: the one that runs this is newer, and far quicker."""
    pip = ("-m", "pip", "--python", str(python), "install", "--quiet", "--no-compile")
    _run(Path(sys.executable), *pip, "-c", str(ROOT / "constraints.txt"), what, where=where)


def _git(*arguments: str) -> str:
    ended = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    if ended.returncode and arguments[0] != "config":
        raise NotReady(f"git {arguments[0]}: {ended.stderr.strip()}")
    return ended.stdout.strip()


def _run(
    program: Path, *arguments: str, where: Path = ROOT, environment: dict[str, str] | None = None
) -> str:
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    ended = subprocess.run(
        [program, *arguments], cwd=where, env=environment or own, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise NotReady(f"{program.name} {' '.join(arguments)}: {ended.stdout}{ended.stderr}".strip())
    return ended.stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
