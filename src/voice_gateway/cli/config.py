"""`voice-gateway config`: what is set, and where it was set."""

from typing import Annotated

import typer

from voice_gateway.cli.context import file_of, settings_of

config_app = typer.Typer(invoke_without_command=True)


@config_app.callback()
def config(
    context: typer.Context,
    explain: Annotated[bool, typer.Option("--explain", help="Say what each setting is for.")] = False,
) -> None:
    """Print every setting in force and where its value came from; secrets stay hidden.

    Strongest first: command line, environment (VOICE_GATEWAY_OLLAMA_MODEL and the like), TOML file, default.
    """
    if context.invoked_subcommand:
        return
    from voice_gateway.cli.terminal import show, table
    from voice_gateway.settings.keys import setting_keys

    loaded = settings_of(context)
    meanings = setting_keys()
    rows = table("setting", "value", "what it is for" if explain else "set by")
    for key, value, origin in loaded.rows():
        rows.add_row(key, value, meanings[key] if explain else origin)
    show(rows)
    path = file_of(context)
    print(f"\nSettings file: {path}{'' if path.exists() else ' (not there yet)'}")


@config_app.command("set")
def set_one(
    context: typer.Context,
    key: Annotated[
        str, typer.Argument(metavar="KEY", help="Such as ollama.model; voice-gateway config names all.")
    ],
    value: Annotated[
        str | None, typer.Argument(metavar="VALUE", help="Left out, the default counts again.")
    ] = None,
) -> None:
    """Write one setting into the file; everything else in it stays, your comments too.

    It is checked first. Lists are written with commas between.

    Example: voice-gateway config set ollama.model qwen3:0.6b
    """
    from voice_gateway.settings.write import value_from, write_settings

    path = file_of(context)
    write_settings(path, {key: None if value is None else value_from(key, value)})
    print(f"{key} is {'back to its default' if value is None else value}, in {path}.")
