"""Everything that can be set, where each value came from, and the files the gateway keeps.

`load_settings` layers defaults < TOML file < environment < command line and returns `Settings` together
with the origin of every value.
"""

from voice_gateway.settings.keys import secrets_of
from voice_gateway.settings.load import LoadedSettings, load_settings
from voice_gateway.settings.model import Settings
from voice_gateway.settings.places import cache_dir, config_file, data_dir

__all__ = [
    "LoadedSettings",
    "Settings",
    "cache_dir",
    "config_file",
    "data_dir",
    "load_settings",
    "secrets_of",
]
