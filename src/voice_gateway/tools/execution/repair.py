"""Snaps a call that names something unknown to what the person said and the home has.

A small model garbles names: it writes “kitchen_light_1”, adds a room that nobody named, or fills an optional
argument because it is there. What the person said is the measure: words that the model made up are taken
away, misspelled ones are put right, and words that were said are never dropped. So an absent device cannot
become another one.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rapidfuzz import fuzz, process

from voice_gateway import trace
from voice_gateway.devices import Action, Matched, Resolver, Unknown
from voice_gateway.devices.typos import is_home_word
from voice_gateway.devices.words import FILLERS, GENERIC, QUANTIFIERS, words
from voice_gateway.logs import redact_arguments
from voice_gateway.tools.execution.call import Invocation, Outcome, Proceed, Result
from voice_gateway.tools.execution.repetition import once_per_turn
from voice_gateway.tools.tier import Tier

NEAR = 80
"""How alike two words must be, in percent, for one to be a slip for the other."""

MARGIN = 10
"""How much nearer the best word must be than the second best."""

_NAMING = ("device", "room", "filter")
"""Arguments that name something in the home."""

WEAK = FILLERS | QUANTIFIERS | GENERIC | {"light", "lamp", "switch", "sensor", "door", "room"}
"""Words that fit too many devices to say which one is meant."""

_VERBS = frozenset(
    {"turn", "switch", "set", "put", "make", "open", "close", "shut", "lock", "unlock", "dim", "brighten"}
    | {"raise", "lower", "start", "stop", "off", "up", "down", "check", "read", "show", "tell", "get", "and"}
)
"""What gets into a name when a model copies half the sentence."""


class Repair:
    """A behaviour for `ToolExecutor`: a device call that named something unknown is mended and tried anew."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver

    async def __call__(self, invocation: Invocation, proceed: Proceed) -> Result:
        result = await proceed(invocation)
        ours = invocation.tool.tier is Tier.DEVICE and not invocation.tool.foreign
        if not ours or result.outcome is not Outcome.ERROR or result.changed:
            return result
        mended = self._mend(invocation)
        if mended is None:
            return result
        trace.record(
            trace.Repaired(
                tool=invocation.tool.name,
                before=redact_arguments(invocation.arguments),
                after=redact_arguments(mended),
            )
        )
        # The model may make the mended call by itself as well, before or after.
        result = await once_per_turn(invocation.with_arguments(mended), proceed)
        return replace(result, sent=mended)

    def _mend(self, invocation: Invocation) -> dict[str, Any] | None:
        """Other arguments that are worth a try; None when the failure has another reason."""
        arguments = dict(invocation.arguments)
        unknown = [name for name in _NAMING if self._is_unknown(arguments.get(name))]
        if not unknown:
            return None
        required = invocation.tool.schema.get("required", ())
        said = _words(invocation.turn.sentence)
        for name in unknown:
            meant = self._meant(str(arguments[name]), said, arguments.get("action"))
            if meant is not None:
                arguments[name] = meant
            elif name not in required and said and not said.keys() & _words(str(arguments[name])).keys():
                del arguments[name]
            else:
                return None
        return arguments

    def _is_unknown(self, value: object) -> bool:
        return isinstance(value, str) and isinstance(self._resolver.resolve(value), Unknown)

    def _meant(self, written: str, said: dict[str, str], action: object) -> str | None:
        """The words of a name that the person said, when they name one thing of this home for sure."""
        index = self._resolver.index
        known = {word for word in said if index.meanings(word)}
        lost = said.keys() - known - _VERBS
        kept: list[str] = []
        for word in _words(written):
            if word in known or word in lost:
                kept.append(word)
            elif slip := _nearest(word, known):
                kept.append(slip)
            elif _nearest(word, lost):
                # It was written for a word that nothing in this home explains: the device is absent.
                return None
        if not set(kept) - WEAK - _VERBS or any(is_home_word(word) for word in lost):
            return None
        verb = Action(str(action)) if str(action) in set(Action) else None
        # A switch is a thing as well as what is done to it, so both readings are tried.
        for chosen in (kept, [word for word in kept if word not in _VERBS]):
            name = " ".join(said[word] for word in dict.fromkeys(chosen))
            found = self._resolver.resolve(name, action=verb)
            if isinstance(found, Matched) and found.devices:
                return name
        return None


def _words(text: str) -> dict[str, str]:
    """The words of a text that matter, each with the form in which it was said."""
    return {
        word.root: f"{word.root}s" if word.plural else word.root
        for word in words(text)
        if word.root not in FILLERS | GENERIC
    }


def _nearest(word: str, others: Iterable[str]) -> str | None:
    """The one word that this is a slip for."""
    found = process.extract(word, list(others), scorer=fuzz.ratio, score_cutoff=NEAR - MARGIN, limit=2)
    if not found or found[0][1] < NEAR:
        return None
    clear = len(found) == 1 or found[0][1] - found[1][1] >= MARGIN
    return str(found[0][0]) if clear else None
