"""What commands share: the common options, settings from them, and the options for choosing a model."""

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from voice_gateway.settings import LoadedSettings, Settings

Provider = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Who answers: auto, ollama, builtin, anthropic or openai."),
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


def settings_of(
    context: typer.Context, provider: str | None = None, model: str | None = None, **further: Any
) -> "LoadedSettings":
    """The settings in force for this command; logging is set up by them.

    A model that is named must be there. Raises ModelError.
    """
    loaded = settings_for_any(context, provider, model, **further)
    if model:
        asyncio.run(_insist(loaded.settings, model))
    return loaded


def settings_for_any(
    context: typer.Context, provider: str | None = None, model: str | None = None, **further: Any
) -> "LoadedSettings":
    """The same for a model that may not be there yet."""
    from voice_gateway.logs import set_up_logging
    from voice_gateway.settings import load_settings, secrets_of

    common: CommonOptions = context.find_root().obj
    loaded = load_settings(
        file=common.settings_file,
        command_line={**_chosen(provider, model), "log.level": common.log_level, **further},
    )
    set_up_logging(loaded.settings.log.level, secrets_of(loaded.settings))
    return loaded


def file_of(context: typer.Context) -> Path:
    """The settings file that counts for this command, whether it is there or not."""
    from voice_gateway.settings import config_file

    common: CommonOptions = context.find_root().obj
    return common.settings_file or config_file()


def _chosen(provider: str | None, model: str | None) -> dict[str, str | None]:
    """Who answers. A GGUF file needs no Ollama: the engine loads it."""
    if model and is_model_file(model) and provider in (None, "auto", "builtin"):
        return {"provider": "builtin", "engine.model": model}
    if model and provider in (None, "auto"):
        return {"provider": "builtin"} if _is_inside(model) else {"provider": "ollama", "ollama.model": model}
    section = provider if provider in ("anthropic", "openai") else "ollama"
    return {"provider": provider, f"{section}.model": model}


def _is_inside(model: str) -> bool:
    from voice_gateway.engine import packaged_model

    return bool((packaged := packaged_model()) and packaged.answers_to(model))


async def _insist(settings: "Settings", model: str) -> None:
    """That this model can answer, and no other in its place. A file is looked at by the engine."""
    from voice_gateway.errors import ModelError
    from voice_gateway.model_name import same_model
    from voice_gateway.models.provider import ollama_models

    if settings.provider == "builtin" and not (is_model_file(model) or _is_inside(model)):
        raise ModelError(f"There is no {model} inside.", fix="See what there is: voice-gateway model list")
    if settings.provider != "ollama":
        return
    there = await ollama_models(settings.ollama)
    if there is None:
        raise ModelError(
            f"Ollama does not answer at {settings.ollama.base_url}, so {model} cannot be asked.",
            fix="Start it (ollama serve), or leave --model out to have the built-in model.",
        )
    if not any(same_model(model, one) for one in there):
        raise ModelError(
            f"Ollama has no {model}. It has: {', '.join(sorted(there)) or 'nothing yet'}.",
            fix=f"Get it: ollama pull {model}",
        )


def is_model_file(model: str) -> bool:
    return model.casefold().endswith(".gguf")
