"""`voice-gateway ask`: one sentence in, one answer out."""

import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import Model, Provider, file_of, settings_of, tell
from voice_gateway.cli.timeline import timeline

if TYPE_CHECKING:
    from voice_gateway.cli.assistant import Assistant, Given
    from voice_gateway.gateway import Gateway
    from voice_gateway.settings import Settings

HEALTH = "check_zwave_health"
"""The tool that knows whether a home can be reached, whoever serves it."""


def ask(
    context: typer.Context,
    text: Annotated[
        str | None, typer.Argument(help="The sentence; read from standard input when left out.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer and its trace as JSON.")] = False,
    show_trace: Annotated[bool, typer.Option("--trace", help="Print what happened, step by step.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show how the sentence is read, and by whom; do nothing.")
    ] = False,
    provider: Provider = None,
    model: Model = None,
) -> None:
    """Ask one thing and print the answer.

    At a terminal, a question that comes back can be answered. Ends with 0 when it was done or answered, or
    when a question came back; with 1 when it was declined, not understood, or failed.

    While `voice-gateway run` is up, it is the one that answers, unless a model is named.

    Examples: voice-gateway ask --trace "who is the lieutenant governor of Ohio?"  ·
    voice-gateway ask --explain "turn off the hall light in ten minutes"
    """
    settings = settings_of(context, provider, model).settings
    sentence = text if text is not None else read_standard_input()
    if explain:
        asyncio.run(_explain(settings, sentence, as_json=as_json))
        return
    # Whoever names a model means that one, and not the one that `run` has.
    far = None if provider or model else file_of(context)
    given, trouble = asyncio.run(
        _answer(settings, far, sentence, show_trace=show_trace, ask_back=not as_json)
    )
    if as_json:
        report = {
            "text": given.text,
            "success": given.outcome.success,
            "outcome": given.outcome,
            "intent": given.intent,
            "confidence": round(given.confidence, 4),
            "trace": given.trace,
        }
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        print(given.text)
        if show_trace:
            print(f"\n{timeline(given.trace)}")
    if trouble:
        tell(trouble)
    if trouble or not given.outcome.helped:
        raise typer.Exit(1)


async def _answer(
    settings: "Settings", far: Path | None, sentence: str, *, show_trace: bool, ask_back: bool
) -> "tuple[Given, str | None]":
    """The answer, and why the home could not be reached, if it could not."""
    from voice_gateway.assembly import open_gateway
    from voice_gateway.cli.assistant import Here, reaching
    from voice_gateway.cli.settling import Promises
    from voice_gateway.conversation import Conversation
    from voice_gateway.running import find_running

    if far and (running := await find_running(far)):
        async with reaching(running) as there:
            return await _said(there, sentence, show_trace=show_trace, ask_back=ask_back), None
    async with open_gateway(settings, announce=tell, keep_time=False) as gateway:
        promises = Promises(gateway.planning)
        await promises.begin()
        here = Here(gateway, Conversation())
        given = await _said(here, sentence, show_trace=show_trace, ask_back=ask_back)
        await promises.tell_unless_kept()
        return given, await unreachable_home(gateway, given)


async def _said(assistant: "Assistant", sentence: str, *, show_trace: bool, ask_back: bool) -> "Given":
    from voice_gateway.cli.settling import settled
    from voice_gateway.errors import GatewayError

    try:
        given = await assistant.say(sentence)
        return await settled(assistant, given) if ask_back else given
    except GatewayError:
        if show_trace and assistant.last:
            print(timeline(assistant.last))
        raise


async def _explain(settings: "Settings", sentence: str, *, as_json: bool) -> None:
    from voice_gateway.assembly import open_gateway
    from voice_gateway.cli.explaining import as_report, show_understanding

    async with open_gateway(settings, announce=tell, keep_time=False) as gateway:
        understanding = await gateway.explain(sentence)
    if as_json:
        report = as_report(understanding) if understanding else None
        print(json.dumps(report, ensure_ascii=False, indent=2))
    elif understanding:
        show_understanding(understanding)
    else:
        print("This is no wish: it is answered by a skill, or by the model.")


async def unreachable_home(gateway: "Gateway", given: "Given") -> str | None:
    """Why the home could not be reached, when the sentence was about it; None when all is well."""
    from voice_gateway.tools import Tier, TurnState, make_call

    tools = {tool.name: tool for tool in gateway.manager.select(Tier.DEVICE)}
    calls = [event for event in given.trace["events"] if event.get("tool") in tools]
    if given.intent != Tier.DEVICE and not calls:
        return None
    if gateway.servers and (trouble := gateway.servers.trouble(Tier.DEVICE)):
        return trouble
    if HEALTH not in tools:
        return None
    result = await gateway.executor.run(make_call(HEALTH, {}), tools, TurnState())
    return None if result.ok else result.text.removeprefix("Error: ")


def read_standard_input(example: str = 'voice-gateway ask "what time is it?"') -> str:
    """Everything on standard input, which must be UTF-8."""
    from voice_gateway.errors import InputError

    if sys.stdin.isatty():
        raise InputError("There is nothing to answer.", fix=f"Try: {example}")
    return decode(sys.stdin.buffer.read())


def decode(data: bytes) -> str:
    from voice_gateway.errors import InputError

    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            f"The input is not UTF-8 text (byte {error.start + 1}).",
            fix="Convert it first, for example with iconv.",
        ) from None
