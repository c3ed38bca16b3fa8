"""`voice-gateway wish`: one line of the language of wishes."""

import asyncio
import json
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.completion import complete_wish
from voice_gateway.cli.context import Model, Provider, settings_of, tell

if TYPE_CHECKING:
    from voice_gateway.cli.assistant import Given
    from voice_gateway.settings import Settings
    from voice_gateway.wishes import Wish


def wish(
    context: typer.Context,
    line: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="LINE",
            help="What is wished, such as “off hall light”; read from standard input when left out.",
            autocompletion=complete_wish,
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what the line is made of, and do nothing.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what came of it as JSON.")] = False,
    provider: Provider = None,
    model: Model = None,
) -> None:
    """Carry out one line of the language of wishes: now, later, or when something happens.

    Where a sentence may be misread, a line says just what is meant. What is guarded is asked about. Ends as
    ask does: with 0 when it was done or answered, or when a question came back, else with 1.

    Examples: voice-gateway wish off hall light  ·  voice-gateway wish "in 10m: off hall light"  ·
    voice-gateway wish "weekdays sunset-30m: close blinds"  ·  voice-gateway wish timer 9m pasta
    """
    from voice_gateway.cli.ask import read_standard_input
    from voice_gateway.cli.explaining import as_report, show_understanding
    from voice_gateway.errors import InputError
    from voice_gateway.wishes import Understanding, read_wish

    text = " ".join(line) if line else read_standard_input('voice-gateway wish "in 10m: off hall light"')
    read = read_wish(text.strip())
    if not read.parts:
        raise InputError("The line wishes for nothing.", fix="Write for example: in 10m: off hall light")
    if explain:
        understanding = Understanding(read, "the language itself")
        if as_json:
            print(json.dumps(as_report(understanding), ensure_ascii=False, indent=2))
        else:
            show_understanding(understanding)
        return
    settings = settings_of(context, provider, model).settings
    given = asyncio.run(_carry_out(settings, text.strip(), read, ask_back=not as_json))
    if as_json:
        report = {"text": given.text, "success": given.outcome.success, "outcome": given.outcome}
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        print(given.text)
    if not given.outcome.helped:
        raise typer.Exit(1)


async def _carry_out(settings: "Settings", line: str, wish: "Wish", *, ask_back: bool) -> "Given":
    from voice_gateway.assembly import open_gateway
    from voice_gateway.cli.assistant import Here
    from voice_gateway.cli.settling import Promises, settled
    from voice_gateway.conversation import Conversation

    async with open_gateway(settings, announce=tell, keep_time=False) as gateway:
        promises, assistant = Promises(gateway.planning), Here(gateway, Conversation())
        await promises.begin()
        given = await assistant.say(line, wish=wish)
        if ask_back:
            given = await settled(assistant, given)
        await promises.tell_unless_kept()
        return given
