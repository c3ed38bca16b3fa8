"""`voice-gateway eval home FILE…`: whole tasks in simulated homes, from a sentence to the devices."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import Provider, settings_of, tell
from voice_gateway.measuring.clients import each_client
from voice_gateway.measuring.commands.reporting import JsonFile, Models, kinds_table, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from voice_gateway.measuring.tasks import HomeRun, HomeScore, HomeTasks, Outcome
    from voice_gateway.measuring.tasks.live_home import LiveHomes
    from voice_gateway.settings import Settings


def eval_home(
    context: typer.Context,
    files: Annotated[list[Path], typer.Argument(help="TOML files of \\[\\[device]] and \\[\\[test]].")],
    *,
    model: Models = None,
    provider: Provider = None,
    no_model: Annotated[
        bool, typer.Option("--no-model", help="Judge only what needs no model: fast path and parser.")
    ] = False,
    failures: Annotated[
        bool, typer.Option("--failures", help="Print every sentence that went wrong.")
    ] = False,
    json_file: JsonFile = None,
    home_assistant: Annotated[
        str | None,
        typer.Option(
            metavar="URL", help="Run the tasks in this Home Assistant, with entities made for them."
        ),
    ] = None,
    package: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Only write those entities, as a package for its configuration."),
    ] = None,
) -> None:
    """Run every task in a fresh copy of its home: tasks done, wrong changes, false claims.

    Each model is judged with and without the fast path. A confirmation is answered with yes.

    With --home-assistant the devices are template entities of a real Home Assistant, whose token is the
    setting home.home_assistant_token. Write them with --package into its packages folder first, and restart
    it.

    Examples:

      voice-gateway eval home evaluations/homes/*.toml --model qwen3:0.6b

      voice-gateway eval home my-home.toml --package /config/packages/evaluation.yaml

      voice-gateway eval home my-home.toml --no-model --home-assistant http://homeassistant.local:8123
    """
    from voice_gateway.cli.terminal import show
    from voice_gateway.measuring.tasks import read_home_tasks

    homes = [read_home_tasks(file) for file in files]
    if package:
        _write_package(package, homes)
        return
    names: list[str | None] = [*model] if model else [None]
    chosen = [] if no_model else [settings_of(context, provider, name).settings for name in names]
    plain = settings_of(context, provider).settings
    if home_assistant:
        scores = asyncio.run(_judge_live(homes, plain, chosen, home_assistant))
    else:
        scores = asyncio.run(_judge_all(homes, plain, chosen))
    with written(scores, json_file):
        show(_table(scores), *([_kinds(scores)] if scores[0].kinds else []))
        _print_failures(scores[-1], every=failures)


def _write_package(path: Path, homes: "Sequence[HomeTasks]") -> None:
    from voice_gateway.measuring.tasks.live_package import package, why_not

    path.write_text(package([tasks.plan for tasks in homes]), encoding="utf-8")
    devices = [device for tasks in homes for device in tasks.plan.devices]
    left = [f"{device.name} ({reason})" for device in devices if (reason := why_not(device))]
    tell(f"{len(devices) - len(left)} devices written to {path}; restart Home Assistant to have them.")
    if left:
        tell(f"Not made: {', '.join(left)}.")


async def _judge_live(
    homes: "Sequence[HomeTasks]", plain: "Settings", chosen: "Sequence[Settings]", url: str
) -> "list[HomeScore]":
    from voice_gateway.devices.home_assistant import HomeAssistantHome
    from voice_gateway.errors import SettingsError
    from voice_gateway.measuring.tasks.live_home import LiveHomes, tried_live

    token = plain.home.home_assistant_token
    house = HomeAssistantHome(url, token.get_secret_value() if token else "")
    tried = [tried_live(tasks) for tasks in homes]
    for reason, many in Counter(task.skip for tasks in tried for task in tasks.tasks if task.skip).items():
        tell(f"{many} tasks skipped: {reason}.")
    try:
        await house.start()
        if not house.line.online:
            raise SettingsError(
                f"Home Assistant at {url} cannot be reached: {house.line.note}.",
                fix="Check the address, and home.home_assistant_token.",
            )
        return await _judge_all(tried, plain, chosen, LiveHomes(house))
    finally:
        await house.close()


async def _judge_all(
    homes: "Sequence[HomeTasks]",
    plain: "Settings",
    chosen: "Sequence[Settings]",
    live: "LiveHomes | None" = None,
) -> "list[HomeScore]":
    from voice_gateway.measuring.tasks import HomeRun, HomeScore, NoModel, ParserClient

    nobody = NoModel()
    scores = [
        HomeScore(
            "fast path alone",
            True,
            await _run(HomeRun(plain, lambda _: nobody, live=live), homes, "fast path"),
        ),
        HomeScore(
            "plain parser",
            False,
            await _run(
                HomeRun(
                    plain,
                    lambda home: ParserClient([d.name for d in home.devices()]),
                    fast_path=False,
                    live=live,
                ),
                homes,
                "plain parser",
            ),
        ),
    ]
    async for settings, client in each_client(chosen):
        for fast_path in (True, False):
            name = client.name if fast_path else f"{client.name}, no fast path"
            run = HomeRun(settings, lambda _, client=client: client, fast_path, live)  # type: ignore[misc]
            scores.append(HomeScore(client.name, fast_path, await _run(run, homes, name)))
    return scores


async def _run(run: "HomeRun", homes: "Sequence[HomeTasks]", name: str) -> "list[Outcome]":
    from voice_gateway.measuring.tasks.report import progress

    wanted = [
        (tasks.plan, task, sentence)
        for tasks in homes
        for task in tasks.tasks
        if not task.skip
        for sentence in task.say
    ]
    return [await run.run(*one) for one in progress(wanted, name)]


def _table(scores: "Sequence[HomeScore]") -> "Table":
    from voice_gateway.cli.terminal import percent, table

    numbers = ("sentences", "done", "wrong changes", "false claims", "ms")
    rows = table("who answers", "fast path", *numbers, numbers=numbers, title="Tasks")
    for score in scores:
        rows.add_row(
            score.name,
            "yes" if score.fast_path else "no",
            str(len(score.outcomes)),
            *(percent(value) for value in (score.done, score.wrong_changes, score.false_claims)),
            f"{score.milliseconds:.0f}",
        )
    return rows


def _kinds(scores: "Sequence[HomeScore]") -> "Table":
    columns = [(f"{score.name}{'' if score.fast_path else ' (no f.p.)'}", score.kinds) for score in scores]
    return kinds_table("done", columns)


def _print_failures(score: "HomeScore", *, every: bool) -> None:
    from voice_gateway.cli.terminal import show

    failed = [one for one in score.outcomes if not one.done or one.false_claim]
    if not failed:
        return
    if not every:
        print(f"\n{len(failed)} sentences went wrong for {score.name}; --failures prints them.")
        return
    for one in failed:
        why = "; ".join((*one.wrong, *one.missing, *(["a false claim"] if one.false_claim else [])))
        show(f"\n{one.task.place.path.name}:{one.task.place.line}  “{one.sentence}”")
        show(f"  {why}\n  answer: {one.answer or one.problem or '(none)'}")
