"""`voice-gateway eval talk FILE…`: is what is said in talk right, and never made up?"""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import Provider, settings_of
from voice_gateway.measuring.clients import each_client
from voice_gateway.measuring.commands.reporting import JsonFile, Models, kinds_table, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from voice_gateway.measuring.tasks import TalkOutcome, TalkRun, TalkScore, TalkTask
    from voice_gateway.settings import Settings


def eval_talk(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="TOML files of \\[\\[test]].")],
    model: Models = None,
    provider: Provider = None,
    no_model: Annotated[
        bool, typer.Option("--no-model", help="Judge only what is answered without a model.")
    ] = False,
    failures: Annotated[bool, typer.Option("--failures", help="Print every answer that was wrong.")] = False,
    json_file: JsonFile = None,
) -> None:
    """Say every sentence to the assistant in the simulated home, each in a conversation of its own.

    An answer is right when it holds the words it must and none that it must not, and ended as it should.

    Example: voice-gateway eval talk evaluations/talk.toml --provider builtin
    """
    from voice_gateway.cli.terminal import show
    from voice_gateway.measuring.tasks import read_talk_tasks

    tasks = [task for file in files for task in read_talk_tasks(file) if not task.skip]
    names: list[str | None] = [*model] if model else [None]
    chosen = [settings_of(context, provider, name).settings for name in names]
    scores = asyncio.run(_judge_all(tasks, chosen, no_model=no_model))
    with written(scores, json_file):
        show(_table(scores), *([_kinds(scores)] if scores[0].kinds else []))
        _print_failures(scores[-1], every=failures)


async def _judge_all(
    tasks: "Sequence[TalkTask]", chosen: "Sequence[Settings]", *, no_model: bool
) -> "list[TalkScore]":
    from voice_gateway.measuring.tasks import NoModel, TalkRun, TalkScore

    if no_model:
        nobody = NoModel()
        return [TalkScore(nobody.name, await _run(TalkRun(chosen[0], nobody), tasks, nobody.name))]
    return [
        TalkScore(client.name, await _run(TalkRun(settings, client), tasks, client.name))
        async for settings, client in each_client(chosen)
    ]


async def _run(run: "TalkRun", tasks: "Sequence[TalkTask]", name: str) -> "list[TalkOutcome]":
    from voice_gateway.measuring.tasks.report import progress

    wanted = [(task, sentence) for task in tasks for sentence in task.say]
    return [await run.run(*one) for one in progress(wanted, name)]


def _table(scores: "Sequence[TalkScore]") -> "Table":
    from voice_gateway.cli.terminal import percent, table

    numbers = ("sentences", "right", "ms")
    rows = table("who answers", *numbers, numbers=numbers, title="Talk")
    for score in scores:
        rows.add_row(score.name, str(len(score.outcomes)), percent(score.right), f"{score.milliseconds:.0f}")
    return rows


def _kinds(scores: "Sequence[TalkScore]") -> "Table":
    return kinds_table("right", [(score.name, score.kinds) for score in scores])


def _print_failures(score: "TalkScore", *, every: bool) -> None:
    from voice_gateway.cli.terminal import show

    failed = [one for one in score.outcomes if not one.right]
    if failed and not every:
        print(f"\n{len(failed)} answers were wrong for {score.name}; --failures prints them.")
        return
    for one in failed:
        show(f"\n{one.task.place.path.name}:{one.task.place.line}  “{one.sentence}”")
        show(f"  {'; '.join(one.wrong)}\n  answer: {one.answer or '(none)'}")
