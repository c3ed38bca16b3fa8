"""What commands share: the common options, settings from them, and the options for choosing a model."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from voice_gateway.settings import LoadedSettings
    from voice_gateway.trace import Trace

Provider = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Who answers: auto, ollama, builtin or anthropic."),
]
Model = Annotated[
    str | None, typer.Option(metavar="NAME", help="Which model, such as qwen3:0.6b, or a GGUF file.")
]


@dataclass(frozen=True)
class CommonOptions:
    settings_file: Path | None
    log_level: str | None


def tell(line: str) -> None:
    """Say something that is not the answer, where it does not get into the way of one."""
    print(line, file=sys.stderr)


@contextmanager
def telling_notices() -> Iterator["list[Trace]"]:
    """Tell what a person should know beside the answers, as it happens; collects the traces of the turns."""
    from voice_gateway import trace

    seen: list[Trace] = []

    def watch(event: trace.Event) -> None:
        if (running := trace.current()) and running not in seen:
            seen.append(running)
        if isinstance(event, trace.Notice):
            tell(event.text)

    with trace.watching(watch):
        yield seen


def settings_of(
    context: typer.Context, provider: str | None = None, model: str | None = None, **further: Any
) -> "LoadedSettings":
    """The settings in force for this command; logging is set up by them."""
    from voice_gateway.logs import set_up_logging
    from voice_gateway.settings import load_settings, secrets_of

    common: CommonOptions = context.find_root().obj
    loaded = load_settings(
        file=common.settings_file,
        command_line={**_chosen(provider, model), "log.level": common.log_level, **further},
    )
    set_up_logging(loaded.settings.log.level, secrets_of(loaded.settings))
    return loaded


def _chosen(provider: str | None, model: str | None) -> dict[str, str | None]:
    """Who answers. A GGUF file needs no Ollama: the engine loads it."""
    if model and is_model_file(model) and provider in (None, "auto", "builtin"):
        return {"provider": "builtin", "engine.model": model}
    return {"provider": provider, "anthropic.model" if provider == "anthropic" else "ollama.model": model}


def is_model_file(model: str) -> bool:
    return model.casefold().endswith(".gguf")
