"""Runs a task's sentence in a fresh copy of its home, through the same gateway that people talk to."""

import re
import time
from dataclasses import dataclass, field, replace
from typing import Any

from voice_gateway import trace
from voice_gateway.conversation import Conversation
from voice_gateway.devices import Home, SimulatedHome
from voice_gateway.devices.home_file import HomePlan
from voice_gateway.dialogue import AwaitingYes
from voice_gateway.errors import ModelError
from voice_gateway.finishing import Answer
from voice_gateway.gateway import Gateway
from voice_gateway.make_believe import MakeBelieve, Time
from voice_gateway.measuring.tasks.afterwards import live_on
from voice_gateway.measuring.tasks.baseline import NotAsked
from voice_gateway.measuring.tasks.claims import false_claims
from voice_gateway.measuring.tasks.home_tasks import HomeTask
from voice_gateway.measuring.tasks.live_home import LiveHomes
from voice_gateway.measuring.tasks.states import Snapshot, Verdict, compare, prepare, snapshot


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

    outcome: str = ""
    """How the turn ended."""

    problem: str = ""
    """Why there is no answer."""

    def and_later(self, verdict: Verdict) -> "Outcome":
        """Together with what came of it afterwards."""
        return replace(
            self,
            done=self.done and not verdict.missing and not verdict.wrong,
            missing=(*self.missing, *verdict.missing),
            wrong=(*self.wrong, *verdict.wrong),
        )

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
            "outcome": self.outcome,
            "understood": self.understood,
            "calls": list(self.calls),
            "problem": self.problem,
            "ms": round(self.seconds * 1000, 1),
        }


@dataclass
class HomeRun(MakeBelieve):
    """One column of the table: who answers, and whether the fast path may answer first."""

    live: LiveHomes | None = None
    """Where the homes are real; without it, each is simulated."""
    _answered: bool = field(default=False, init=False)

    async def run(self, plan: HomePlan, task: HomeTask, sentence: str) -> Outcome:
        """Say it, and look at the home. Raises `ModelError` without a model."""
        time_passed = Time.of(self.settings, task.now)
        home = await self._begin(plan, task)
        begin = snapshot(home)
        said: list[Answer] = []
        problem = ""
        began = time.perf_counter()
        async with self.gateway(home, time_passed) as gateway:
            conversation = Conversation()
            try:
                for each in (*task.earlier, sentence):
                    began = time.perf_counter()
                    await _say(gateway, each, task, conversation, said)
                self._answered = True
            except NotAsked:
                said.clear()
            except ModelError as error:
                if not self._answered:
                    raise
                said.clear()
                problem = error.message
            seconds = time.perf_counter() - began
            at_once = _judge(task, sentence, home, begin, said, seconds, problem)
            if gateway.planning is None:
                return at_once
            later = await live_on(time_passed, task, home, begin, gateway.planning)
        return at_once.and_later(later)

    async def _begin(self, plan: HomePlan, task: HomeTask) -> Home:
        """The home as the task finds it."""
        if self.live:
            return await self.live.home(plan, task.before)
        home = SimulatedHome(plan, delay=0)
        prepare(home, task.before)
        return home


async def _say(
    gateway: Gateway, sentence: str, task: HomeTask, conversation: Conversation, said: list[Answer]
) -> None:
    said.append(await gateway.turn(sentence, conversation, room=task.room))
    if task.confirm and isinstance(conversation.pending, AwaitingYes):
        said.append(await gateway.turn("yes", conversation, room=task.room))


def _judge(
    task: HomeTask,
    sentence: str,
    home: Home,
    begin: Snapshot,
    said: list[Answer],
    seconds: float,
    problem: str,
) -> Outcome:
    answer, outcome = (said[-1].text, said[-1].outcome.value) if said else ("", "failed")
    verdict = compare(home, begin, task.after)
    missing = list(verdict.missing)
    if task.answer and not any(all(says(answer, word) for word in words) for words in task.answer):
        missing.append(f"the answer says none of {', '.join(' '.join(words) for words in task.answer)}")
    if task.outcome and outcome not in task.outcome:
        missing.append(f"the outcome is {outcome}, not {' or '.join(task.outcome)}")
    if problem and not task.after:
        missing.append("there is no answer")
    false = false_claims(answer, begin, home.devices())
    traces = [each.trace for each in said]
    called = [event for one in traces for event in one.all(trace.Called)]
    return Outcome(
        task,
        sentence,
        done=not missing and not verdict.wrong and not false,
        missing=(*missing, *false),
        wrong=verdict.wrong,
        false_claim=bool(false),
        answer=answer,
        outcome=outcome,
        seconds=seconds,
        calls=tuple(
            {"tool": event.tool, "arguments": dict(event.arguments), "outcome": event.outcome}
            for event in called
        ),
        understood=any(one.last(trace.Understood) for one in traces),
        problem=problem,
    )


def says(answer: str, word: str) -> bool:
    """Whether the answer holds this word or number as such: “unlocked” does not say “locked”."""
    return re.search(rf"(?<![\w.]){re.escape(word)}(?![\w]|\.\d)", answer, re.I) is not None
