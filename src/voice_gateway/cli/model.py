"""`voice-gateway model`: which models there are, how fast the built-in one is, and offering it to others."""

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import typer

from voice_gateway.cli.context import settings_of
from voice_gateway.cli.model_choice import local_models, settings_for
from voice_gateway.cli.model_probe import probe
from voice_gateway.errors import ModelError
from voice_gateway.installation import how_to_add

if TYPE_CHECKING:
    from voice_gateway.engine.bench import Speed
    from voice_gateway.settings.model import Settings

model_app = typer.Typer(help="See, fetch, measure and offer language models.", no_args_is_help=True)
model_app.command("probe")(probe)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A model's name, such as qwen3:0.6b.")]


@model_app.command("list")
def list_models(context: typer.Context) -> None:
    """List the built-in model, the file that is set, and what a running Ollama has."""
    from voice_gateway.cli.terminal import show, table
    from voice_gateway.engine.ollama import installed_models, model_description

    settings = settings_of(context).settings
    rows = table(
        "model", "from", "size", "parameters", "quantization", "licence", numbers=("size", "parameters")
    )
    local = local_models(settings)
    for origin, model in local:
        facts = (model.parameter_size, model.metadata.quantization, model.licence)
        rows.add_row(model.name, origin, _size(model.size), *facts)
    address = settings.ollama.base_url
    theirs = installed_models(address)
    for entry in theirs or []:
        name, details = str(entry.get("name", "")), entry.get("details") or {}
        licence = _licence(model_description(address, name) or {}) or "unknown"
        facts = (str(details.get("parameter_size", "")), str(details.get("quantization_level", "")), licence)
        rows.add_row(name, "Ollama", _size(int(entry.get("size", 0))), *facts)
    if local or theirs:
        show(rows)
    if not local:
        print(f"The built-in model is not installed: {how_to_add('builtin')}")
    if theirs is None:
        print(f"No Ollama answers at {address}.")


@model_app.command("show")
def show_model(context: typer.Context, name: Name) -> None:
    """Show what is known about one model: size, licence, window, what it can do."""
    from voice_gateway.cli.terminal import show, table
    from voice_gateway.engine import answer
    from voice_gateway.engine.ollama import model_description

    settings = settings_of(context).settings
    model = next((model for _, model in local_models(settings) if model.answers_to(name)), None)
    described = answer.shown(model) if model else model_description(settings.ollama.base_url, name)
    if described is None:
        fix = f"See what there is: voice-gateway model list. Fetch it: voice-gateway model pull {name}."
        raise ModelError(f"There is no model {name} here.", fix=fix)
    rows = table("model", name)
    for label, value in _facts(described):
        rows.add_row(label, value)
    if model:
        rows.add_row("file", str(model.path))
        rows.add_row("size", _size(model.size))
    show(rows)


@model_app.command("pull")
def pull(context: typer.Context, name: Name) -> None:
    """Let a running Ollama fetch a model."""
    fetch(settings_of(context).settings.ollama.base_url, name)
    print(f"{name} is there. Use it: voice-gateway config set ollama.model {name}")


def fetch(address: str, name: str) -> None:
    """With a bar that shows how far it is. Raises ModelError."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    from voice_gateway.engine.ollama import pull_model

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*columns) as bar:
        task = bar.add_task(f"asking Ollama for {name}", total=None)
        for step in pull_model(address, name):
            total = step.total or None
            bar.update(task, description=step.status[:40], completed=step.completed, total=total)


@model_app.command("bench")
def bench(
    context: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]", help="A model in Ollama, or a GGUF file; the built-in one if not given."
        ),
    ] = None,
    tokens: Annotated[int, typer.Option(min=8, max=1024, help="How many tokens each answer has.")] = 64,
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Threads of the built-in engine, instead of the settings'."),
    ] = None,
) -> None:
    """Measure a model on this machine. It is unloaded first, to see how long loading takes."""
    from voice_gateway.cli.terminal import show, table

    overrides: dict[str, Any] = {"engine.threads": threads}
    settings = settings_for(context, name, **overrides)
    label, speed = asyncio.run(_measure(settings, tokens))
    rows = table("", label, numbers=(label,))
    rows.add_row("load", f"{speed.load:.2f} s")
    rows.add_row("memory", f"{speed.memory:.0f} MiB")
    rows.add_row("reading a prompt", f"{speed.prompt_rate:.0f} tokens/s")
    rows.add_row("writing an answer", f"{speed.output_rate:.0f} tokens/s")
    rows.add_row(f"prompt of {speed.prompt_tokens} tokens, first turn", f"{speed.first_turn * 1000:.0f} ms")
    rows.add_row("second turn, the same instructions", f"{speed.second_turn * 1000:.0f} ms")
    show(rows)


async def _measure(settings: "Settings", tokens: int) -> "tuple[str, Speed]":
    from voice_gateway.engine import Engine
    from voice_gateway.engine.bench import measure, measure_served

    if settings.provider != "builtin":
        sent = {"options": {"num_ctx": settings.ollama.num_ctx}, "keep_alive": settings.ollama.keep_alive}
        name = settings.ollama.model
        return name, await measure_served(settings.ollama.base_url, name, tokens, sent)
    engine = Engine.from_settings(settings.engine)
    try:
        return engine.model.name, await measure(engine, tokens)
    finally:
        await engine.close()


@model_app.command("serve")
def serve_model(
    context: typer.Context,
    host: Annotated[
        str, typer.Option(help="The address to listen on; others can reach 0.0.0.0.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The port to listen on.")] = 11435,
) -> None:
    """Offer the built-in model to anything that speaks Ollama, until Ctrl-C."""
    from voice_gateway.engine import Engine, serve

    engine = Engine.from_settings(settings_of(context).settings.engine)

    def ready(address: str) -> None:
        print(f"{engine.model.name} answers at {address} as Ollama would. Ctrl-C ends it.", flush=True)

    try:
        asyncio.run(serve(engine, host, port, ready=ready))
    except KeyboardInterrupt:
        print("Ended.")


def _facts(described: dict[str, Any]) -> list[tuple[str, str]]:
    details, info = described.get("details") or {}, described.get("model_info") or {}
    family = details.get("family", "")
    facts = {
        "name": info.get("general.name", ""),
        "family": family,
        "parameters": details.get("parameter_size", ""),
        "quantization": details.get("quantization_level", ""),
        "licence": _licence(described),
        "window": info.get(f"{family}.context_length", ""),
        "can": ", ".join(described.get("capabilities") or []),
    }
    return [(label, str(value)) for label, value in facts.items() if value]


def _licence(described: dict[str, Any]) -> str:
    """The licence by its name, or else by the first line of its text."""
    named = (described.get("model_info") or {}).get("general.license")
    return str(named or str(described.get("license", "")).strip().partition("\n")[0]).strip()


def _size(size: int) -> str:
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
