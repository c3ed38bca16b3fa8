"""What was chosen: tried first, and written into the settings once it works."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr, ValidationError

from voice_gateway.devices import open_home
from voice_gateway.errors import InputError, SettingsError
from voice_gateway.saying import capitalised
from voice_gateway.settings.home import HomeSettings
from voice_gateway.settings.keys import Key
from voice_gateway.settings.write import write_private, write_settings

_KINDS = {"http": "home_assistant", "mqtt": "mqtt", "ws": "zwave"}


@dataclass(frozen=True)
class Chosen:
    """What a person wants to have; what is left out stays as it is."""

    model: str | None = None
    """A model of Ollama."""
    home_url: str | None = None
    """A Home Assistant, a broker or a Z-Wave server."""
    token: str | None = None
    """Of Home Assistant."""
    microphone: str | None = None
    speaker: str | None = None


async def settle(path: Path, chosen: Chosen) -> int | None:
    """Try it and write it into this file; how many devices a new home has. Raises SettingsError."""
    values: dict[Key, Any] = {
        "ollama.model": chosen.model,
        "voice.microphone": chosen.microphone,
        "voice.speaker": chosen.speaker,
    }
    values = {key: value for key, value in values.items() if value}
    devices = None
    if chosen.home_url:
        home, devices = await try_home(chosen.home_url.strip(), (chosen.token or "").strip())
        values |= _written(home, path.parent)
    if values:
        write_settings(path, values)
    return devices


async def try_home(url: str, token: str) -> tuple[HomeSettings, int]:
    """The settings for a home at this address, and how many devices it has. Raises when it is not there."""
    home = _home(url, token)
    return home, await _devices(home)


def kind_of(url: str) -> str:
    """What an address stands for, by how it begins. Raises InputError."""
    kind = next((kind for scheme, kind in _KINDS.items() if url.startswith(scheme)), None)
    if kind is None or "://" not in url:
        raise InputError(
            f"“{url}” is no address of a home.",
            fix="Addresses begin with http:// (Home Assistant), mqtt:// (a broker) or ws:// (Z-Wave).",
        )
    return kind


def _home(url: str, token: str) -> HomeSettings:
    kind = kind_of(url)
    if kind == "home_assistant" and not token:
        raise InputError(
            "Home Assistant lets nobody in without a token.",
            fix="Make one there: your profile (below on the left), Security, Long-lived access tokens.",
        )
    given = {f"{kind}_url": url} | ({"home_assistant_token": token} if kind == "home_assistant" else {})
    try:
        return HomeSettings.model_validate(given)
    except ValidationError as error:
        raise SettingsError(f"{url} cannot be used: {error.errors()[0]['msg']}.") from None


async def _devices(settings: HomeSettings) -> int:
    """How many devices there are. Raises SettingsError when it cannot be reached."""
    home = open_home(settings)
    try:
        await home.start()
        health = home.health()
    finally:
        await home.close()
    if not health.connected:
        raise SettingsError(
            f"{capitalised(health.name)} at {health.source} cannot be reached: {health.note}.",
            fix="Nothing was written. Check the address, and try again.",
        )
    return health.devices


def _written(home: HomeSettings, folder: Path) -> dict[Key, str | None]:
    """What stands in the settings file. Secrets go into files beside it that only their owner can read."""
    values: dict[Key, str | None] = {}
    for name in sorted(home.model_fields_set):
        value = getattr(home, name)
        if isinstance(value, SecretStr):
            kept = folder / name.replace("_", "-")
            write_private(kept, f"{value.get_secret_value()}\n")
            # The secret itself would be stronger than its file.
            values |= {f"home.{name}_file": str(kept), f"home.{name}": None}
        else:
            values[f"home.{name}"] = str(value)
    return values
