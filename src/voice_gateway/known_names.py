"""What things are called in the home, as it was seen last: for who must not wait for the home itself."""

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from voice_gateway.settings import cache_dir

SHIPPED = Path(__file__).parent / "devices" / "homes" / "default.toml"
"""The home that is there until one's own is connected."""


def remember_names(names: Iterable[str]) -> None:
    """Nobody is hurt when this cannot be kept."""
    file, written = cache_dir() / "names.json", json.dumps(sorted({*names}, key=str.casefold))
    with suppress(OSError):
        if file.exists() and file.read_text(encoding="utf-8") == written:
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_name(f"{file.name}.{os.getpid()}")
        beside.write_text(written, encoding="utf-8")
        beside.replace(file)


def known_names() -> list[str]:
    """Devices and rooms; those of the home that we ship where none was seen yet."""
    with suppress(OSError, ValueError):
        known = json.loads((cache_dir() / "names.json").read_text(encoding="utf-8"))
        return [name for name in known if isinstance(name, str)] if isinstance(known, list) else []
    import tomllib

    devices = tomllib.loads(SHIPPED.read_text(encoding="utf-8")).get("device", [])
    return sorted({one[key] for one in devices for key in ("name", "room") if key in one}, key=str.casefold)
