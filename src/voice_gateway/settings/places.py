"""Where the gateway keeps its files, by the XDG conventions."""

import os
from pathlib import Path


def _xdg(variable: str, fallback: str) -> Path:
    base = os.environ.get(variable)
    return (Path(base) if base else Path.home() / fallback) / "voice-gateway"


def config_file() -> Path:
    """The TOML file that is read when no other is named."""
    named = os.environ.get("VOICE_GATEWAY_CONFIG")
    return Path(named).expanduser() if named else _xdg("XDG_CONFIG_HOME", ".config") / "config.toml"


def data_dir() -> Path:
    """What must survive: plans and lists, metrics, the chat's line history."""
    return _xdg("XDG_DATA_HOME", ".local/share")


def cache_dir() -> Path:
    """What may be deleted at any time: search results, what was found out about a model."""
    return _xdg("XDG_CACHE_HOME", ".cache")
