"""`voice-gateway eval search`: is what changes looked up, with the year, and the rest left alone?"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from voice_gateway.cli.context import Model, Provider, settings_of, tell

if TYPE_CHECKING:
    from voice_gateway.settings import Settings
    from voice_gateway.tools.search import SearchResult, WebSearch

FILE = Path("evaluations/search.toml")
KINDS = ("current", "timeless", "sum")


def eval_search(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(help="A TOML file of \\[\\[current]], \\[\\[timeless]] and \\[\\[sum]].")
    ] = FILE,
    provider: Provider = None,
    model: Model = None,
    router_only: Annotated[
        bool, typer.Option("--router-only", help="Judge without a model: what the router would search.")
    ] = False,
    json_output: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Ask every question in a conversation of its own, and count at the gateway what was searched.

    No engine is asked: a stand-in finds nothing, and what would have been sent to it is counted. The targets:
    more than 98 % of current-event questions searched, more than 98 % of those with the year, and fewer than
    2 % false searches.

    Example: voice-gateway eval search --provider ollama --model qwen3:0.6b
    """
    questions = list(read_questions(file))
    settings = settings_of(context, provider, model).settings
    judged = by_router(questions) if router_only else asyncio.run(with_model(questions, settings))
    figures = figures_of(judged)
    if json_output:
        print(json.dumps(figures, indent=2))
        return
    _print(figures)
    for one in judged:
        if wrong := one.wrong:
            print(f"{wrong:<15} {one.question.text}" + (f" → {one.query}" if one.query else ""))


@dataclass(frozen=True)
class Question:
    text: str
    kind: str


@dataclass(frozen=True)
class Judged:
    """A question, and the query that would have gone to an engine, if any."""

    question: Question
    query: str | None
    year: int

    @property
    def dated(self) -> bool:
        return self.query is not None and str(self.year) in self.query

    @property
    def wrong(self) -> str:
        if self.question.kind != "current":
            return "false search" if self.query is not None else ""
        if self.query is None:
            return "not searched"
        return "" if self.dated else "without year"


class _Finds:
    """An engine that finds the same thing for everyone and tells nobody."""

    name = "a stand-in"

    async def search(self, query: str) -> "list[SearchResult]":
        from voice_gateway.tools.search import SearchResult

        return [SearchResult("Search", f"There is a page about {query}.", "http://example.org/")]


def read_questions(file: Path) -> Iterator[Question]:
    from voice_gateway.measuring.tasks.task_file import read_document, tables

    document, text = read_document(file)
    for kind in KINDS:
        for place, table in tables(file, document, text, kind):
            place.check_keys(table, ("text",))
            for sentence in place.sentences(table, "text"):
                yield Question(sentence, kind)


def by_router(questions: Sequence[Question]) -> list[Judged]:
    """What would be searched for if the model did as the router expects and asked in the person's words."""
    from voice_gateway.routing import Intent, default_classifier

    search, classifier = _stand_in(), default_classifier()
    year = search.today().year
    return [
        Judged(
            question,
            search.sent_as(question.text)
            if classifier.classify(question.text).intent is Intent.SEARCH
            else None,
            year,
        )
        for question in questions
    ]


async def with_model(questions: Sequence[Question], settings: "Settings") -> list[Judged]:
    """What was searched for in a real turn for every question, by the trace of that turn."""
    from voice_gateway.conversation import Conversation
    from voice_gateway.gateway import Gateway
    from voice_gateway.make_believe import own_stand_ins
    from voice_gateway.measuring.tasks.report import progress
    from voice_gateway.metrics import Metrics
    from voice_gateway.models.provider import choose_client
    from voice_gateway.routing import default_classifier
    from voice_gateway.tools import ToolExecutor, ToolManager
    from voice_gateway.tools.search import search_tool
    from voice_gateway.trace import Searched

    choice = await choose_client(settings)
    tell(choice.notice)
    search, manager = _stand_in(), ToolManager()
    for tool in own_stand_ins(settings):
        manager.register(tool)
    manager.replace(search_tool(settings.search, search))
    gateway = Gateway(settings, choice.client, manager, ToolExecutor(), default_classifier(), Metrics())
    year, judged = search.today().year, []
    try:
        await choice.client.warm()
        for question in progress(questions, choice.client.name):
            answer = await gateway.turn(question.text, Conversation())
            queries = [event.query for event in answer.trace.all(Searched)]
            # One query with the year is enough: a refinement may be about a detail.
            best = max(queries, key=lambda query: str(year) in query, default=None)
            judged.append(Judged(question, best, year))
    finally:
        await choice.client.close()
    return judged


def _stand_in() -> "WebSearch":
    from voice_gateway.tools.search import WebSearch
    from voice_gateway.tools.search.cache import SearchCache

    return WebSearch([_Finds()], 5, SearchCache(None))


def figures_of(judged: Sequence[Judged]) -> dict[str, float]:
    """The three shares that have a target."""
    current = [one for one in judged if one.question.kind == "current"]
    others = [one for one in judged if one.question.kind != "current"]
    searched = [one for one in current if one.query is not None]
    return {
        "questions": len(judged),
        "searched": _share(len(searched), len(current)),
        "with_year": _share(sum(one.dated for one in searched), len(searched)),
        "false_searches": _share(sum(one.query is not None for one in others), len(others)),
    }


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def _print(figures: dict[str, float]) -> None:
    from voice_gateway.cli.terminal import show, table

    rows = table("of what", "share", "target", numbers=("share", "target"), title="Search")
    rows.add_row("current-event questions searched", f"{figures['searched']:.1%}", "> 98%")
    rows.add_row("searched with the year", f"{figures['with_year']:.1%}", "> 98%")
    rows.add_row("false searches", f"{figures['false_searches']:.1%}", "< 2%")
    show(rows)
