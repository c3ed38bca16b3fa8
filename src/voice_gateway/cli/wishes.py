"""`voice-gateway wishes`: what is planned, and a way to cancel it."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import settings_of, tell

if TYPE_CHECKING:
    from rich.table import Table

    from voice_gateway.planning import Planned, Planning
    from voice_gateway.settings import Settings

wishes_app = typer.Typer(help="See what is planned, or cancel it.", invoke_without_command=True)


@wishes_app.callback()
def list_wishes(
    context: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything that is known as JSON.")] = False,
) -> None:
    """List plans, timers, reminders and alarms, the next one first. `wishes cancel ID` cancels one.

    Example: voice-gateway wishes --json
    """
    if context.invoked_subcommand:
        return
    from voice_gateway.cli.settling import NOBODY_KEEPS_TIME
    from voice_gateway.cli.terminal import show

    waiting, kept = asyncio.run(_waiting(settings_of(context).settings))
    if as_json:
        print(json.dumps([asdict(one) for one in waiting], ensure_ascii=False, indent=2))
        return
    if not waiting:
        print("Nothing is planned.")
        return
    show(wishes_table(waiting))
    if not kept:
        tell(NOBODY_KEEPS_TIME)


@wishes_app.command()
def cancel(
    context: typer.Context,
    plans: Annotated[list[str], typer.Argument(metavar="ID…", help="The ids, from voice-gateway wishes.")],
) -> None:
    """Cancel what is planned.

    Example: voice-gateway wishes cancel 7
    """
    from voice_gateway.errors import InputError

    numbers = [one.removeprefix("#") for one in plans]
    if wrong := [one for one in numbers if not (one.isascii() and one.isdigit())]:
        raise InputError(f"“{wrong[0]}” is no id.", fix="See them with: voice-gateway wishes")
    gone = asyncio.run(_cancelled(settings_of(context).settings, [int(one) for one in numbers]))
    if not all(gone):
        raise typer.Exit(1)


def wishes_table(waiting: Sequence["Planned"]) -> "Table":
    from voice_gateway.cli.terminal import table

    rows = table("id", "what", "when", "left", numbers=("id", "left"))
    for one in waiting:
        rows.add_row(str(one.id), one.what.removeprefix("the "), one.time, left(one.seconds))
    rows.columns[0].no_wrap = rows.columns[3].no_wrap = True
    return rows


def left(seconds: float | None) -> str:
    """ "3d 4h", "2h 5m", "9m 30s"; nothing where nobody knows."""
    if seconds is None:
        return ""
    days, rest = divmod(round(seconds), 86_400)
    hours, rest = divmod(rest, 3600)
    minutes, rest = divmod(rest, 60)
    parts = [
        f"{count}{unit}" for count, unit in ((days, "d"), (hours, "h"), (minutes, "m"), (rest, "s")) if count
    ]
    return " ".join(parts[:2]) or "now"


async def _waiting(settings: "Settings") -> tuple[list["Planned"], bool]:
    from voice_gateway.assembly import open_planning
    from voice_gateway.planning import overview

    async with open_planning(settings, announce=tell) as planning:
        return await overview(planning.desk), planning.keeper.somewhere


async def _cancelled(settings: "Settings", numbers: Sequence[int]) -> list[bool]:
    from voice_gateway.assembly import open_planning

    async with open_planning(settings, announce=tell) as planning:
        return [await _cancel(planning, number) for number in numbers]


async def _cancel(planning: "Planning", number: int) -> bool:
    from voice_gateway.planning import overview

    known = next((one for one in await overview(planning.desk) if one.id == number), None)
    if known is None:
        tell(f"There is no plan {number}. See what there is with: voice-gateway wishes")
        return False
    if await planning.desk.plans.cancel(number) is None:
        tell(f"{number} is happening right now, so it cannot be cancelled any more.")
        return False
    print(f"Cancelled: {known.words}.")
    return True
