"""Says a sentence to the gateway over the default home, in a conversation of its own, and judges it."""

import time
from dataclasses import dataclass, field
from typing import Any

from voice_gateway.conversation import Conversation
from voice_gateway.devices import load_home
from voice_gateway.errors import ModelError
from voice_gateway.measuring.tasks.baseline import NotAsked
from voice_gateway.measuring.tasks.home_run import HomeRun, says
from voice_gateway.measuring.tasks.talk_tasks import TalkTask
from voice_gateway.models import ChatClient
from voice_gateway.outcome import TurnOutcome
from voice_gateway.settings import Settings


@dataclass(frozen=True)
class TalkOutcome:
    """What came of one sentence."""

    task: TalkTask
    sentence: str
    answer: str
    outcome: TurnOutcome
    wrong: tuple[str, ...]
    """What is wrong about it, in words; empty when it is right."""

    seconds: float

    @property
    def right(self) -> bool:
        return not self.wrong

    def row(self) -> dict[str, Any]:
        """All of it in plain values, for JSON."""
        return {
            "file": str(self.task.place.path),
            "line": self.task.place.line,
            "kind": self.task.kind,
            "say": self.sentence,
            "earlier": list(self.task.earlier),
            "right": self.right,
            "wrong": list(self.wrong),
            "answer": self.answer,
            "outcome": self.outcome,
            "ms": round(self.seconds * 1000, 1),
        }


@dataclass
class TalkRun:
    """Who answers, and with which settings."""

    settings: Settings
    client: ChatClient
    _homes: HomeRun = field(init=False)
    _answered: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self._homes = HomeRun(self.settings, lambda _: self.client)

    async def run(self, task: TalkTask, sentence: str) -> TalkOutcome:
        """Say it, after what was said earlier. Raises `ModelError` when there never was a model."""
        conversation = Conversation()
        text, outcome = "", TurnOutcome.FAILED
        began = time.perf_counter()
        async with self._homes.gateway(load_home(delay=0)) as gateway:
            try:
                for said in (*task.earlier, sentence):
                    began = time.perf_counter()
                    answer = await gateway.turn(said, conversation)
                    text, outcome = answer.text, answer.outcome
                self._answered = True
            except NotAsked:
                text, outcome = "", TurnOutcome.FAILED
            except ModelError as error:
                if not self._answered:
                    raise
                text, outcome = error.message, TurnOutcome.FAILED
        seconds = time.perf_counter() - began
        return TalkOutcome(task, sentence, text, outcome, tuple(_wrong(task, text, outcome)), seconds)


def _wrong(task: TalkTask, text: str, outcome: TurnOutcome) -> list[str]:
    wrong = []
    if outcome == TurnOutcome.FAILED and TurnOutcome.FAILED not in task.outcome:
        wrong.append("there is no answer")
    if task.answer and not any(all(says(text, word) for word in words) for words in task.answer):
        wrong.append(f"the answer says none of {', '.join(' '.join(words) for words in task.answer)}")
    wrong += [f"the answer says “{word}”" for word in task.never if says(text, word)]
    if task.outcome and outcome not in task.outcome:
        wrong.append(f"the outcome is {outcome}, not {' or '.join(task.outcome)}")
    return wrong
