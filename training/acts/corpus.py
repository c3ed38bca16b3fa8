"""Sentences that people said or wrote, with the act that each is."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from training.call_maker.example import Example
from training.call_maker.patterns import Pattern, filled, own_patterns
from training.call_maker.people import neighbours as labelled_by_hand
from training.call_maker.slots import Slots
from voice_gateway.measuring.sentences.mapping import form_of
from voice_gateway.routing.acts import Act
from voice_gateway.routing.wording import is_question
from voice_gateway.wishes import Deed, Errand, Thing, Verb, Wish, read_wish

_ASKS_NOTHING = frozenset(("statement", "report", "hypothetical", "negation", "quote", "background"))
_LATER = frozenset(("timer", "alarm", "remind", "routine"))
_TO_ASSISTANT = re.compile(r"\b(?:thank|thanks|you do have|you're a)\b", re.IGNORECASE)
_TIME_SLOTS = frozenset(("time", "date", "timeofday", "general_frequency"))


@dataclass(frozen=True)
class Row:
    """One sentence."""

    text: str
    act: Act
    source: str
    """The corpus, or for the strangers the hand that wrote it."""

    written: str
    """The act or intent that the source gives."""

    verbs: tuple[str, ...] | None = None
    """What is asked for; None where the source does not say."""


def strangers(path: Path, part: str) -> list[Row]:
    """What the strangers wrote, with their acts brought to ours."""
    return [_labelled(row) for row in _rows(path) if row["part"] == part]


def neighbours() -> list[Row]:
    """What more people of the same kinds wrote, but for what is kept for checking."""
    return [_labelled(row) for row in labelled_by_hand() if not row.get("check")]


def _labelled(row: Mapping[str, Any]) -> Row:
    act = _stranger_act(row)
    # What "the other one" asks for shows in what was said before, which the reader does not see.
    points_back = "context" in row and act in (Act.ANSWER, Act.CORRECTION, Act.STOP)
    verbs = None if points_back else tuple(sorted({step["do"] for step in row["does"]}))
    return Row(row["text"], act, row["hand"], row["act"], verbs)


def _stranger_act(row: Mapping[str, Any]) -> Act:
    """The writers did not agree on timers, lists and conditions; what is asked for and when decides."""
    act, steps = row["act"], {step["do"] for step in row["does"]}
    if act in _ASKS_NOTHING or (act in ("plan", "correction") and not steps):
        return Act.NOTHING
    if act == "talk":
        return _talk(row)
    if steps == {"undo"}:
        return Act.CORRECTION
    if act not in ("command", "plan"):
        return Act(act)
    if "when" in row or steps & _LATER:
        return Act.PLAN
    now = "for" in row or "if" in row or any(step.startswith(("list_", "timer_")) for step in steps)
    return Act.COMMAND if now else Act(act)


def _talk(row: Mapping[str, Any]) -> Act:
    """Only one of the hands wrote talk with the assistant; to the others it was talk among people."""
    if row["does"]:
        return Act.QUESTION
    with_us = row["hand"] == "w8" or "context" in row or _TO_ASSISTANT.search(row["text"])
    return Act.TALK if with_us else Act.NOTHING


def written(seed: int, every: int = 1) -> list[Row]:
    """The sentences that teach the call maker, or every so many of them, by what their wishes ask for."""
    random = Random(seed)
    slots = Slots(random, held_out=False)
    found = ((pattern, filled(pattern, slots, random)) for pattern in own_patterns()[::every])
    return [_filled(pattern, example) for pattern, example in found if example]


def _filled(pattern: Pattern, example: Example) -> Row:
    wish = read_wish(example.target)
    verbs = tuple(sorted({step.do for step in form_of(wish).does}))
    return Row(example.user.rpartition("\n")[2], _wish_act(pattern, wish), pattern.kind, "", verbs)


def _wish_act(pattern: Pattern, wish: Wish) -> Act:
    """An answer follows a question, a correction takes something back; the rest shows in the wish."""
    if not wish.parts:
        return Act.NOTHING
    if pattern.asked:
        return Act.ANSWER
    verbs = {step.verb for step in wish.steps}
    if Verb.UNDO in verbs:
        return Act.CORRECTION
    if wish.parts == (Errand(Thing.PLAN, Deed.CANCEL),):
        return Act.STOP
    if wish.when or any(errand.deed is Deed.SET for errand in wish.errands):
        return Act.PLAN
    return Act.COMMAND if wish.acts else Act.QUESTION


def home_slots(path: Path) -> list[Row]:
    """People telling a home robot what to do; intents whose sentences are of many acts are left out."""
    return list(_taught(path, _slot_act))


def routing(path: Path) -> list[Row]:
    """The router's public sentences, as far as their act is plain."""
    return list(_taught(path, _routing_act))


