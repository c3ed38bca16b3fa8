"""`voice-gateway config`: what is set, and where it was set."""

from typing import Annotated

import typer

from voice_gateway.cli.context import settings_of


def config(
    context: typer.Context,
    explain: Annotated[bool, typer.Option("--explain", help="Say what each setting is for.")] = False,
) -> None:
    """Print every setting in force and where its value came from; secrets stay hidden.

    Strongest first: command line, environment (VOICE_GATEWAY_OLLAMA_MODEL and the like), TOML file, default.
    """
    from voice_gateway.cli.terminal import show, table
    from voice_gateway.settings import config_file
    from voice_gateway.settings.model import setting_keys

    loaded = settings_of(context)
    meanings = setting_keys()
    rows = table("setting", "value", "what it is for" if explain else "set by")
    for key, value, origin in loaded.rows():
        rows.add_row(key, value, meanings[key] if explain else origin)
    show(rows)
    print(f"\nSettings file: {config_file()}{'' if config_file().exists() else ' (not there yet)'}")
