"""What a reply came to, held to what was meant."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from training.call_maker.example import Example
from training.call_maker.resolved import Resolved, read_or_none, resolved
from voice_gateway.call_maker.answer import true_sentence
from voice_gateway.devices import Resolver
from voice_gateway.wishes import Deed, Errand, Part, Step, Thing, Verb, Wish

_HARMLESS = frozenset({Verb.TIME, Verb.DATE, Verb.SEARCH, Verb.WEATHER, Verb.CALCULATE})


@dataclass(frozen=True)
class Reply:
    """What was written, and how likely it was."""

    line: str
    confidence: float = 1.0


@dataclass(frozen=True)
class Verdict:
    """What one reply came to."""

    exact: bool
    verbs: bool = True
    targets: bool = True
    wrong_action: bool = False
    """Something would have been done that was not meant, although something was."""
    absent_acted: bool = False
    false_action: bool = False
    """Something would have been done where nothing was asked for."""
    acts: bool = False
    """The reply does something."""


def judge(example: Example, reply: Reply, resolver: Resolver | None = None) -> Verdict:
    """Compare a reply with what was meant."""
    if example.tells:
        question, _, results = example.user.partition("\nResult: ")
        return Verdict(true_sentence(reply.line, question, results) == example.target)
    found = read_or_none(reply.line) or Wish()
    if example.open:
        return Verdict(reply.line.startswith(example.target), acts=acts(found))
    line = example.meant or example.target
    meant = read_or_none(line) or Wish()
    if not meant.parts:
        return Verdict(not found.parts, false_action=acts(found), acts=acts(found))
    exact = _same(meant, found)
    touched = acts(found)
    if resolver is not None:
        wanted, got = resolved(line, resolver), resolved(reply.line, resolver)
        exact = exact or sorted(map(_key, wanted)) == sorted(map(_key, got))
        touched = touched and any(call.acts or call.tool != "control_zwave_device" for call in got)
    absent = "absent" in example.kind
    return Verdict(
        exact=exact,
        verbs=_verbs(meant) == _verbs(found),
        targets=_targets(meant) == _targets(found),
        wrong_action=not exact and touched and not absent and not _within(found, meant),
        absent_acted=absent and touched and not exact,
        acts=acts(found),
    )


def acts(wish: Wish) -> bool:
    """Whether a wish changes anything; to leave things as they are does not."""
    left = Errand(Thing.PLAN, Deed.CANCEL)
    return any(step.verb not in _HARMLESS for step in wish.steps) or any(
        errand != left for errand in wish.errands
    )


def _same(meant: Wish, found: Wish) -> bool:
    return _parts(meant) == _parts(found) and (meant.when, meant.only_if) == (found.when, found.only_if)


def _parts(wish: Wish) -> Sequence[object]:
    return [_loose(part) for part in wish.parts]


def _loose(part: Part) -> object:
    """A part as it is compared: the words of a search in any order."""
    if isinstance(part, Step) and part.verb is Verb.SEARCH:
        return frozenset(part.words.split())
    return part


def _within(found: Wish, meant: Wish) -> bool:
    """Whether all that would be done was meant, though not all that was meant would be done."""
    same_time = (meant.when, meant.only_if) == (found.when, found.only_if)
    return same_time and all(part in meant.parts for part in found.parts)


def _verbs(wish: Wish) -> Counter[str]:
    named = Counter(str(part.verb if isinstance(part, Step) else part.question) for part in wish.named)
    return named + Counter(f"{errand.thing} {errand.deed}" for errand in wish.errands)


def _targets(wish: Wish) -> Counter[str]:
    return Counter(part.target.words for part in wish.named)


def _key(call: Resolved) -> str:
    return f"{call.tool} {call.arguments} {sorted(call.devices)} {call.problem}"
