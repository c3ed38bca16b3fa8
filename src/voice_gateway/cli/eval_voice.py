"""`voice-gateway eval voice FOLDER`: how well recordings are understood."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import Model, Provider, settings_of, tell

if TYPE_CHECKING:
    from voice_gateway.settings import Settings
    from voice_gateway.voice.evaluate import Recorded, Score


def eval_voice(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="WAV files, each with its words in a .txt beside it.")],
    calls: Annotated[
        bool, typer.Option(help="Also see whether each leads to the tool calls that its text leads to.")
    ] = True,
    json_output: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    provider: Provider = None,
    model: Model = None,
) -> None:
    """Score hearing: word error rate, right tool calls, real-time factor, false wake-ups per hour.

    The tools are called for real; without a home configured, that is the simulated one.
    """
    from voice_gateway.cli.terminal import show, table
    from voice_gateway.voice.evaluate import read_folder

    recordings = read_folder(folder)
    score = asyncio.run(_score(settings_of(context, provider, model).settings, recordings, calls))
    figures = {
        "recordings": len(score.judged),
        "word_error_rate": score.word_error_rate,
        "right_calls": score.right_calls,
        "real_time_factor": score.real_time_factor,
        "wakes_heard": score.wakes_heard,
        "false_wakes_per_hour": score.false_wakes_per_hour,
    }
    if json_output:
        print(json.dumps(figures, indent=2))
        return
    wrong = [each for each in score.judged if each.errors or each.called_right is False]
    if wrong:
        rows = table("file", "said", "heard", "call")
        marks = {True: "right", False: "wrong", None: ""}
        for each in wrong:
            rows.add_row(each.recorded.file.name, each.recorded.text, each.heard, marks[each.called_right])
        show(rows, "")
    for name, figure in figures.items():
        print(f"{name.replace('_', ' '):22}{_shown(figure)}")


def _shown(figure: float | int | None) -> str:
    if figure is None:
        return "–"
    return str(figure) if isinstance(figure, int) else f"{figure:.3f}"


async def _score(settings: "Settings", recordings: list["Recorded"], calls: bool) -> "Score":
    from voice_gateway.assembly import open_gateway
    from voice_gateway.evaluation.report import progress
    from voice_gateway.voice.evaluate import Score, judge
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
