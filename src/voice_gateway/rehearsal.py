"""Sentences that are read, and a tool that is called, before anybody says one.

Patterns are compiled, tables are read and libraries load the rest of themselves with the first sentence that
needs them, which takes up to half a second. Whoever says it would wait, and with them everybody else: the
event loop stands still.
"""

from langchain_core.tools import StructuredTool

from voice_gateway.devices import Resolver
from voice_gateway.devices.registry import Registry
from voice_gateway.fast_path import FastPath, compile_all
from voice_gateway.gate import judge
from voice_gateway.routing import IntentClassifier
from voice_gateway.skills import SkillContext, Skills

_SENTENCES = (
    "hello",
    "turn on the light at seven tomorrow",
    "what time is it in Tokyo",
    "set the volume to thirty percent",
    "what is two times three",
    "how many kilometers are three miles",
)


def rehearse(classifier: IntentClassifier, skills: Skills) -> None:
    """Read one sentence of every kind as a turn would, and do nothing. For a thread: it takes a second."""
    compile_all()
    fast_path = FastPath(Resolver(Registry()))  # a home may change meanwhile
    for sentence in _SENTENCES:
        judge(sentence)
        skills.answer(sentence, SkillContext())
        fast_path.read(sentence, classifier.classify(sentence))
    StructuredTool.from_function(_nothing).invoke({})


def _nothing() -> None:
    """Nothing is done."""
