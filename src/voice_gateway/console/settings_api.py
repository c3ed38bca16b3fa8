"""All settings on the page: what each does, what it is now and where that came from; tried, then written."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr
from starlette.requests import Request
from starlette.responses import Response

from voice_gateway import languages
from voice_gateway.console.operations import Operation
from voice_gateway.console.refused import Refused
from voice_gateway.console.requests import body_of, reply
from voice_gateway.console.setup_api import SettingUp
from voice_gateway.errors import SettingsError
from voice_gateway.model_name import same_model
from voice_gateway.models.provider import ollama_models
from voice_gateway.settings import LoadedSettings, Settings, load_settings
from voice_gateway.settings.keys import Key, choices_of, list_keys, secret_keys, setting_keys, types_of
from voice_gateway.settings.write import value_from, write_settings
from voice_gateway.setup import try_home

_GROUPS: tuple[tuple[str, str, tuple[Key, ...]], ...] = (
    ("Who answers", "The model behind the answers.",
     ("provider", "ollama.model", "ollama.base_url", "anthropic.api_key", "anthropic.model", "language")),
    ("Your home", "Where your devices are. Each address is tried before it is kept.",
     ("home.home_assistant_url", "home.home_assistant_token", "home.mqtt_url", "home.mqtt_username",
      "home.mqtt_password", "home.zwave_url", "home.file", "home.degrees", "timezone", "home.latitude",
      "home.longitude")),
    ("What asks first", "Single devices are guarded, hidden or kept on in their details, on the Home page.",
     ("home.guarded",)),
    ("Voice", "How it hears and speaks.",
     ("voice.wake_word", "voice.microphone", "voice.speaker", "voice.language", "voice.speech", "voice.voice",
      "voice.rate", "voice.follow_up", "voice.tones", "voice.stop_word")),
    ("Rooms and satellites", "Which microphone stands where.",
     ("voice.room", "voice.rooms", "voice.satellites", "voice.hubs", "voice.wyoming")),
    ("Who may sign in", "From where this page can be reached, and what one must know.",
     ("console.host", "console.port", "console.token", "console.hosts", "console.https",
      "console.certificate", "console.certificate_key", "console.history", "interfaces.may_confirm")),
)  # fmt: skip
_HANDLED = "home.devices"
"""Said of each device by itself."""
_OFFERS: dict[Key, Callable[[], list[str]]] = {
    "language": lambda: [name.capitalize() for name in languages.shipped("skills/answers")]
}
_FILES = "It names a file of this machine, which is up to whoever may edit files here."


class SettingView(BaseModel):
    key: str
    meaning: str
    kind: Literal["text", "number", "truth", "list", "secret"]
    choices: list[str]
    offers: list[str] = Field(description="What may be picked; anything else may be written instead.")
    value: str = Field(description="As one would write it; empty where nothing is set, or it is a secret.")
    given: bool = Field(description="Whether somebody has set it.")
    origin: str
    fixed: bool = Field(description="Not changed here: it names a file, or something stronger sets it.")


class SettingGroup(BaseModel):
    title: str
    meaning: str
    settings: list[SettingView]


class SettingsView(BaseModel):
    file: str
    groups: list[SettingGroup]
    joined: bool = Field(description="Whether this gateway is one of a fleet.")


class SettingsChange(BaseModel):
    """Settings by their keys, as one would write them; null gives the default back."""

    model_config = ConfigDict(extra="forbid", strict=True)

    values: dict[str, str | None] = Field(min_length=1, max_length=100)


class SettingsSaved(BaseModel):
    file: str
    keys: list[str]


class SettingsApi:
    def __init__(self, settings: Settings, setting_up: SettingUp) -> None:
        self._settings = settings
        self._setting_up = setting_up

    def operations(self) -> list[Operation]:
        return [
            Operation(
                "settings", "GET", "/api/settings", "Settings", "See all settings", self.read,
                gives=SettingsView,
            ),
            Operation(
                "change_settings", "POST", "/api/settings", "Settings",
                "Try settings, write them into the file, and begin anew", self.write, SettingsChange,
                SettingsSaved, problems={400: "They cannot be used; the error says why."},
            ),
        ]  # fmt: skip

    async def read(self, _request: Request) -> Response:
        loaded = await asyncio.to_thread(self._loaded)
        named = {key for _, _, keys in _GROUPS for key in keys}
        rest = tuple(key for key in setting_keys() if key not in named and key != _HANDLED)
        groups = (*_GROUPS, ("Everything else", "For those who know what they do.", rest))
        return reply(
            SettingsView(
                file=str(self._setting_up.path),
                groups=[
                    SettingGroup(title=title, meaning=meaning, settings=[_view(loaded, key) for key in keys])
                    for title, meaning, keys in groups
                ],
                joined=self._settings.fleet.nats_url is not None,
            )
        )

    async def write(self, request: Request) -> Response:
        asked = await body_of(request, SettingsChange)
        if unknown := set(asked.values) - set(setting_keys()) | (set(asked.values) & {_HANDLED}):
            raise Refused(400, f"{sorted(unknown)[0]} is no setting that can be changed here.")
        if named := [key for key in asked.values if _names_a_file(key)]:
            raise Refused(400, f"{named[0]} is only changed in {self._setting_up.path} itself.", fix=_FILES)
        values = {key: None if text is None else value_from(key, text) for key, text in asked.values.items()}
        await self._tried(values)
        await asyncio.to_thread(write_settings, self._setting_up.path, values)
        # The answer is on its way before everything ends.
        asyncio.get_running_loop().call_later(0.2, self._setting_up.restart)
        return reply(SettingsSaved(file=str(self._setting_up.path), keys=sorted(values)))

    async def _tried(self, values: dict[Key, Any]) -> None:
        """What is out there must answer. Raises SettingsError."""
        if "ollama.model" in values or "ollama.base_url" in values:
            await _try_model(self._settings, values)
        urls = [key for key in values if key.startswith("home.") and key.endswith("_url") and values[key]]
        for url in urls:
            token = values.get("home.home_assistant_token") or _told(self._settings.home.home_assistant_token)
            await try_home(str(values[url]), token)

    def _loaded(self) -> LoadedSettings:
        path = self._setting_up.path
        return load_settings(file=path if path.exists() else None)


async def _try_model(settings: Settings, values: dict[Key, Any]) -> None:
    url = values.get("ollama.base_url") or settings.ollama.base_url
    model = values.get("ollama.model") or settings.ollama.model
    there = await ollama_models(settings.ollama.model_copy(update={"base_url": url}))
    if there is None:
        raise SettingsError(f"Ollama does not answer at {url}.", fix="Nothing was written.")
    if "ollama.model" in values and not any(same_model(model, one) for one in there):
        known = ", ".join(sorted(there)) or "none"
        raise SettingsError(
            f"Ollama has no model {model}.", fix=f"It has: {known}. Fetch it with: ollama pull {model}"
        )


def _told(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""


def _view(loaded: LoadedSettings, key: Key) -> SettingView:
    origin, value = loaded.origins.get(key), loaded.value(key)
    place = origin.place if origin else "default"
    secret = key in secret_keys()
    return SettingView(
        key=key,
        meaning=setting_keys()[key],
        kind="secret" if secret else _kind(key),
        choices=list(choices_of(key)) if key not in list_keys() else [],
        offers=_OFFERS[key]() if key in _OFFERS else [],
        value="" if secret or value is None else _written(value),
        given=origin is not None,
        origin=place,
        fixed=place.startswith("environment") or place == "command line" or _names_a_file(key),
    )


def _names_a_file(key: Key) -> bool:
    """Such as a list of programs to start: what runs here is not up to whoever may open the page."""
    return Path in types_of(key)


def _kind(key: Key) -> Literal["text", "number", "truth", "list"]:
    if key in list_keys():
        return "list"
    kinds = types_of(key)
    if bool in kinds:
        return "truth"
    return "number" if kinds & {int, float} else "text"


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