def _taught(path: Path, act_of: Callable[[Mapping[str, Any]], Act | None]) -> Iterator[Row]:
    seen: set[str] = set()
    for row in _rows(path):
        act = act_of(row)
        if act and row["text"] not in seen:
            seen.add(row["text"])
            yield Row(row["text"], act, row["source"], row["intent"])


def _slot_act(row: Mapping[str, Any]) -> Act | None:
    intent = row["intent"]
    act = _INTENTS.get(intent) or _FAMILIES.get(intent.partition("_")[0])
    if act is Act.COMMAND and any(slot in _TIME_SLOTS for slot, _ in row["slots"]):
        return Act.PLAN if intent.startswith("iot_") else None
    if act is Act.COMMAND and is_question(row["text"]):
        return None
    return act


def _routing_act(row: Mapping[str, Any]) -> Act | None:
    intent, label = row["intent"], row["label"]
    if intent in _INTENTS:
        return _INTENTS[intent]
    if label in ("device", "volume") and row["source"] != "slurp":
        return Act.QUESTION if is_question(row["text"]) else Act.COMMAND
    if label in ("search", "datetime", "general", "other") and is_question(row["text"]):
        return Act.QUESTION
    return None


def _rows(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


_FAMILIES = {
    "iot": Act.COMMAND,
    "audio": Act.COMMAND,
    "play": Act.COMMAND,
    "qa": Act.QUESTION,
    "weather": Act.QUESTION,
    "news": Act.QUESTION,
    "datetime": Act.QUESTION,
    "recommendation": Act.QUESTION,
}
_INTENTS: dict[str, Act] = {
    "alarm_set": Act.PLAN,
    "calendar_set": Act.PLAN,
    "alarm": Act.PLAN,
    "timer": Act.PLAN,
    "reminder_update": Act.PLAN,
    "HassStartTimer": Act.PLAN,
    "alarm_remove": Act.COMMAND,
    "lists_createoradd": Act.COMMAND,
    "lists_remove": Act.COMMAND,
    "calendar_remove": Act.COMMAND,
    "music_settings": Act.COMMAND,
    "transport_taxi": Act.COMMAND,
    "takeaway_order": Act.COMMAND,
    "social_post": Act.COMMAND,
    "HassCancelTimer": Act.COMMAND,
    "HassPauseTimer": Act.COMMAND,
    "HassListAddItem": Act.COMMAND,
    "HassMediaUnpause": Act.COMMAND,
    "HassBroadcast": Act.COMMAND,
    "play_music": Act.COMMAND,
    "smart_home": Act.COMMAND,
    "HassGetState": Act.QUESTION,
    "HassTimerStatus": Act.QUESTION,
    "alarm_query": Act.QUESTION,
    "calendar_query": Act.QUESTION,
    "lists_query": Act.QUESTION,
    "email_query": Act.QUESTION,
    "transport_query": Act.QUESTION,
    "general_commandstop": Act.STOP,
    "cancel": Act.STOP,
    "HassNevermind": Act.STOP,
    "general_dontcare": Act.ANSWER,
    "yes": Act.ANSWER,
    "no": Act.ANSWER,
    "maybe": Act.ANSWER,
    "general_explain": Act.TALK,
    "general_repeat": Act.TALK,
    "repeat": Act.TALK,
    "general_praise": Act.TALK,
    "general_joke": Act.TALK,
    "tell_joke": Act.TALK,
    "greeting": Act.TALK,
    "goodbye": Act.TALK,
    "thank_you": Act.TALK,
    "how_old_are_you": Act.TALK,
    "are_you_a_bot": Act.TALK,
    "what_is_your_name": Act.TALK,
    "what_can_i_ask_you": Act.TALK,
}
