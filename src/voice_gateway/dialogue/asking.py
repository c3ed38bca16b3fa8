"""From calls that were held back to one question."""

from collections.abc import Sequence

from langchain_core.messages import ToolCall

from voice_gateway.devices.guard import SAY_YES
from voice_gateway.devices.words import roots
from voice_gateway.dialogue.state import AskedCall, AwaitingYes
from voice_gateway.saying import listed
from voice_gateway.tools import Result

_SHALL_I = "Shall I "
_SAID_FOR = {
    "unlock": ("unlock", "open", "lock"), "open": ("open", "raise", "up"),
    "on": ("turn", "switch", "on", "start"),
}  # fmt: skip


def awaiting_yes(
    calls: Sequence[ToolCall], results: Sequence[Result], no_yes: str = ""
) -> AwaitingYes | None:
    """The question about every call that needs a yes; None when none does.

    `no_yes` is what is said instead to who cannot answer with a yes.
    """
    asked = [
        AskedCall(
            {**call, "args": dict(result.sent or call["args"])},
            result.pending,
            _about(call, result.pending),
            _agreed_to(result.pending),
        )
        for call, result in zip(calls, results, strict=True)
        if result.pending
    ]
    if not asked:
        return None
    # A server asks in words; so do our own, which other programs may be asked by.
    questions = [each.question.removesuffix(SAY_YES).strip() for each in asked]
    said = SAY_YES if any(each.question.endswith(SAY_YES) for each in asked) else ""
    return AwaitingYes(f"{_together(questions)} {no_yes or said}".strip(), tuple(asked))


def _together(questions: Sequence[str]) -> str:
    """One question for all that would be done alike: "Unlock the front door and the back door?", and for all
    that we ask ourselves: "Shall I turn off the lamp and lock the door?"."""
    alike: dict[str, list[str]] = {}
    for question in questions:
        what, the, which = question.removesuffix("?").partition(" the ")
        alike.setdefault(what if the and question.endswith("?") else question, []).append(f"the {which}")
    asked = [what if what in questions else f"{what} {listed(names)}?" for what, names in alike.items()]
    ours = [each.removeprefix(_SHALL_I).removesuffix("?") for each in asked if each.startswith(_SHALL_I)]
    theirs = [each for each in asked if not each.startswith(_SHALL_I)]
    return " ".join([*([f"{_SHALL_I}{listed(ours)}?"] if ours else []), *theirs])


def _agreed_to(question: str) -> frozenset[str]:
    """A server's own question; who says yes to "Shall I …?" agrees to the whole call."""
    return frozenset() if question.startswith(_SHALL_I) else frozenset({question})


def _about(call: ToolCall, question: str) -> frozenset[str]:
    """The words of the question and of the call, by which an answer may name it."""
    action = str(call["args"].get("action", ""))
    words = {*roots(question), *roots(str(call["args"].get("device", ""))), *_SAID_FOR.get(action, (action,))}
    return frozenset(words - {"shall", "say", "yes", "confirm"})
