"""`voice-gateway home add`: find what a home can be connected to, try it, and write it into the settings."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import file_of, tell
from voice_gateway.errors import InputError, SettingsError

if TYPE_CHECKING:
    from voice_gateway.devices.finding import Found


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
    named = [url for url in (home_assistant, mqtt, zwave) if url]
    for url in named or [_choose(seconds)]:
        connect(url.strip(), token_file, file_of(context))


def _choose(seconds: float) -> str:
    """The address of what the person means."""
    from voice_gateway.devices.finding import find_sources

    tell("Looking around in the network …")
    try:
        found = asyncio.run(find_sources(seconds))
    except OSError as error:
        tell(f"Nothing can be heard in the network: {error}.")
        found = ()
    list_homes(found)
    if not sys.stdin.isatty():
        raise InputError(
            f"{len(found)} found, and nobody to ask which one.",
            fix="Say it with --home-assistant URL --token-file FILE, --mqtt URL or --zwave URL.",
        )
    asked = "Its number, or another address" if found else "Nothing was found. The address"
    return meant_by(typer.prompt(asked), found)[1]


def list_homes(found: "Sequence[Found]") -> None:
    for number, one in enumerate(found, 1):
        print(f"{number:2}  {one.what} “{one.name}” at {one.url}")


def meant_by(answer: str, found: "Sequence[Found]") -> tuple[str, str]:
    """What was chosen by its number, or by its address: its kind, and where it is."""
    from voice_gateway.setup.choosing import kind_of

    if answer.isdigit() and 0 < int(answer) <= len(found):
        answer = found[int(answer) - 1].url
    try:
        return kind_of(answer.strip()), answer.strip()
    except InputError as error:
        raise InputError(
            f"“{answer}” is neither a number of the list nor an address.", fix=error.fix
        ) from None


def connect(url: str, token_file: Path | None, settings_file: Path) -> None:
    """Try it, and write it down once it works."""
    from voice_gateway.setup.choosing import Chosen, kind_of, settle

    token = read_token(token_file) if kind_of(url) == "home_assistant" else None
    devices = asyncio.run(settle(settings_file, Chosen(home_url=url, token=token)))
    tell(f"Connected: {devices} devices. Written to {settings_file}. See them with: voice-gateway home")


def read_token(file: Path | None) -> str:
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
