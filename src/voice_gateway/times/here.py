"""The time zone of this machine, by its name: an offset alone does not know when clocks are put forward."""

import os
from datetime import datetime, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_LINK = Path("/etc/localtime")
_NAME = Path("/etc/timezone")


def machine_zone() -> tzinfo:
    """As the environment, or the system, names it; an offset when nobody does."""
    for name in _names():
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue
    return datetime.now().astimezone().tzinfo or ZoneInfo("UTC")


def _names() -> list[str]:
    names = [os.environ.get("TZ", "").removeprefix(":")]
    try:
        names.append(str(_LINK.resolve()).partition("/zoneinfo/")[2])
        names.append(_NAME.read_text(encoding="utf-8").strip())
    except OSError:
        pass
    return [name for name in names if name]
