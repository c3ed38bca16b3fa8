"""`voice-gateway fleet`: gateways and homes that are joined over NATS."""

import asyncio
import json
import signal
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import settings_of, tell
from voice_gateway.errors import SettingsError

if TYPE_CHECKING:
    from voice_gateway.settings import Settings

fleet_app = typer.Typer(help="Many gateways as one, over NATS.", no_args_is_help=True)


@fleet_app.command("status")
def status(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="In a form for programs.")] = False,
) -> None:
    """Show homes, who owns each, which gateways serve it, and how far behind they are."""
    asyncio.run(_status(_joined(settings_of(context).settings), as_json))


@fleet_app.command("serve")
def serve(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(help="A settings file (TOML) for each home; its name is the home's.")
    ],
) -> None:
    """Serve many homes in one process, without a page. A home sleeps while nobody speaks in it and nothing is
    planned for it."""
    asyncio.run(_serve(_joined(settings_of(context).settings), folder))


@fleet_app.command("keys")
def keys(
    folder: Annotated[Path, typer.Argument(help="Where the keys are kept, which only you may read.")],
    homes: Annotated[list[str], typer.Argument(help="The names of homes, as fleet.home has them.")],
) -> None:
    """Make an account of NATS for each home, signed by an operator of your own, and credentials for it."""
    from voice_gateway.fleet.keys import make_keys

    resolver = make_keys(folder, homes)
    print(f"Include {resolver} in the configuration of every NATS server, and have them read it anew.")
    for home in homes:
        print(f"{home}: fleet.credentials = {folder / home}.creds")


async def _status(settings: "Settings", as_json: bool) -> None:
    from rich.console import Console

    from voice_gateway.cli.terminal import table
    from voice_gateway.fleet.connecting import connected
    from voice_gateway.fleet.overview import look_at

    async with connected(settings.fleet, "who looks at the fleet") as client:
        homes = await look_at(client)
    if as_json:
        print(json.dumps([asdict(home) for home in homes], indent=2))
        return
    rows = table("home", "gateway", "", "turns", "up", "behind", "server", numbers=("turns", "up", "behind"))
    for home in homes:
        server = f"{home.leader} (lag {home.lag})" if home.leader else ""
        for one in home.gateways:
            mark = "owner" if one.owns else ""
            rows.add_row(
                home.name, one.name, mark, f"{one.turns}", f"{one.up:.0f} s", f"{one.behind}", server
            )
        if not home.gateways:
            rows.add_row(home.name, "asleep, or nobody", "", "", "", "", server)
    Console().print(rows)


async def _serve(settings: "Settings", folder: Path) -> None:
    from voice_gateway.assembly import open_gateway
    from voice_gateway.fleet.hosting import hosting
    from voice_gateway.settings import load_settings

    def read(file: Path) -> "Settings":
        own = {"fleet.nats_url": settings.fleet.nats_url, "fleet.home": file.stem}
        return load_settings(file=file, command_line=own).settings

    files = await asyncio.to_thread(lambda: sorted(folder.glob("*.toml")))
    if not files:
        raise SettingsError(f"There is no home in {folder}.", fix="Put a settings file there for each home.")
    homes: dict[str, Callable[[], Settings]] = {file.stem: partial(read, file) for file in files}
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, ended.set)
    async with hosting(settings.fleet, homes, open_gateway):
        tell(f"Serving {len(homes)} homes over {settings.fleet.nats_url}. (Ctrl-C ends)")
        await ended.wait()


def _joined(settings: "Settings") -> "Settings":
    if settings.fleet.nats_url is None:
        raise SettingsError(
            "This gateway is alone: fleet.nats_url is not set.",
            fix="See docs/fleet.md for how to join others.",
        )
    return settings
