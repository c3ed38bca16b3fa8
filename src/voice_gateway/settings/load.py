"""Layers the places a setting can come from, and remembers which one won."""

import difflib
import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr, ValidationError

from voice_gateway.errors import SettingsError
from voice_gateway.settings.keys import Key, list_keys, secret_keys, setting_keys
from voice_gateway.settings.model import Settings
from voice_gateway.settings.places import config_file

PREFIX = "VOICE_GATEWAY_"

FAMILIAR_NAMES: dict[str, Key] = {
    "OLLAMA_HOST": "ollama.base_url",
    "OLLAMA_BASE_URL": "ollama.base_url",
    "OLLAMA_MODEL": "ollama.model",
    "OLLAMA_NUM_CTX": "ollama.num_ctx",
    "OLLAMA_TEMPERATURE": "ollama.temperature",
    "OLLAMA_KEEP_ALIVE": "ollama.keep_alive",
    "ANTHROPIC_API_KEY": "anthropic.api_key",
    "ANTHROPIC_MODEL": "anthropic.model",
}
"""Variables that people already have, weakest first; VOICE_GATEWAY_* is stronger than all of them."""

NOT_SETTINGS = {f"{PREFIX}CONFIG", f"{PREFIX}DEBUG"}
"""Variables with our prefix that are read elsewhere."""


@dataclass(frozen=True)
class Origin:
    """The place a value came from, in words a person can act on."""

    place: str


@dataclass(frozen=True)
class LoadedSettings:
    settings: Settings
    origins: Mapping[Key, Origin]
    """Only keys that are not at their default."""

    def rows(self) -> list[tuple[Key, str, str]]:
        """Key, value in force and origin of every setting; secrets hidden."""
        return [
            (key, _shown(self.value(key)), self.origins[key].place if key in self.origins else "default")
            for key in setting_keys()
        ]

    def value(self, key: Key) -> Any:
        value: Any = self.settings
        for part in key.split("."):
            value = getattr(value, part)
        return value


def load_settings(
    *,
    file: Path | None = None,
    environment: Mapping[str, str] | None = None,
    command_line: Mapping[Key, Any] | None = None,
) -> LoadedSettings:
    """Read every layer and validate the result; the strongest layer comes last."""
    values: dict[Key, tuple[Any, Origin]] = {}
    values |= _from_file(file)
    values |= _from_environment(os.environ if environment is None else environment)
    for key, value in (command_line or {}).items():
        if value is not None:
            values[key] = (value, Origin("command line"))
    values = _with_secrets_read(values)
    origins = {key: origin for key, (_, origin) in values.items()}
    read = {key: _as_list(key, *value) if key in list_keys() else value[0] for key, value in values.items()}
    try:
        settings = Settings.model_validate(_nested(read))
    except ValidationError as error:
        raise _explained(error, origins) from None
    return LoadedSettings(settings, origins)


def _secret_files() -> dict[Key, Key]:
    """Every secret can also be given as the file that it is in: home.home_assistant_token_file."""
    return {f"{key}_file": key for key in secret_keys()}


def _with_secrets_read(values: dict[Key, tuple[Any, Origin]]) -> dict[Key, tuple[Any, Origin]]:
    """Read here, so that they are hidden wherever secrets are. A secret itself is stronger than its file."""
    files = _secret_files()
    read: dict[Key, tuple[Any, Origin]] = {}
    for name, (path, origin) in values.items():
        if name in files:
            try:
                text = Path(str(path)).expanduser().read_text(encoding="utf-8").strip()
            except (OSError, UnicodeDecodeError):
                raise SettingsError(
                    f"{path} cannot be read.", fix=f"It is named by {name}, set by: {origin.place}."
                ) from None
            read[files[name]] = (text, Origin(str(path)))
    return read | {name: value for name, value in values.items() if name not in files}


def _from_file(named: Path | None) -> dict[Key, tuple[Any, Origin]]:
    path = named or config_file()
    if not path.exists():
        if named:
            raise SettingsError(f"There is no settings file at {path}.", fix="Check the path after --config.")
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not valid TOML: {error}.") from None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from None
    known = {*setting_keys(), *_secret_files()}
    flat: dict[Key, tuple[Any, Origin]] = {}
    for name, value in table.items():
        entries = (
            {f"{name}.{leaf}": item for leaf, item in value.items()}
            if isinstance(value, dict)
            else {name: value}
        )
        for key, item in entries.items():
            if key not in known:
                raise SettingsError(f"{path} sets “{key}”, which is no setting.", fix=_suggest(key, known))
            flat[key] = (item, Origin(str(path)))
    return flat


def _from_environment(environment: Mapping[str, str]) -> dict[Key, tuple[Any, Origin]]:
    keys = [*setting_keys(), *_secret_files()]
    ours = {PREFIX + key.replace(".", "_").upper(): key for key in keys}
    values: dict[Key, tuple[Any, Origin]] = {}
    for name, key in (FAMILIAR_NAMES | ours).items():
        if text := environment.get(name, "").strip():
            values[key] = (text, Origin(f"environment variable {name}"))
    for name in environment:
        if name.startswith(PREFIX) and name not in ours and name not in NOT_SETTINGS:
            raise SettingsError(f"{name} is set, but there is no such setting.", fix=_suggest(name, ours))
    return values


def _as_list(key: Key, value: Any, origin: Origin) -> Any:
    """`a, b` and `["a", "b"]` are lists wherever they are written as text."""
    if not isinstance(value, str):
        return value
    if not value.lstrip().startswith("["):
        return [item for part in value.split(",") if (item := part.strip())]
    try:
        return json.loads(value)
    except ValueError:
        raise SettingsError(
            f"{key} is neither a JSON list nor words between commas. It was set by: {origin.place}.",
            fix=f'Write it as a, b or as ["a", "b"]. {key}: {setting_keys()[key]}',
        ) from None


def _nested(values: Mapping[Key, Any]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, value in values.items():
        section, _, leaf = key.rpartition(".")
        (tree.setdefault(section, {}) if section else tree)[leaf] = value
    return tree


def _explained(error: ValidationError, origins: Mapping[Key, Origin]) -> SettingsError:
    problem = error.errors()[0]
    key = ".".join(str(part) for part in problem["loc"] if isinstance(part, str))
    place = origins[key].place if key in origins else "default"
    if problem["type"] == "extra_forbidden":
        # What was meant is unknown, so it may have been a secret: its value is not shown.
        return SettingsError(
            f"{key} is no setting. It was set by: {place}.", fix=_suggest(key, setting_keys())
        )
    told = key not in secret_keys() and isinstance(problem["input"], str | int | float)
    given = f" (given: {problem['input']!r})" if told else ""
    allowed = problem["msg"].removeprefix("Value error, ").removeprefix("Input ")
    return SettingsError(
        f"{key} {allowed}{given}. It was set by: {place}.", fix=f"{key}: {setting_keys().get(key, '')}"
    )


def _suggest(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"Did you mean {close[0]}?" if close else "See all settings with: voice-gateway config"


def _shown(value: Any) -> str:
    if isinstance(value, SecretStr):
        return "(hidden)"
    if isinstance(value, tuple | dict):
        return ", ".join(map(str, value))
    return "(not set)" if value is None else str(value)
