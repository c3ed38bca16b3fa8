"""`voice-gateway setup`: from an empty machine to a household that can talk to it."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import file_of, settings_of, tell
from voice_gateway.cli.settling import at_a_terminal

if TYPE_CHECKING:
    from voice_gateway.settings import Settings
    from voice_gateway.setup import Around


def setup(
    context: typer.Context,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="A model of Ollama; it is fetched if need be.")
    ] = None,
    home: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="A Home Assistant (http://…), a broker (mqtt://…) or Z-Wave (ws://…)."
        ),
    ] = None,
    token_file: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Home Assistant's token is in this file.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.1, max=60, help="How long to look around in the network.")
    ] = 3.0,
) -> None:
    """Find a model, your home, a microphone and a speaker; write the settings; say what to try.

    At a terminal it asks; Enter takes what stands in brackets. Elsewhere, only what the options say changes.
    Run it again at any time: what is not answered stays as it is, and so do your comments in the file.

    Examples: voice-gateway setup  ·  voice-gateway setup --model qwen3:0.6b --home mqtt://192.168.1.5
    """
    from voice_gateway.setup import look_around

    settings, path = settings_of(context).settings, file_of(context)
    tell("Looking around: Ollama, your network, the sound server …")
    around = asyncio.run(look_around(settings, seconds))
    _model(settings, around, path, model)
    _home(settings, around, path, home, token_file)
    _sound(settings_of(context).settings, around, path)
    _end(settings_of(context).settings, path)


def _model(settings: "Settings", around: "Around", path: Path, named: str | None) -> None:
    from voice_gateway.cli.model import fetch
    from voice_gateway.model_name import same_model
    from voice_gateway.setup import Chosen, settle
    from voice_gateway.setup.looking import SUGGESTED

    _heading("Who answers")
    if around.models is None:
        print(f"Ollama does not answer at {around.ollama_url}.")
        print(
            "The built-in model does: good for commands, not for talk. For talk, install https://ollama.com,\n"
            "then run voice-gateway setup again."
            if around.builtin
            else "Nobody else can: install https://ollama.com, then run voice-gateway setup again."
        )
        return
    print(f"Ollama answers at {around.ollama_url}. It has: {', '.join(around.models) or 'no model yet'}.")
    there = any(same_model(settings.ollama.model, one) for one in around.models)
    suggested = settings.ollama.model if there else next(iter(around.models), SUGGESTED)
    chosen = named or (_asked("Which model (another name is fetched)", suggested) if at_a_terminal() else "")
    if not chosen:
        return
    if not any(same_model(chosen, one) for one in around.models):
        fetch(around.ollama_url, chosen)
    asyncio.run(settle(path, Chosen(model=chosen)))
    print(f"{chosen} answers from now on.")


def _home(settings: "Settings", around: "Around", path: Path, named: str | None, token: Path | None) -> None:
    from voice_gateway.cli.home_add import connect, list_homes, meant_by
    from voice_gateway.errors import GatewayError

    _heading("Your home")
    if around.deaf:
        print(around.deaf)
    list_homes(around.homes)
    now = "keep what is connected" if settings.home.is_connected else "the simulated home"
    while named or at_a_terminal():
        asked = "Its number, or an address" if around.homes else "Nothing was found. An address"
        answer = named or _asked(asked, now)
        if answer == now:
            return
        try:
            connect(meant_by(answer, around.homes)[1], token, path)
            return
        except GatewayError as error:
            if named:
                raise
            print(error)


def _sound(settings: "Settings", around: "Around", path: Path) -> None:
    from voice_gateway.cli.sound_check import check_sound
    from voice_gateway.setup import Chosen, settle

    _heading("Microphone and speaker")
    if around.mute:
        print(around.mute)
        return
    chosen: dict[str, str] = {}
    for kind in ("microphone", "speaker"):
        there = [one for one in around.sounds if one.kind == kind]
        if not there:
            print(f"There is no {kind}.")
        for number, one in enumerate(there, 1):
            print(f"{number:2}  {kind}: {one.description}{' (in use)' if one.in_use else ''}")
        if len(there) > 1 and at_a_terminal():
            used = next((number for number, one in enumerate(there, 1) if one.in_use), 1)
            answer = _asked(f"Which {kind}", str(used))
            if answer.isdigit() and 0 < int(answer) <= len(there) and int(answer) != used:
                chosen[kind] = there[int(answer) - 1].name
    asyncio.run(settle(path, Chosen(**chosen)))
    if at_a_terminal() and around.sounds and typer.confirm("Try them now?", default=True):
        check_sound(settings.voice.model_copy(update=chosen))


def _end(settings: "Settings", path: Path) -> None:
    from voice_gateway.cli.calling import called
    from voice_gateway.devices import Device, open_home
    from voice_gateway.setup import five_sentences

    async def devices() -> tuple[Device, ...]:
        home = open_home(settings.home)
        try:
            await home.start()
            return tuple(home.devices())
        finally:
            await home.close()

    _heading("Ready")
    if path.exists():
        print(f"Your settings are in {path}; change them there, or with: {called()} config set KEY VALUE")
    print(f"Start it with {called()} run, and say or type:")
    for sentence in five_sentences(asyncio.run(devices())):
        print(f"  · {sentence}")


def _asked(question: str, default: str) -> str:
    return str(typer.prompt(question, default=default)).strip()


def _heading(words: str) -> None:
    print(f"\n{words}")
