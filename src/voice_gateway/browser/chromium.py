"""Finds a Chromium on this machine."""

import os
import shutil
from pathlib import Path

_NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "brave-browser",
    "microsoft-edge",
)
_PLACES = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
    Path("/snap/bin/chromium"),
)


def find_chromium(chosen: Path | None = None) -> str | None:
    """The program of the browser: the chosen one, or the first that is there."""
    if chosen:
        path = chosen.expanduser()
        return str(path) if os.access(path, os.X_OK) and path.is_file() else None
    for name in _NAMES:
        if found := shutil.which(name):
            return found
    return next((str(place) for place in _PLACES if place.exists()), None)
