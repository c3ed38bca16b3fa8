"""`voice-gateway model probe NAME`: the figures that decide how a model is asked for calls."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.model_choice import settings_for

if TYPE_CHECKING:
    from voice_gateway.models.probe import Figures
    from voice_gateway.settings.model import Settings

_WAYS = {
    "native": "The tools are bound, and the model calls them by itself (native).",
    "constrained": "The model writes its calls under a schema (constrained).",
}


def probe(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A model's name, such as qwen3:0.6b, or a GGUF file.")
    ],
) -> None:
    """Try a model with a few small wishes: right calls natively and under a schema, and talk.

    What is found is remembered for these weights, and decides how the model is used.
    """
    from voice_gateway.cli.terminal import NO, YES, percent, show, table

    settings = settings_for(context, name)
    figures = asyncio.run(_figures(settings))
    rows = table("a small wish", "native", "constrained", numbers=("native", "constrained"))
    for trial in figures.trials:
        rows.add_row(trial.say, YES if trial.native else NO, YES if trial.written else NO)
    ways = (figures.native, figures.written)
    rows.add_row("right calls", *(f"{way.right} of {way.asked} ({percent(way.share)})" for way in ways))
    show(rows)
    talk = "good enough for talk" if figures.talks else "too small for talk"
    print(f"{figures.talk.right} of {figures.talk.asked} plain questions answered: {talk}.")
    print(_WAYS[figures.way])


async def _figures(settings: "Settings") -> "Figures":
    from voice_gateway.models.builtin import BuiltinClient
    from voice_gateway.models.ollama import OllamaClient

    inside = settings.provider == "builtin"
    client = BuiltinClient(settings) if inside else OllamaClient(settings.ollama)
    try:
        return await client.probe()
    finally:
        await client.close()
