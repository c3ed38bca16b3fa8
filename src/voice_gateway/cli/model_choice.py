"""Where a model is that a command names: inside, in a file, or in Ollama."""

from typing import TYPE_CHECKING, Any

import typer

from voice_gateway.cli.context import is_model_file, settings_for_any

if TYPE_CHECKING:
    from voice_gateway.engine import LocalModel
    from voice_gateway.settings.model import Settings


def settings_for(context: typer.Context, name: str | None, **further: Any) -> "Settings":
    """The settings with which this model answers, wherever it is: inside, in a file, or in Ollama."""
    if name is None or is_model_file(name):
        return settings_for_any(context, "builtin", name, **further).settings
    settings = settings_for_any(context, "ollama", name, **further).settings
    for origin, model in local_models(settings):
        if model.answers_to(name):
            engine = settings.engine.model_copy(update={"model": model.path if origin == "file" else None})
            return settings.model_copy(update={"provider": "builtin", "engine": engine})
    return settings


def local_models(settings: "Settings") -> list[tuple[str, "LocalModel"]]:
    """The models that need no Ollama, with where each comes from."""
    from voice_gateway.engine import model_at, packaged_model

    found = [("built in", packaged)] if (packaged := packaged_model()) else []
    if settings.engine.model is not None:
        found.append(("file", model_at(settings.engine.model)))
    return found
