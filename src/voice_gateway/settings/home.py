"""Where the devices are, and what the household says of them."""

from pathlib import Path
from typing import Any, Literal
from urllib.parse import unquote, urlsplit, urlunsplit

from pydantic import Field, SecretStr, field_validator, model_validator

from voice_gateway.settings.section import Section


class DeviceSettings(Section):
    """What the household says of one device; it is stronger than what its source says."""

    name: str | None = Field(None, min_length=1, max_length=80, description="what it is called")
    aliases: tuple[str, ...] | None = Field(None, max_length=20, description="what else it is called")
    room: str | None = Field(None, max_length=80, description="the room it is in")
    exposed: bool = Field(True, description="whether the assistant knows of it at all")
    guarded: bool | None = Field(None, description="whether opening it or switching it on must be confirmed")
    keep_on: bool | None = Field(None, description="whether “everything off” leaves it on")

    @field_validator("name", "room")
    @classmethod
    def _tidy(cls, value: str | None) -> str | None:
        return None if value is None else " ".join(value.split())


class HomeSettings(Section):
    zwave_url: str | None = Field(None, description="a zwave-js-server, such as ws://127.0.0.1:3000")
    home_assistant_url: str | None = Field(
        None, description="your Home Assistant, such as http://homeassistant.local:8123"
    )
    home_assistant_token: SecretStr | None = Field(
        None, description="a long-lived access token from there (your profile, Security)"
    )
    mqtt_url: str | None = Field(None, description="an MQTT broker, such as mqtt://homeassistant.local:1883")
    mqtt_username: str | None = Field(None, description="who comes to the broker; mqtt_url may have it too")
    mqtt_password: SecretStr | None = Field(None, description="the password for it; mqtt_url may have it too")
    mqtt_authority: Path | None = Field(
        None, description="a certificate file for mqtts:// where this machine does not trust the broker's"
    )
    mqtt_discovery: str = Field(
        "homeassistant",
        min_length=1,
        description="the first part of the topics where devices announce themselves",
    )
    file: Path | None = Field(None, description="a simulated home (TOML) instead of the one built in")
    guarded: tuple[str, ...] = Field(
        ("lock", "garage_door", "valve", "siren", "alarm_panel", "heat"),
        description="kinds or device names whose opening or switching on must be confirmed",
    )
    devices: dict[str, DeviceSettings] = Field(
        {}, description="what you say of single devices, by their ids: name, aliases, room, exposed, …"
    )
    degrees: Literal["auto", "celsius", "fahrenheit"] = Field(
        "auto",
        description="what temperatures are said and shown in: as Home Assistant counts, else Celsius; "
        "or one of the two",
    )
    latitude: float | None = Field(
        None, ge=-90, le=90, description="where the home is, for sunrise and sunset"
    )
    longitude: float | None = Field(
        None, ge=-180, le=180, description="the same; the city of the time zone when not set"
    )

    @property
    def is_named(self) -> bool:
        """Whether the owner says which home it is; else it is the simulated one."""
        return self.is_connected or self.file is not None

    @property
    def is_connected(self) -> bool:
        """Whether it is a real one."""
        return bool(self.home_assistant_url or self.zwave_url or self.mqtt_url)

    @model_validator(mode="before")
    @classmethod
    def _without_password(cls, values: Any) -> Any:
        """An address may have a user and a password in it; from here on the password is kept as a secret."""
        url = values.get("mqtt_url") if isinstance(values, dict) else None
        if not isinstance(url, str) or "@" not in url:
            return values
        parts = urlsplit(url)
        person, _, place = parts.netloc.rpartition("@")
        name, _, password = person.partition(":")
        told = {"mqtt_username": unquote(name), "mqtt_password": unquote(password)}
        given = {key: value for key, value in told.items() if value}
        # What is set by itself is stronger than what is in the address.
        return {**given, **values, "mqtt_url": urlunsplit((*parts[:1], place, *parts[2:]))}
