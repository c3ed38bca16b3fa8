"""Opens the home: one over all sources that are set, else a simulated one."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from voice_gateway.devices.degrees import Degrees
from voice_gateway.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from voice_gateway.devices.home import Home
    from voice_gateway.devices.home_assistant import HomeAssistantHome
    from voice_gateway.settings.home import HomeSettings

_DEGREES = {"celsius": Degrees.CELSIUS, "fahrenheit": Degrees.FAHRENHEIT}


def open_home(settings: HomeSettings) -> Home:
    """The home to act on, not started yet, with its devices called as the household calls them."""
    sources = _sources(settings)
    degrees = _DEGREES.get(settings.degrees)
    if degrees:
        count_in(sources, degrees)
    home = _joined(sources)
    home.registry.heed(settings.devices)
    return home


def count_in(sources: Sequence[Home], degrees: Degrees) -> None:
    """The household counts in these, whoever tells the temperatures."""
    for source in sources:
        source.registry.count_in(degrees)


def _joined(sources: Sequence[Home]) -> Home:
    if len(sources) == 1:
        return sources[0]
    from voice_gateway.devices.several import Several

    return Several(sources)


def _simulated(settings: HomeSettings) -> Home:
    from voice_gateway.devices.kept_states import kept_states
    from voice_gateway.devices.simulated import load_home

    return load_home(settings.file, kept=kept_states(settings.file))


def _sources(settings: HomeSettings) -> list[Home]:
    """From the nearest to the devices to the nearest to the people."""
    sources: list[Home] = []
    if settings.zwave_url:
        from voice_gateway.devices.zwave import ZwaveHome

        sources.append(ZwaveHome(settings.zwave_url))
    if settings.mqtt_url:
        sources.append(_mqtt(settings.mqtt_url, settings))
    if settings.home_assistant_url:
        house = _home_assistant(settings.home_assistant_url, settings)
        sources.append(house)
        if settings.degrees == "auto":
            house.count_in = partial(count_in, sources)
    return sources or [_simulated(settings)]


def _mqtt(url: str, settings: HomeSettings) -> Home:
    from voice_gateway.devices.mqtt import Address, MqttHome

    password = settings.mqtt_password.get_secret_value() if settings.mqtt_password else None
    address = Address(url, settings.mqtt_username, password, settings.mqtt_authority)
    return MqttHome(address, settings.mqtt_discovery)


def _home_assistant(url: str, settings: HomeSettings) -> HomeAssistantHome:
    from voice_gateway.devices.home_assistant import HomeAssistantHome

    if settings.home_assistant_token is None:
        raise SettingsError(
            "Home Assistant lets nobody in without a token.",
            fix="Make one there (your profile, Security) and set home.home_assistant_token.",
        )
    return HomeAssistantHome(url, settings.home_assistant_token.get_secret_value())
