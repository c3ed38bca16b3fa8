"""Opens the home: one over all sources that are set, else a simulated one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.errors import SettingsError

if TYPE_CHECKING:
    from voice_gateway.devices.home import Home
    from voice_gateway.settings.model import HomeSettings


def open_home(settings: HomeSettings) -> Home:
    """The home to act on, not started yet, with its devices called as the household calls them."""
    home = _home(settings)
    home.registry.heed(settings.devices)
    return home


def _home(settings: HomeSettings) -> Home:
    sources = _sources(settings)
    if len(sources) > 1:
        from voice_gateway.devices.several import Several

        return Several(sources)
    if sources:
        return sources[0]
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
        sources.append(_home_assistant(settings.home_assistant_url, settings))
    return sources


def _mqtt(url: str, settings: HomeSettings) -> Home:
    from voice_gateway.devices.mqtt import Address, MqttHome

    password = settings.mqtt_password.get_secret_value() if settings.mqtt_password else None
    address = Address(url, settings.mqtt_username, password, settings.mqtt_authority)
    return MqttHome(address, settings.mqtt_discovery)


def _home_assistant(url: str, settings: HomeSettings) -> Home:
    from voice_gateway.devices.home_assistant import HomeAssistantHome

    if settings.home_assistant_token is None:
        raise SettingsError(
            "Home Assistant lets nobody in without a token.",
            fix="Make one there (your profile, Security) and set home.home_assistant_token.",
        )
    return HomeAssistantHome(url, settings.home_assistant_token.get_secret_value())
