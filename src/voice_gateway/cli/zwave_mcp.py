"""`voice-gateway zwave-mcp`: the home as an MCP server."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.errors import GatewayError, InputError

if TYPE_CHECKING:
    from voice_gateway.settings.home import HomeSettings


def zwave_mcp(
    home: Annotated[
        Path | None,
        typer.Option("--home", metavar="FILE", help="A simulated home (TOML) instead of the one built in."),
    ] = None,
    zwave_url: Annotated[
        str | None,
        typer.Option("--zwave-url", metavar="URL", help="A zwave-js-server, such as ws://127.0.0.1:3000."),
    ] = None,
    http: Annotated[
        str | None,
        typer.Option("--http", metavar="[HOST:]PORT", help="Serve HTTP at /mcp instead of standard input."),
    ] = None,
    guard: Annotated[
        list[str] | None,
        typer.Option(
            "--guard",
            metavar="KIND|NAME",
            help="Ask before this kind or device is opened or turned on (repeatable; replaces the setting).",
        ),
    ] = None,
    unguarded: Annotated[
        bool, typer.Option("--unguarded", help="Never ask; for programs that cannot ask their user.")
    ] = False,
) -> None:
    """Offer the devices of the home to any MCP client (Claude Desktop, this gateway, your own).

    Six tools list, check, read and control Z-Wave devices by the names people use. Without a Z-Wave server
    (--zwave-url, or the setting home.zwave_url) a simulated home stands in.

    Opening a lock or a garage door asks the person first, through the client.

    Examples:

      voice-gateway zwave-mcp --zwave-url ws://127.0.0.1:3000

      voice-gateway zwave-mcp --home my-home.toml --http 8765
    """
    from voice_gateway.settings import load_settings

    try:
        settings = load_settings().settings.home
        # A choice on the command line is stronger than any setting.
        if home or zwave_url:
            settings = settings.model_copy(
                update={"zwave_url": zwave_url, "file": home, "home_assistant_url": None, "mqtt_url": None}
            )
        entries = () if unguarded else tuple(guard) if guard else settings.guarded
        _serve(settings, guarded=entries, address=_address(http) if http else None)
    except GatewayError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


def _serve(settings: "HomeSettings", *, guarded: tuple[str, ...], address: tuple[str, int] | None) -> None:
    from voice_gateway.devices import Guard, open_home
    from voice_gateway.devices.mcp_server.transports import LOOPBACK, run_http, run_stdio

    home = open_home(settings)
    guard = Guard(guarded, home.registry)
    if address is None:
        run_stdio(home, guard)
        return
    host, port = address
    if host not in LOOPBACK:
        typer.echo(f"Warning: everyone who can reach {host} can control this home.", err=True)
    run_http(home, guard, host=host, port=port)


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not port.isdigit() or not 0 < int(port) < 65_536:
        raise InputError(
            f"“{text}” is not a port or HOST:PORT.", fix="Try --http 8765 or --http 127.0.0.1:8765."
        )
    return host.strip("[]") or "127.0.0.1", int(port)
