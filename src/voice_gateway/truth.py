"""What may be said: only what results of this turn report. Results are data; a model's words are held to it.

A model may put results into its own words. It may not add a state, a number, a time or a deed that no result
has. Where it does, what the tools themselves reported is said instead.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from voice_gateway import languages
from voice_gateway.amounts import in_digits
from voice_gateway.devices.errors import BadCall
from voice_gateway.outcome import TurnOutcome
from voice_gateway.saying import capitalised
from voice_gateway.tools import Outcome, Result

NOTHING_DONE = "I haven't changed anything."

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d+(?:[.,:]\d+)*")
_HERE_AND_NOW = re.compile(
    r"""
    \bi(?:'ve|\ have)\ (?:(?:now|just|already|also)\ )*
      (?:turned|switched|dimmed|brightened|locked|unlocked|muted|unmuted|opened|closed|scheduled|activated
        |set\ (?:the|your|an?)\ (?:timer|alarm|reminder|volume|temperature|thermostat|heating|light|lamp))\b
    | \bi\ (?:just\ )?(?:turned|switched)\ (?:[\w']+\ ){0,4}(?:on|off|up|down)\b
    | \bi(?:'m|\ am)\ (?:now\ )?(?:turning|switching|dimming|brightening|locking|unlocking|muting)\b
    | ^(?:(?:okay|ok|sure|alright)[,.!]?\ )?(?:turning|switching)\ (?:on|off)\b
    | \b(?:has|have)\ been\ (?:turned|switched)\ (?:on|off|up|down)\b
    | ^(?:(?:okay|ok|sure|alright)[,.!]?\ )?(?:all\ |it\ is\ |it's\ |that's\ )?done(?:\ now|\ for\ you)?[.!]?$
    | \b(?:it\ is|it's|the\ time\ is)\ (?:now\ |currently\ |about\ )*\d{1,2}(?::\d\d|\ ?[ap]\.?m\b|\ o'clock)
    | \bthe\ volume\ is\ (?:now\ )?(?:at|set|muted|\d)
    """,
    re.X,
)
_BY_SOMEBODY = frozenset({"i", "i've", "i'm", "we", "we've", "have", "has", "been", "just", "now"})
"""The door "is locked" is a state; "I have locked" it, it "has been locked", is a deed."""
_UNDONE = frozenset({Outcome.ERROR, Outcome.TIMEOUT, Outcome.REFUSED})


def what_happened(results: Sequence[Result]) -> str:
    """The tools' own words, which are made of what is so and written to be said."""
    said: list[str] = []
    for place, result in enumerate(results):
        if (
            result.pending
            or result.outcome is Outcome.REPEATED
            or _is_overtaken(result, results[place + 1 :])
        ):
            continue
        words = result.text if result.ok else _as_sentence(result)
        if words and words not in said:
            said.append(words)
    return " ".join(said)


def _is_overtaken(result: Result, later: Sequence[Result]) -> bool:
    """Whether all its devices were changed once more, so that how they were in between is not so any more."""
    done = _done(result)
    lasts = bool((result.data or {}).get("lost"))  # as what was put on a list
    return bool(done) and not lasts and done <= {device for each in later for device in _done(each)}


def _done(result: Result) -> set[str]:
    return {str(device.get("id")) for device in (result.data or {}).get("done", ())} if result.ok else set()


def is_true(text: str, sentence: str, results: Sequence[Result]) -> bool:
    """Whether everything that the text states as a fact was reported, and nothing that failed is hidden."""
    if any(result.outcome in _UNDONE or _failed_in_part(result) for result in results):
        return False
    reported = _facts(" ".join([*(result.text for result in results if result.ok), *_values(results)]))
    claimed = _facts(text)
    if claimed["deeds"] and not any(result.ok and result.changed for result in results):
        return False
    return claimed["states"] <= reported["states"] and claimed["numbers"] <= (
        reported["numbers"] | (_facts(sentence)["numbers"] if results else set())
    )


def has_facts(text: str) -> bool:
    """Whether the text states anything that only a tool could know: a deed, a state, a number, a time."""
    return any(_facts(text).values())


def claims_here_and_now(text: str) -> bool:
    """Whether the text says that the assistant has done something, or what the clock or the volume shows."""
    said = text.lower().replace("’", "'")
    return any(_HERE_AND_NOW.search(sentence.strip()) for sentence in re.split(r"(?<=[.!?])\s+|\n", said))


def outcome_of(results: Sequence[Result]) -> TurnOutcome:
    """What the results of a turn come to."""
    if any(result.pending for result in results):
        return TurnOutcome.ASKED_BACK
    told = [result for result in results if result.outcome is not Outcome.REPEATED]
    failed = [result for result in told if not result.ok or _failed_in_part(result)]
    if not failed:
        return TurnOutcome.DONE if any(result.changed for result in told) else TurnOutcome.ANSWERED
    return max((_failure(result) for result in failed), key=_GRAVITY.index)


_GRAVITY = [TurnOutcome.ASKED_BACK, TurnOutcome.DECLINED, TurnOutcome.NOT_UNDERSTOOD, TurnOutcome.FAILED]


def _failed_in_part(result: Result) -> bool:
    """Whether one of several devices did not do it."""
    return bool((result.data or {}).get("failed"))


def _failure(result: Result) -> TurnOutcome:
    data = result.data or {}
    if "ambiguous" in data:
        return TurnOutcome.ASKED_BACK
    if data.get("unknown") or data.get("error") == BadCall.__name__:
        return TurnOutcome.NOT_UNDERSTOOD
    if result.outcome is Outcome.REFUSED or data.get("error") in ("CannotDo", "RefusedValue"):
        return TurnOutcome.DECLINED
    return TurnOutcome.FAILED


def _as_sentence(result: Result) -> str:
    problem = result.spoken or result.text.removeprefix("Error: ")
    if result.outcome is Outcome.UNKNOWN:
        return NOTHING_DONE
    problem = capitalised(problem)
    problem += "" if problem.endswith((".", "!", "?")) else "."
    expected = _failure(result) in (TurnOutcome.NOT_UNDERSTOOD, TurnOutcome.DECLINED, TurnOutcome.ASKED_BACK)
    return problem if expected else f"That did not work: {problem}"


def _facts(text: str) -> dict[str, set[str]]:
    known = _words()
    found = {kind: set[str]() for kind in ("deeds", "states", "numbers")}
    words = _WORD.findall(in_digits(text.lower().replace("’", "'")))
    for at, word in enumerate(words):
        states = {group for group in known["state"] if word in group.split("/")}
        found["states"] |= states
        if word[0].isdigit():
            found["numbers"].add(word.replace(",", ".").rstrip("."))
        elif word in known["deed"] and (not states or _BY_SOMEBODY.intersection(words[max(0, at - 3) : at])):
            found["deeds"].add(word)
        if word in known["time"]:
            found["numbers"].add(word)
    return found


@cache
def _words() -> Mapping[str, frozenset[str]]:
    """The words that state facts, by kind; words between slashes say the same."""
    return {kind: frozenset(listed.split()) for kind, listed in languages.pairs("truth/facts")}


def _values(results: Sequence[Result]) -> Iterable[str]:
    for result in results:
        if result.ok and result.data:
            yield from _leaves(result.data)


def _leaves(data: Any) -> Iterable[str]:
    if isinstance(data, Mapping):
        for value in data.values():
            yield from _leaves(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _leaves(value)
    elif isinstance(data, float):
        yield f"{data:g}"
    elif data is not None and not isinstance(data, bool):
        yield str(data)
