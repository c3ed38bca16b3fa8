"""Runs a task's sentence in a fresh copy of its home, through the same gateway that people talk to."""

import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from voice_gateway import trace
from voice_gateway.assembly import home_words
from voice_gateway.conversation import Conversation
from voice_gateway.devices import Guard, Resolver, SimulatedHome
from voice_gateway.devices.home_file import HomePlan
from voice_gateway.devices.mcp_server.server import build_server
from voice_gateway.errors import ModelError
from voice_gateway.evaluation.baseline import NotAsked
from voice_gateway.evaluation.home_tasks import HomeTask
from voice_gateway.evaluation.stand_ins import own_stand_ins
from voice_gateway.evaluation.states import Snapshot, compare, prepare, snapshot
from voice_gateway.fast_path import FastPath
from voice_gateway.gateway import Gateway
from voice_gateway.honesty import claims_success
from voice_gateway.mcp import Confirmation, InProcess, McpIntegration, McpServer, Registration
from voice_gateway.metrics import Metrics
from voice_gateway.models import ChatClient
from voice_gateway.routing import MicroRouter, default_classifier
from voice_gateway.settings import Settings
from voice_gateway.tools import RegisteredTool, Tier, ToolExecutor, ToolManager
from voice_gateway.tools.execution.repair import Repair

Who = Callable[[SimulatedHome], ChatClient]
"""Who answers in a home: a model that is the same everywhere, or a parser that knows the names."""


@dataclass(frozen=True)
class Outcome:
    """What came of one sentence."""

    task: HomeTask
    sentence: str
    done: bool
    missing: tuple[str, ...]
    wrong: tuple[str, ...]
    false_claim: bool
    answer: str
    seconds: float
    calls: tuple[dict[str, Any], ...] = ()
    understood: bool = False
    """Carried out by the fast path, without the model."""

    problem: str = ""
    """Why there is no answer."""

    def row(self) -> dict[str, Any]:
        """All of it in plain values, for JSON."""
        return {
            "file": str(self.task.place.path),
            "line": self.task.place.line,
            "kind": self.task.kind,
            "say": self.sentence,
            "done": self.done,
            "missing": list(self.missing),
            "wrong_changes": list(self.wrong),
            "false_claim": self.false_claim,
            "answer": self.answer,
            "understood": self.understood,
            "calls": list(self.calls),
            "problem": self.problem,
            "ms": round(self.seconds * 1000, 1),
        }


@dataclass
class HomeRun:
    """One column of the table: who answers, and whether the fast path may answer first."""

    settings: Settings
    who: Who
    fast_path: bool = True
    _classifier: MicroRouter = field(default_factory=default_classifier, init=False)
    _own_tools: tuple[RegisteredTool, ...] = field(init=False)
    _answered: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._own_tools = own_stand_ins(self.settings)

    async def run(self, plan: HomePlan, task: HomeTask, sentence: str) -> Outcome:
        """Say it, say yes to a confirmation, and look at the home. Raises `ModelError` without a model."""
        home = SimulatedHome(plan, delay=0)
        prepare(home, task.before)
        begin = snapshot(home)
        conversation = Conversation()
        traces: list[trace.Trace] = []
        answer, problem = "", ""
        began = time.perf_counter()
        async with self.gateway(home) as gateway:
            try:
                for said in (*task.earlier, sentence):
                    began = time.perf_counter()
                    answer = await _say(gateway, said, conversation, traces)
                self._answered = True
            except NotAsked:
                answer = ""
            except ModelError as error:
                if not self._answered:
                    raise
                answer, problem = "", error.message
        seconds = time.perf_counter() - began
        return _judge(task, sentence, home, begin, answer, traces, seconds, problem)

    @asynccontextmanager
    async def gateway(self, home: SimulatedHome) -> AsyncIterator[Gateway]:
        """The gateway over this home, put together as for people; only the tools around it are quiet."""
        await home.start()
        settings = self.settings.model_copy(update={"fast_path": self.fast_path})
        manager = ToolManager()
        for tool in self._own_tools:
            manager.register(tool)
        self._classifier.follow(home_words(home))
        resolver = Resolver(home.registry)
        server = McpServer(
            "home", InProcess(build_server(home, Guard(settings.home.guarded))), tier=Tier.DEVICE
        )
        async with McpIntegration([server], Registration(manager)) as servers:
            yield Gateway(
                settings,
                self.who(home),
                manager,
                ToolExecutor(
                    timeout=settings.turn.tool_timeout,
                    result_limit=settings.turn.tool_result_chars,
                    behaviours=[Confirmation(), Repair(resolver)],
                ),
                self._classifier,
                Metrics(),
                fast_path=FastPath(resolver),
                home=home,
                servers=servers,
            )


async def _say(gateway: Gateway, sentence: str, conversation: Conversation, traces: list[trace.Trace]) -> str:
    answer = await gateway.turn(sentence, conversation)
    traces.append(answer.trace)
    if conversation.pending:
        answer = await gateway.turn("yes", conversation)
        traces.append(answer.trace)
    return answer.text


def _judge(
    task: HomeTask,
    sentence: str,
    home: SimulatedHome,
    begin: Snapshot,
    answer: str,
    traces: list[trace.Trace],
    seconds: float,
    problem: str,
) -> Outcome:
    verdict = compare(home, begin, task.after)
    missing = list(verdict.missing)
    if task.answer and not any(all(says(answer, word) for word in words) for words in task.answer):
        missing.append(f"the answer says none of {', '.join(' '.join(words) for words in task.answer)}")
    if problem and not task.after:
        missing.append("there is no answer")
    done = not missing and not verdict.wrong
    about_home = bool(task.after or task.answer) or _speaks_of(home, answer)
    called = [event for one in traces for event in one.all(trace.Called)]
    return Outcome(
        task,
        sentence,
        done=done,
        missing=tuple(missing),
        wrong=verdict.wrong,
        false_claim=claims_success(answer)
        and about_home
        and bool(missing or not (task.after or task.answer)),
        answer=answer,
        seconds=seconds,
        calls=tuple(
            {"tool": event.tool, "arguments": dict(event.arguments), "outcome": event.outcome}
            for event in called
        ),
        understood=bool(traces) and any(one.last(trace.Understood) for one in traces),
        problem=problem,
    )


def says(answer: str, word: str) -> bool:
    """Whether the answer holds this word or number as such: “unlocked” does not say “locked”."""
    return re.search(rf"(?<![\w.]){re.escape(word)}(?![\w]|\.\d)", answer, re.I) is not None


def _speaks_of(home: SimulatedHome, answer: str) -> bool:
    words = set(re.findall(r"\w+", answer.casefold()))
    names = {word for device in home.devices() for word in re.findall(r"\w+", device.name.casefold())}
    return bool(words & names)
