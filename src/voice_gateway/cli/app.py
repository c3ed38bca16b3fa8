"""`voice-gateway`: the commands and how their errors are shown."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from voice_gateway import __version__
from voice_gateway.cli.ask import ask
from voice_gateway.cli.chat import chat
from voice_gateway.cli.config import config_app
from voice_gateway.cli.context import CommonOptions
from voice_gateway.cli.doctor import doctor
from voice_gateway.cli.evaluate import add_eval
from voice_gateway.cli.fleet import fleet_app
from voice_gateway.cli.home import home_app
from voice_gateway.cli.listen import listen
from voice_gateway.cli.mcp import mcp_app
from voice_gateway.cli.model import model_app
from voice_gateway.cli.run import run
from voice_gateway.cli.say import say
from voice_gateway.cli.setup import setup
from voice_gateway.cli.stats import stats
from voice_gateway.cli.tools import tools_app
from voice_gateway.cli.transcribe import transcribe
from voice_gateway.cli.voice import voice_app
from voice_gateway.cli.wish import wish
from voice_gateway.cli.wishes import wishes_app
from voice_gateway.cli.wyoming import wyoming
from voice_gateway.cli.zwave_mcp import zwave_mcp
from voice_gateway.errors import GatewayError

app = typer.Typer(
    name="voice-gateway",
    help="A local-first voice assistant that makes tiny language models reliable.",
    epilog='Try: voice-gateway setup  ·  voice-gateway ask "what time is it in Tokyo?"',
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"voice-gateway {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    context: typer.Context,
    settings_file: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="Read settings from this TOML file.")
    ] = None,
    log_level: Annotated[
        str | None,
        typer.Option("--log", metavar="LEVEL", help="How much to log: debug, info, warning or error."),
    ] = None,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show a traceback when something goes wrong.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    if debug:
        os.environ["VOICE_GATEWAY_DEBUG"] = "1"
    context.obj = CommonOptions(settings_file, log_level)


talk, look, parts = "Talk to it", "See how it is doing", "Its parts"
app.command(rich_help_panel=talk)(setup)
app.command(rich_help_panel=talk)(ask)
app.command(rich_help_panel=talk)(wish)
app.add_typer(wishes_app, name="wishes", rich_help_panel=talk)
app.command(rich_help_panel=talk)(chat)
app.command(rich_help_panel=talk)(run)
app.command(rich_help_panel=talk)(listen)
app.command(rich_help_panel=talk)(say)
app.command(rich_help_panel=look)(doctor)
app.command(rich_help_panel=look)(stats)
app.add_typer(config_app, name="config", rich_help_panel=look)
app.add_typer(home_app, name="home", rich_help_panel=look)
app.add_typer(fleet_app, name="fleet", rich_help_panel=look)
add_eval(app, look)
app.add_typer(tools_app, name="tools", rich_help_panel=parts)
app.add_typer(model_app, name="model", rich_help_panel=parts)
app.add_typer(mcp_app, name="mcp", rich_help_panel=parts)
app.command("zwave-mcp", rich_help_panel=parts)(zwave_mcp)
app.command(rich_help_panel=parts)(transcribe)
app.add_typer(voice_app, name="voice", rich_help_panel=parts)
app.command(rich_help_panel=parts)(wyoming)


def main() -> None:
    """Run a command; errors that are meant for people come without a traceback."""
    try:
        app()
    except GatewayError as error:
        if os.environ.get("VOICE_GATEWAY_DEBUG"):
            raise
        print(error.message, file=sys.stderr)
        if error.fix:
            print(error.fix, file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output has gone, as `| head` does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
