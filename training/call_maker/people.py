"""What people said themselves, word for word, with other names in the place of theirs."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from training.call_maker.example import Example
from training.call_maker.labelled import pattern_of
from training.call_maker.names import bank
from training.call_maker.patterns import Pattern, filled
from training.call_maker.resolved import read_or_none
from training.call_maker.slots import Slots
from training.call_maker.spoken import with_filler
from training.call_maker.templates import SENTENCES
from voice_gateway.wishes import Event, Step, Thing, Verb, Wish

_ANSWERING = frozenset({"people answer", "people correction", "people stop", "people talk"})
_OPENERS = (
    "so",
    "well",
    "oh",
    "and",
    "yeah",
    "you know",
    "honestly",
    "look",
    "anyway",
    "um",
    "hey",
    "i mean",
)
STRANGERS, NEIGHBOURS = SENTENCES / "strangers.jsonl", SENTENCES / "neighbours.jsonl"
"""Sentences with their wishes, and sentences as they were labelled by hand."""
_HEADS = {
    "light": r"(?:light|lamp|bulb|lantern|pendant|spot|chandelier|sconce)",
    "lights": r"(?:lights|lamps|bulbs|pendants|spots|lanterns)",
    "cover": r"(?:blind|curtain|shutter|awning|shade)", "covers": r"(?:blinds|curtains|shutters|shades)",
    "fan": r"fan", "lock": r"(?:door|gate|lock)", "doors": r"(?:doors|gates|locks)",
    "switch": r"(?:plug|socket|kettle|heater|pump|machine|tv|telly|radio|dryer|blanket)",
    "thermostat": r"(?:thermostat|radiator|heating|aircon|stat)", "vacuum": r"(?:hoover|vacuum|robot|roomba)",
    "media": r"(?:speaker|soundbar|tv|telly|television|radio)",
}  # fmt: skip
_BY_VERB = {
    Verb.LOCK: ("lock", "doors"), Verb.UNLOCK: ("lock",), Verb.PLAY: ("media",), Verb.MUTE: ("media",),
    Verb.VOLUME: ("media",), Verb.DOCK: ("vacuum",), Verb.START: ("vacuum", "switch"), Verb.SPEED: ("fan",),
}  # fmt: skip


@dataclass(frozen=True)
class Said:
    """A sentence with its wish, and whether it is kept for checking."""

    pattern: Pattern
    check: bool


@cache
def people_said() -> tuple[Said, ...]:
    """Every sentence of people who were asked what they would say."""
    rows = [*map(json.loads, STRANGERS.read_text(encoding="utf-8").splitlines())]
    rows += [
        pattern | {"act": row["act"], "check": row.get("check")}
        for row in neighbours()
        if (pattern := pattern_of(row))
    ]
    return tuple(_said(row) for row in rows)


def neighbours() -> Iterator[dict[str, Any]]:
    """The sentences that were labelled by hand, with their labels."""
    yield from map(json.loads, NEIGHBOURS.read_text(encoding="utf-8").splitlines())


def _said(row: Mapping[str, Any]) -> Said:
    before = (row["before"]["say"], row["before"]["wish"]) if row.get("before") else None
    pattern = Pattern(row["say"], row["wish"], before, row.get("asked", ""), f"people {row['act']}")
    return Said(pattern, bool(row.get("check")))


def variants(
    pattern: Pattern, random: Random, slots: Slots, count: int, answers: Sequence[str] = ()
) -> Iterator[Example]:
    """The sentence itself, and the sentence with other names, so often in all.

    What stands alone does so behind any of the `answers`, too.
    """
    other = with_slots(pattern) if count > 1 else pattern
    alone = not pattern.asked and not pattern.before and pattern.kind not in _ANSWERING
    for at in range(count):
        chosen = other if at % 2 and other != pattern else pattern
        if answers and at % 4 == 2 and alone and len(pattern.say.split()) > 3:
            chosen = replace(chosen, asked=random.choice(answers))
        if example := filled(replace(chosen, say=_told(chosen, at, random)), slots, random):
            yield example


def _told(pattern: Pattern, at: int, random: Random) -> str:
    """The first time as it was said; then, where nothing is wished, now and then a word more or less."""
    words = pattern.say.split()
    if at == 0 or pattern.wish != "none" or pattern.asked or len(words) < 5:
        return pattern.say
    style = random.random()
    if style < 0.35:
        return f"{random.choice(_OPENERS)} {pattern.say}"
    if style < 0.5 and len(words) > 6:
        return " ".join(words[:-1])
    return with_filler(pattern.say, random)


def with_slots(pattern: Pattern) -> Pattern:
    """The pattern with slots for the names that stand in the sentence as they stand in the wish."""
    wish = read_or_none(pattern.wish)
    # The longer name first: “hall” also stands in “hall light”.
    for name, verb in sorted(named(wish), key=lambda named: -len(named[0])) if wish else ():
        kind = _kind(name, verb)
        texts = [pattern.say, pattern.wish, pattern.asked, *(pattern.before or ())]
        word = re.compile(rf"(?<![\w'{{-]){re.escape(name)}(?![\w'}}-])", re.I)
        heard = " ".join([pattern.say, pattern.asked, *(pattern.before or ())[:1]])
        if not kind or not word.search(heard) or not word.search(pattern.wish):
            continue
        slot = next(
            each for each in (kind, *(f"{kind}{n}" for n in range(2, 9))) if each not in pattern.slots
        )
        say, line, asked, *before = (word.sub(f"{{{slot}}}", text) for text in texts)
        pattern = replace(
            pattern, say=say, wish=line, asked=asked, before=(before[0], before[1]) if before else None
        )
    return pattern


def named(wish: Wish) -> Iterator[tuple[str, Verb | None]]:
    """Everything that a wish is about, with what is done to it."""
    for part in wish.named:
        verb = part.verb if isinstance(part, Step) else None
        yield from ((name, verb) for name in (part.target.name, *part.target.but) if name)
    for errand in wish.errands:
        if errand.thing is Thing.PLAN and errand.name:
            yield errand.name, None
        if errand.does:
            yield from named(errand.does)
    facts = (wish.only_if, wish.when.fact if isinstance(wish.when, Event) else None)
    yield from ((fact.about, None) for fact in facts if fact and fact.about)
    if wish.also:
        yield from named(wish.also)


def _kind(name: str, verb: Verb | None) -> str:
    if name in bank("rooms", False):
        return "room"
    kinds = _BY_VERB.get(verb, tuple(_HEADS)) if verb else tuple(_HEADS)
    return next((kind for kind in kinds if re.fullmatch(rf"(?:[\w']+ )*{_HEADS[kind]}", name)), "")
