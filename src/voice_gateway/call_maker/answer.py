"""The second half of a turn: from what a tool found to one sentence, and the check that it is a true one."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from voice_gateway.call_maker.prompt import undated

SYSTEM: Final = "Answer in one sentence from the result."
NOT_FOUND: Final = "I couldn't find that."

_WARNING = re.compile(r"\AText from the web[^\n]*\n")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_WORD = re.compile(r"[^\W_]+", re.UNICODE)
_SMALL: Final = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "on",
        "at",
        "to",
        "for",
        "from",
        "by",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "has",
        "have",
        "had",
        "it",
        "its",
        "and",
        "or",
        "as",
        "with",
        "than",
        "that",
        "this",
        "what",
        "who",
        "when",
        "where",
        "which",
        "how",
        "much",
        "many",
        "does",
        "do",
        "did",
        "will",
        "i",
        "you",
        "me",
        "my",
        "tell",
        "about",
        "now",
        "today",
        "right",
        "current",
    ]
)


def question_with_results(question: str, results: str) -> str:
    """What the model is asked: the question, and below it what was found."""
    return f"{question.strip()}\nResult: {_WARNING.sub('', results).strip()}"


def answer_prompt(messages: Sequence[BaseMessage]) -> list[BaseMessage] | None:
    """The prompt for the answer to the last question; None when no tool has found anything for it."""
    found = [at for at, message in enumerate(messages) if isinstance(message, ToolMessage)]
    # What comes after a result is an instruction of ours; the person's own words stand before it.
    asked = [at for at, message in enumerate(messages[: found[-1]]) if _asks(message)] if found else []
    if not asked or any(_speaks(message) for message in messages[found[-1] :]):
        return None
    question = undated(str(messages[asked[-1]].text))[0]
    results = "\n".join(str(messages[at].text) for at in found if at > asked[-1])
    return [SystemMessage(SYSTEM), HumanMessage(question_with_results(question, results))]


def _asks(message: BaseMessage) -> bool:
    return isinstance(message, HumanMessage)


def _speaks(message: BaseMessage) -> bool:
    """Whether this is an answer, after which a question is another one."""
    return isinstance(message, AIMessage) and not message.tool_calls


def true_sentence(answer: str, question: str, results: str) -> str:
    """The sentence of the results that the answer repeats, or part of it; else the nearest to the question.

    What is said was thus found in one place, word for word: two facts are never mixed into a third.
    """
    words = _words(_SENTENCE.split(answer.strip())[0])
    if words and answer.strip() != NOT_FOUND:
        for _, sentence in _sentences(results):
            if words <= _words(sentence):
                return sentence
    return nearest_sentence(question, results)


def nearest_sentence(question: str, results: str) -> str:
    """The sentence of the results that speaks most of what was asked, if it speaks of half of that."""
    wanted = _words(question)
    best, shared = NOT_FOUND, len(wanted) / 2 - 0.01
    for title, sentence in _sentences(results):
        # What the page is called counts too, but less than what the sentence says.
        score = len(wanted & _words(sentence)) + 0.4 * len(wanted & _words(title))
        if score > shared:
            best, shared = sentence, score
    return best


def _sentences(results: str) -> Iterator[tuple[str, str]]:
    """Every sentence that was found, with the title of its page."""
    for line in _WARNING.sub("", results).strip().splitlines():
        title, _, snippet = line.removeprefix("- ").partition(": ")
        for sentence in _SENTENCE.split(snippet or title):
            if sentence.strip():
                yield title, sentence.strip()


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in _WORD.findall(text.lower()) if word not in _SMALL)
