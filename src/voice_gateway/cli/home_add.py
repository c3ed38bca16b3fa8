"""`voice-gateway home add`: find what a home can be connected to, try it, and write it into the settings."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import CommonOptions, tell
from voice_gateway.errors import InputError, SettingsError

if TYPE_CHECKING:
    from voice_gateway.devices.finding import Found
    from voice_gateway.settings.model import HomeSettings

_TOKEN_FILE, _PASSWORD_FILE = "home-assistant-token", "mqtt-password"


def add(
    context: typer.Context,
    home_assistant: Annotated[
        str | None, typer.Option(metavar="URL", help="A Home Assistant: http://homeassistant.local:8123")
    ] = None,
    token_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Its long-lived access token is in this file.")
    ] = None,
    mqtt: Annotated[
        str | None, typer.Option(metavar="URL", help="An MQTT broker: mqtt://USER:PASSWORD@HOST:1883")
    ] = None,
    zwave: Annotated[
        str | None, typer.Option(metavar="URL", help="A zwave-js-server: ws://127.0.0.1:3000")
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=60, help="How long to look around in the network.")
    ] = 3.0,
) -> None:
    """Connect Home Assistant, an MQTT broker or a Z-Wave network; what is connected already stays.

    Without options it looks around in the network, asks which one you mean, and asks for the token. Make the
    token in Home Assistant: your profile (below on the left), Security, Long-lived access tokens.

    The connection is tried before anything is written. Secrets go into files that only you can read.

    Examples:

      voice-gateway home add

      voice-gateway home add --home-assistant http://homeassistant.local:8123 --token-file token.txt

      voice-gateway home add --mqtt mqtt://192.168.1.5:1883 --zwave ws://127.0.0.1:3000
    """
    common: CommonOptions = context.find_root().obj
    chosen = {"home_assistant": home_assistant, "mqtt": mqtt, "zwave": zwave}
    if not any(chosen.values()):
        meant, where = _choose(seconds)
        chosen[meant] = where
    for kind, url in chosen.items():
        if url:
            _connect(kind, url.strip(), token_file, common.settings_file)


def _choose(seconds: float) -> tuple[str, str]:
    """What the person means, and where it is."""
    from voice_gateway.devices.finding import find_sources

    tell("Looking around in the network …")
    try:
        found = asyncio.run(find_sources(seconds))
    except OSError as error:
        tell(f"Nothing can be heard in the network: {error}.")
        found = ()
    for number, one in enumerate(found, 1):
        print(f"{number:2}  {one.what} “{one.name}” at {one.url}")
    if not sys.stdin.isatty():
        raise InputError(
            f"{len(found)} found, and nobody to ask which one.",
            fix="Say it with --home-assistant URL --token-file FILE, --mqtt URL or --zwave URL.",
        )
    asked = "Its number, or another address" if found else "Nothing was found. The address"
    return meant_by(typer.prompt(asked), found)


def meant_by(answer: str, found: "Sequence[Found]") -> tuple[str, str]:
    if answer.isdigit() and 0 < int(answer) <= len(found):
        one = found[int(answer) - 1]
        return ("home_assistant" if one.what == "Home Assistant" else "mqtt"), one.url
    kinds = {"http": "home_assistant", "mqtt": "mqtt", "ws": "zwave"}
    kind = next((kind for scheme, kind in kinds.items() if answer.startswith(scheme)), None)
    if kind is None or "://" not in answer:
        raise InputError(
            f"“{answer}” is neither a number of the list nor an address.",
            fix="Addresses begin with http:// (Home Assistant), mqtt:// (a broker) or ws:// (Z-Wave).",
        )
    return kind, answer


def _connect(kind: str, url: str, token_file: Path | None, settings_file: Path | None) -> None:
    """Try it, and write it down once it works."""
    from pydantic import SecretStr

    from voice_gateway.settings import config_file
    from voice_gateway.settings.model import HomeSettings
    from voice_gateway.settings.write import write_private, write_settings

    path = settings_file or config_file()
    given = {f"{kind}_url": url}
    if kind == "home_assistant":
        given["home_assistant_token"] = _token(token_file)
    settings = HomeSettings.model_validate(given)
    devices = asyncio.run(_try(settings))
    values: dict[str, str | None] = {}
    for name in sorted(settings.model_fields_set):
        value = getattr(settings, name)
        if isinstance(value, SecretStr):
            kept = path.parent / name.replace("_", "-")
            write_private(kept, f"{value.get_secret_value()}\n")
            # The secret itself would be stronger than its file.
            values |= {f"home.{name}_file": str(kept), f"home.{name}": None}
        else:
            values[f"home.{name}"] = str(value)
    write_settings(path, values)
    tell(f"Connected: {devices} devices. Written to {path}. See them with: voice-gateway home")


def _token(file: Path | None) -> str:
    if file:
        try:
            return file.expanduser().read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            raise SettingsError(f"{file} cannot be read.", fix="Check the path after --token-file.") from None
    if not sys.stdin.isatty():
        raise InputError(
            "Home Assistant needs a token, and nobody is there to ask for it.",
            fix="Put it into a file and name that with --token-file.",
        )
    return str(typer.prompt("Its token (not shown)", hide_input=True)).strip()


async def _try(settings: "HomeSettings") -> int:
    """How many devices there are. Raises SettingsError when it cannot be reached."""
    from voice_gateway.devices import open_home

    home = open_home(settings)
    try:
        await home.start()
        health = home.health()
    finally:
        await home.close()
    if not health.connected:
        name = health.name[:1].upper() + health.name[1:]
        raise SettingsError(
            f"{name} at {health.source} cannot be reached: {health.note}.",
            fix="Nothing was written. Check the address, and try again.",
        )
    return health.devices
