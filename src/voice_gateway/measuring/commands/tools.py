"""`voice-gateway eval tools FILE`: does a model make the right call, natively and under a schema?"""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import Provider, settings_of
from voice_gateway.measuring.clients import each_client
from voice_gateway.measuring.commands.reporting import JsonFile, Models, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from voice_gateway.measuring.tasks import ToolOutcome, ToolRun, ToolScore, ToolTask
    from voice_gateway.measuring.tasks.tool_run import Maker
    from voice_gateway.settings import Settings

LONGEST_REPLY = 128
"""Tokens; a call is shorter, and a small model that talks instead would talk on."""


def eval_tools(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A TOML file of \\[\\[task]].")],
    model: Models = None,
    provider: Provider = None,
    no_model: Annotated[bool, typer.Option("--no-model", help="Judge only what needs no model.")] = False,
    failures: Annotated[bool, typer.Option("--failures", help="Print every call that was wrong.")] = False,
    json_file: JsonFile = None,
) -> None:
    """Ask for one call per sentence, with the tools and the prompt of its tier.

    Natively the tools are bound and the model calls one by itself; constrained, it writes the call under a
    JSON schema. The fast path and a plain parser stand beside it.

    Example: voice-gateway eval tools evaluations/tools.toml --provider builtin
    """
    from voice_gateway.cli.terminal import show
    from voice_gateway.measuring.tasks import read_tool_tasks

    tasks = read_tool_tasks(file)
    limit = {"ollama.num_predict": LONGEST_REPLY}
    names: list[str | None] = [*model] if model else [None]
    chosen = [] if no_model else [settings_of(context, provider, name, **limit).settings for name in names]
    scores = asyncio.run(_judge_all(tasks, settings_of(context, provider).settings, chosen))
    with written(scores, json_file):
        show(_table(scores))
        if failures:
            _print_failures(scores[-1])


async def _judge_all(
    tasks: "Sequence[ToolTask]", plain: "Settings", chosen: "Sequence[Settings]"
) -> "list[ToolScore]":
    from voice_gateway.assembly import make_manager, open_home_and_servers
    from voice_gateway.devices import Resolver
    from voice_gateway.fast_path import FastPath
    from voice_gateway.measuring.tasks import ToolRun, ToolScore

    manager = make_manager(plain)
    async with open_home_and_servers(plain, manager) as opened:
        run = ToolRun(plain, manager)
        names = tuple(device.name for device in opened.home.devices()) if opened.home else ()
        path = FastPath(Resolver(opened.home.registry) if opened.home else None)
        makers: list[tuple[str, str, Maker]] = [
            ("fast path alone", "rules", run.fast_path(path)),
            ("plain parser", "rules", run.parser(names)),
            ("call maker", "wishes", run.wishes()),
        ]
        scores = [ToolScore(name, mode, await _run(run, make, tasks, name)) for name, mode, make in makers]
        async for _settings, client in each_client(chosen):
            ways = {
                "native": run.native(client),
                "constrained": run.constrained(client),
            }
            for mode, make in ways.items():
                if make:
                    outcomes = await _run(run, make, tasks, f"{client.name}, {mode}")
                    scores.append(ToolScore(client.name, mode, outcomes))
    return scores


async def _run(run: "ToolRun", make: "Maker", tasks: "Sequence[ToolTask]", name: str) -> "list[ToolOutcome]":
    from voice_gateway.measuring.tasks.report import progress

    return [await run.run(make, task) for task in progress(tasks, name)]


def _table(scores: "Sequence[ToolScore]") -> "Table":
    from voice_gateway.cli.terminal import percent, table

    tiers = scores[0].tiers
    numbers = ("right tool", "right call", *tiers, "ms")
    rows = table("who calls", "how", *numbers, numbers=numbers, title="Calls (by tier: right calls)")
    for score in scores:
        rows.add_row(
            score.name,
            score.mode,
            percent(score.right_tool()),
            percent(score.right_call()),
            *(f"{100 * score.right_call(tier):.0f}%" for tier in tiers),
            f"{score.milliseconds:.0f}",
        )
    return rows


def _print_failures(score: "ToolScore") -> None:
    from voice_gateway.cli.terminal import show

    for one in score.outcomes:
        if not one.right_call:
            made = (
                f"{one.call['name']}({json.dumps(one.call['args'], ensure_ascii=False)})"
                if one.call
                else "none"
            )
            show(f"{one.task.place.path.name}:{one.task.place.line}  “{one.task.say}”\n  {made}")
