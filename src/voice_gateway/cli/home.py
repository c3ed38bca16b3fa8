"""`voice-gateway home`: where the devices come from, which there are, and why something is not among them."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from voice_gateway.cli.context import settings_of
from voice_gateway.cli.home_add import add

if TYPE_CHECKING:
    from rich.table import Table

    from voice_gateway.devices import Device, Health, Home
    from voice_gateway.devices.home import LeftOut

home_app = typer.Typer(invoke_without_command=True)
home_app.command("add")(add)

_NAMED = 5
"""How many of those that are left out are named for each reason."""


@dataclass(frozen=True)
class _Look:
    """The home as it is found now."""

    sources: Sequence["Health"]
    devices: Sequence["Device"]
    ways: dict[str, tuple[str, ...]]
    """By which sources each device is seen; the first is told what to do."""
    left_out: Sequence[tuple[str, "LeftOut"]]


@home_app.callback()
def home(
    context: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Name everything that is left out.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print it as JSON, for programs.")] = False,
) -> None:
    """List the sources of the home and their health, its devices, and what is left out and why.

    Of Home Assistant, only what is exposed to Assist is seen (Settings, Voice assistants, Expose).

    Examples:

      voice-gateway home

      voice-gateway home --json | jq '.left_out[] | select(.name == "Kitchen Door")'

      voice-gateway home add
    """
    if context.invoked_subcommand:
        return
    from voice_gateway.cli.terminal import show

    look = asyncio.run(_look(settings_of(context).settings.home))
    if as_json:
        print(json.dumps(_plain(look), indent=1, ensure_ascii=False))
        return
    show(_sources(look.sources), "")
    if look.devices:
        show(_devices(look), "")
    if look.left_out:
        show(_left_out(look.left_out, every=every))


async def _look(settings: Any) -> _Look:
    from voice_gateway.devices import open_home
    from voice_gateway.devices.several import Several

    opened = open_home(settings)
    sources: tuple[Home, ...] = opened.sources if isinstance(opened, Several) else (opened,)
    try:
        await opened.start()
        whole = opened.health().name
        seen_by = opened.seen_by if isinstance(opened, Several) else lambda _: (whole,)
        return _Look(
            [source.health() for source in sources],
            opened.devices(),
            {device.id: seen_by(device.id) for device in opened.devices()},
            [(source.health().name, one) for source in sources for one in source.left_out()],
        )
    finally:
        await opened.close()


def _sources(sources: Sequence["Health"]) -> "Table":
    from voice_gateway.cli.terminal import NO, YES, table

    rows = table("", "source", "address", "devices", "", numbers=("devices",))
    for one in sources:
        rows.add_row(YES if one.connected else NO, _called(one.name), one.source, str(one.devices), one.note)
    return rows


def _devices(look: _Look) -> "Table":
    from rich.text import Text

    from voice_gateway.cli.terminal import table
    from voice_gateway.devices import Status
    from voice_gateway.devices.speech import condition

    several = len(look.sources) > 1
    rows = table("device", "room", "kind", "it is", *(["told through", "also seen by"] if several else []))
    for device in sorted(look.devices, key=lambda one: (one.floor, one.room, one.name)):
        state = Text("not answering", "red") if device.status is Status.DEAD else condition(device)
        told, *others = map(_called, look.ways[device.id])
        seen = (told, ", ".join(others)) if several else ()
        rows.add_row(device.name, device.room, device.kind.spoken, state, *seen)
    return rows


def _left_out(left_out: Sequence[tuple[str, "LeftOut"]], *, every: bool) -> "Table":
    from voice_gateway.cli.terminal import table

    reasons: dict[tuple[str, str], list[str]] = {}
    for source, one in left_out:
        reasons.setdefault((source, one.reason), []).append(one.name)
    rows = table("left out", "of", "because", "such as", numbers=("left out",))
    for (source, reason), names in reasons.items():
        named = names if every else names[:_NAMED]
        more = f" … (--all names all {len(names)})" if len(named) < len(names) else ""
        rows.add_row(str(len(names)), _called(source), reason, ", ".join(named) + more)
    return rows


def _plain(look: _Look) -> dict[str, Any]:
    return {
        "sources": [one.as_table() for one in look.sources],
        "devices": [one.as_table() | {"told_through": list(look.ways[one.id])} for one in look.devices],
        "left_out": [{"source": source, **asdict(one)} for source, one in look.left_out],
    }


def _called(name: str) -> str:
    """As it stands in a table, rather than in a sentence."""
    return name.removeprefix("the ")
