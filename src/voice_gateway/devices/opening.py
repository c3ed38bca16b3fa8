"""Chooses the home: behind Home Assistant, a Z-Wave server or an MQTT broker when an address is set, else a
simulated one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from voice_gateway.errors import SettingsError

if TYPE_CHECKING:
    from voice_gateway.devices.home import Home
    from voice_gateway.settings.model import HomeSettings


def open_home(settings: HomeSettings) -> Home:
    """The home to act on, not started yet."""
    if settings.home_assistant_url:
        return _home_assistant(settings)
    if settings.zwave_url:
        from voice_gateway.devices.zwave import ZwaveHome

        return ZwaveHome(settings.zwave_url)
    if settings.mqtt_url:
        return _mqtt(settings)
    from voice_gateway.devices.simulated import load_home

    return load_home(settings.file)


def _home_assistant(settings: HomeSettings) -> Home:
    from voice_gateway.devices.home_assistant import HomeAssistantHome

    if settings.zwave_url:
        raise SettingsError(
            "home.zwave_url and home.home_assistant_url are both set.",
            fix="Keep one of them: Home Assistant can have the Z-Wave devices too.",
        )
    if settings.home_assistant_token is None:
        raise SettingsError(
            "Home Assistant lets nobody in without a token.",
            fix="Make one there (your profile, Security) and set home.home_assistant_token.",
        )
    return HomeAssistantHome(
        settings.home_assistant_url or "", settings.home_assistant_token.get_secret_value()
    )


def _mqtt(settings: HomeSettings) -> Home:
    from voice_gateway.devices.mqtt import Address, MqttHome

    password = settings.mqtt_password.get_secret_value() if settings.mqtt_password else None
    address = Address(settings.mqtt_url or "", settings.mqtt_username, password, settings.mqtt_authority)
    return MqttHome(address, settings.mqtt_discovery)
