"""`voice-gateway ask`: one sentence in, one answer out."""

import asyncio
import json
import sys
from typing import Annotated

import typer

from voice_gateway.cli.context import Model, Provider, settings_of, tell


def ask(
    context: typer.Context,
    text: Annotated[
        str | None, typer.Argument(help="The sentence; read from standard input when left out.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the answer and its trace as JSON.")] = False,
    show_trace: Annotated[bool, typer.Option("--trace", help="Print what happened, step by step.")] = False,
    provider: Provider = None,
    model: Model = None,
) -> None:
    """Ask one thing and print the answer.

    Example: voice-gateway ask --trace "who is the lieutenant governor of Ohio?"
    """
    from voice_gateway.assembly import open_gateway
    from voice_gateway.cli.timeline import timeline
    from voice_gateway.conversation import Conversation
    from voice_gateway.gateway import Answer

    settings = settings_of(context, provider, model).settings
    sentence = text if text is not None else read_standard_input()

    async def answer() -> Answer:
        async with open_gateway(settings, announce=tell) as gateway:
            return await gateway.turn(sentence, Conversation())

    given = asyncio.run(answer())
    if as_json:
        report = {
            "text": given.text,
            "success": given.success,
            "intent": given.intent,
            "confidence": round(given.confidence, 4),
            "trace": given.trace.as_dict(),
        }
        print(json.dumps(report, ensure_ascii=False, indent=2))
    else:
        print(given.text)
        if show_trace:
            print(f"\n{timeline(given.trace)}")
    if not given.success:
        raise typer.Exit(1)


def read_standard_input() -> str:
    """Everything on standard input, which must be UTF-8."""
    from voice_gateway.errors import InputError

    if sys.stdin.isatty():
        raise InputError("There is nothing to answer.", fix='Try: voice-gateway ask "what time is it?"')
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
