"""`voice-gateway eval sentences FILE`: what is read from sentences, without carrying anything out."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import Model, Provider, settings_of, tell
from voice_gateway.measuring.clients import each_client

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from voice_gateway.measuring.sentences import Line, Names, SentenceOutcome, SentenceReader, SentenceScore
    from voice_gateway.settings import Settings

_HEADINGS = ("asked", "acts", "verbs", "targets", "times", "all")
"""Of `MEASURES`, short enough for a terminal."""


def eval_sentences(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Sentences, one JSON object a line: text, act, does, …")],
    *,
    predictions: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write every line here, with the further field “read”."),
    ] = None,
    part: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only the lines of this “part”, such as dev.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, metavar="N", help="At most so many lines.")] = None,
    provider: Provider = None,
    model: Model = None,
    no_model: Annotated[
        bool, typer.Option("--no-model", help="Read by the rules alone, without the call maker.")
    ] = False,
    failures: Annotated[bool, typer.Option("--failures", help="Print every line that was misread.")] = False,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write figures and rows to this file.")
    ] = None,
) -> None:
    """Read every sentence as in a turn, with its room and context, and do nothing: is all of it understood?

    A line is {"text": "lights off", "act": "command", "does": [{"do": "off", "target": "lights"}]}, with
    “when”, “for”, “if”, “room” and “context” as needed, and an empty “does” where nothing is asked for. The
    home has in it whatever is spoken of. How two readings are compared is told in docs/evaluation.md.

    Shares of the lines: asked, where it is right whether anything is asked for; acts, of those that ask for
    nothing, where something would be done; verbs, targets, times (when, for, if), where all are right; and
    all, where everything is.

    Examples:

      voice-gateway eval sentences sentences.jsonl --part dev --failures

      voice-gateway eval sentences sentences.jsonl --no-model --predictions read.jsonl
    """
    from voice_gateway.cli.terminal import show
    from voice_gateway.measuring.sentences import Names, chosen, read_lines, write_predictions
    from voice_gateway.measuring.tasks.report import write_report

    lines = read_lines(file)
    names = Names.of(lines)  # a home knows more names than one part of a file speaks of
    settings = settings_of(context, provider, model).settings
    score = asyncio.run(_judge(chosen(lines, part, limit), names, settings, no_model=no_model))
    if predictions:
        write_predictions(predictions, ((one.line, one.read) for one in score.outcomes))
    if json_file:
        write_report(json_file, [score])
    show(_table(score), *(_kinds(score, field) for field in ("act", "hand") if score.by(field)))
    _print_failures(score, every=failures)
    for written in filter(None, (predictions, json_file)):
        tell(f"{len(score.outcomes)} rows written to {written}")


async def _judge(
    lines: "Sequence[Line]", names: "Names", settings: "Settings", *, no_model: bool
) -> "SentenceScore":
    from voice_gateway.measuring.sentences import SentenceReader, SentenceScore
    from voice_gateway.measuring.tasks import NoModel

    if no_model:
        reader = SentenceReader(settings, NoModel(), names)
        return SentenceScore("rules alone", await _read(reader, lines, "rules alone"))
    async for chosen_settings, client in each_client([settings]):
        reader = SentenceReader(chosen_settings, client, names)
        score = SentenceScore(client.name, await _read(reader, lines, client.name))
    return score


async def _read(reader: "SentenceReader", lines: "Sequence[Line]", name: str) -> "list[SentenceOutcome]":
    from time import perf_counter

    from voice_gateway.measuring.sentences import SentenceOutcome
    from voice_gateway.measuring.tasks.report import progress

    outcomes = []
    for line in progress(lines, name):
        began = perf_counter()
        read = await reader.read(line)
        outcomes.append(SentenceOutcome(line, read, perf_counter() - began))
    return outcomes


def _table(score: "SentenceScore") -> "Table":
    from voice_gateway.cli.terminal import table

    numbers = ("lines", *_HEADINGS, "ms")
    rows = table("who reads", *numbers, numbers=numbers, title="Sentences")
    rows.add_row(score.name, *_figures(score), f"{score.milliseconds:.0f}")
    return rows


def _kinds(score: "SentenceScore", field: str) -> "Table":
    from voice_gateway.cli.terminal import table

    numbers = ("lines", *_HEADINGS)
    rows = table(f"\nby {field}", *numbers, numbers=numbers)
    for name, part in score.by(field).items():
        rows.add_row(name, *_figures(part))
    return rows


def _figures(score: "SentenceScore") -> list[str]:
    from voice_gateway.cli.terminal import percent
    from voice_gateway.measuring.sentences import MEASURES

    return [str(len(score.outcomes)), *(percent(score.of(measure)) for measure in MEASURES)]


def _print_failures(score: "SentenceScore", *, every: bool) -> None:
    import json

    from voice_gateway.cli.terminal import show
    from voice_gateway.measuring.sentences import MEASURES

    failed = [one for one in score.outcomes if not one.everything]
    if failed and not every:
        print(f"\n{len(failed)} lines were misread by {score.name}; --failures prints them.")
        return
    for one in failed:
        wrong = [name for name in MEASURES if getattr(one, name) is (name == "acted")]
        before = f"  (after: {one.line.context})" if one.line.context else ""
        show(f"\n“{one.line.text}”{before}\n  wrong: {', '.join(wrong)}")
        show(f"  wanted: {json.dumps(one.line.wanted.as_row(), ensure_ascii=False)}")
        show(f"  read:   {json.dumps(one.read.as_row(), ensure_ascii=False)}")
