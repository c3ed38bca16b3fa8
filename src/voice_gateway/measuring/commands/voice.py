"""`voice-gateway eval voice`: how well what is said is heard, by synthetic voices or in recordings."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import Model, Provider, settings_of, tell

if TYPE_CHECKING:
    from voice_gateway.measuring.hearing import Clip, Heard
    from voice_gateway.measuring.hearing.judging import Recorded, Score
    from voice_gateway.settings import Settings


def eval_voice(
    context: typer.Context,
    paths: Annotated[
        list[Path],
        typer.Argument(
            help="Files of homes and sentences, or a folder of WAV files with their words in .txt."
        ),
    ],
    clips: Annotated[int | None, typer.Option(help="So many clips, instead of all.")] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where each clip is written to; what stands there is not heard again.")
    ] = None,
    calls: Annotated[
        bool, typer.Option(help="Of recordings: see whether each leads to the calls that its text leads to.")
    ] = True,
    json_output: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    provider: Provider = None,
    model: Model = None,
) -> None:
    """Score hearing.

    Sentences of files are spoken by many voices, in quiet and in noise, and each is right when the same comes
    of it as of its written words. Of recordings: word error rate, right calls, false wake-ups per hour. There
    the tools are called for real; without a home configured, that is the simulated one.
    """
    from voice_gateway.measuring.hearing.judging import read_folder

    settings = settings_of(context, provider, model).settings
    if paths[0].suffix == ".toml":
        figures = asyncio.run(_clips(settings, paths, clips, out))
    else:
        score = asyncio.run(_score(settings, read_folder(paths[0]), calls))
        figures = _of_recordings(score)
        if not json_output:
            _show_recordings(score)
    if json_output:
        print(json.dumps(figures, indent=2))
        return
    for name, figure in figures.items():
        print(f"{name.replace('_', ' '):22}{_shown(figure)}")


def _of_recordings(score: "Score") -> dict[str, float | int | None]:
    return {
        "recordings": len(score.judged),
        "word_error_rate": score.word_error_rate,
        "right_calls": score.right_calls,
        "real_time_factor": score.real_time_factor,
        "wakes_heard": score.wakes_heard,
        "false_wakes_per_hour": score.false_wakes_per_hour,
    }


def _show_recordings(score: "Score") -> None:
    from voice_gateway.cli.terminal import show, table

    wrong = [each for each in score.judged if each.errors or each.called_right is False]
    if wrong:
        rows = table("file", "said", "heard", "call")
        marks = {True: "right", False: "wrong", None: ""}
        for each in wrong:
            rows.add_row(each.recorded.file.name, each.recorded.text, each.heard, marks[each.called_right])
        show(rows, "")


def _shown(figure: float | int | None) -> str:
    if figure is None:
        return "–"
    return str(figure) if isinstance(figure, int) else f"{figure:.3f}"


async def _clips(
    settings: "Settings", files: list[Path], count: int | None, out: Path | None
) -> Mapping[str, float | int | None]:
    from voice_gateway.measuring.hearing import HearingRun, all_clips, scores
    from voice_gateway.measuring.hearing.voices import installed
    from voice_gateway.measuring.tasks import HomeRun
    from voice_gateway.measuring.tasks.home_tasks import read_home_tasks
    from voice_gateway.measuring.tasks.report import progress
    from voice_gateway.models.provider import choose_client
    from voice_gateway.settings import cache_dir
    from voice_gateway.voice.transcriber import OffLoop, choose_transcriber

    chosen = all_clips([read_home_tasks(file) for file in files], installed(), count)
    heard = _heard_before(chosen, out)
    choice = await choose_client(settings)
    tell(choice.notice)
    transcriber = OffLoop(choose_transcriber(settings.voice))
    try:
        await transcriber.load()
        run = HearingRun(HomeRun(settings, lambda _: choice.client), transcriber, cache_dir() / "clips")
        for clip in progress([clip for clip in chosen if clip.name not in heard], "clips"):
            heard[clip.name] = await run.run(clip)
            if out:
                with out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(heard[clip.name].row(), ensure_ascii=False) + "\n")
    finally:
        transcriber.close()
        await choice.client.close()
    return scores([heard[clip.name] for clip in chosen])


def _heard_before(clips: "list[Clip]", out: Path | None) -> "dict[str, Heard]":
    """What an earlier run has written, of these clips."""
    from voice_gateway.measuring.hearing import Heard

    if out is None or not out.exists():
        return {}
    rows = [Heard(**json.loads(line)) for line in out.read_text(encoding="utf-8").splitlines()]
    names = {clip.name for clip in clips}
    return {row.clip: row for row in rows if row.clip in names}


async def _score(settings: "Settings", recordings: list["Recorded"], calls: bool) -> "Score":
    from voice_gateway.assembly import open_gateway
    from voice_gateway.measuring.hearing.judging import Score, judge
    from voice_gateway.measuring.tasks.report import progress
    from voice_gateway.voice.names import home_names
    from voice_gateway.voice.transcriber import OffLoop, choose_transcriber
    from voice_gateway.voice.wake import MicroWake

    transcriber = OffLoop(choose_transcriber(settings.voice))
    wake = MicroWake(settings.voice.wake_word, settings.voice.wake_cutoff)
    try:
        await transcriber.load()
        async with open_gateway(settings, tell if calls else lambda _line: None, keep_time=False) as gateway:
            names = await home_names(gateway.executor, gateway.manager)
            used = gateway if calls else None
            heard = progress(recordings, "recordings")
            return Score([await judge(each, transcriber, wake, names, used) for each in heard])
    finally:
        transcriber.close()
