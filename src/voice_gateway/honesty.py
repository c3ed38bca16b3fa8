"""Honest speech: what is said about the home must follow from what the tools reported in this very turn."""

import re
from collections.abc import Sequence

from voice_gateway.tools import Outcome, Result

NOTHING_DONE = "I haven't changed anything. Please say it again, with the name of the device."

_DOING = (
    "turn|switch|set|adjust|dim|brighten|clos|open|lock|unlock|mut|unmut|rais|lower|increas|decreas|chang"
)
_CLAIM = re.compile(
    rf"""
    \b(?:done|all\ set|no\ problem|certainly|of\ course)\b
    | \bI(?:['’]ve|\ have|['’]m|\ am|\ will|['’]ll|\ just)?\s+
      (?:now\ |just\ |successfully\ )?(?:{_DOING}|start|stop|activat)\w*
    | \b(?:is|are|was|were|has\ been|have\ been)\s+(?:now|successfully)\b
    | \b(?:has|have)\ been\ (?:{_DOING}|activat)\w*
    | \b(?:turning|switching|setting|dimming|closing|opening|locking|unlocking|muting)\b
    | \b(?:turned|switched)\s+(?:on|off)\b
    """,
    re.I | re.X,
)
_DENIAL = re.compile(
    r"\bno\b(?! problem)|\b(?:not|nothing|unable|cannot|failed|sorry|error|unknown)\b|n[’']t\b", re.I
)
_OPPOSITES = (("on", "off"), ("open", "closed"), ("locked", "unlocked"), ("muted", "unmuted"))
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


def claims_success(text: str) -> bool:
    """Whether the text says that something was done."""
    return bool(_CLAIM.search(text)) and not _DENIAL.search(text)


def true_answer(text: str, sentence: str, results: Sequence[Result]) -> str:
    """The text when it follows from the results, else what really happened."""
    failed = any(result.outcome in (Outcome.ERROR, Outcome.TIMEOUT) for result in results)
    if failed and not _DENIAL.search(text):
        return what_happened(results)
    if claims_success(text) and not any(result.ok and result.changed for result in results):
        return what_happened(results)
    readable = [result.text for result in results if result.ok]
    if text and readable and _contradicts(text, " ".join(readable), sentence):
        return what_happened(results)
    return text


def what_happened(results: Sequence[Result]) -> str:
    """The tools' own words, which are written to be said."""
    said: list[str] = []
    for result in results:
        words = result.text if result.ok else _as_sentence(result.text.removeprefix("Error: "))
        if words not in said and result.outcome is not Outcome.REPEATED:
            said.append(words)
    return " ".join(said) or NOTHING_DONE


def _as_sentence(problem: str) -> str:
    if problem.startswith("Unknown tool"):
        return NOTHING_DONE
    problem = problem[:1].upper() + problem[1:]
    return f"That did not work: {problem}" + ("" if problem.endswith((".", "!", "?")) else ".")


def _contradicts(text: str, reported: str, sentence: str) -> bool:
    """A state or a number that no tool reported and the person did not say."""
    words, facts = _words(text), _words(reported)
    for pair in _OPPOSITES:
        for one, other in (pair, pair[::-1]):
            if one in words and other not in words and other in facts and one not in facts:
                return True
    known = set(_NUMBER.findall(reported)) | set(_NUMBER.findall(sentence))
    return bool(known) and any(number not in known for number in _NUMBER.findall(text))


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower()))
