"""A conversation as it is kept for other gateways: what was said, what waits for an answer, what was done."""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Final, TypeVar

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    messages_from_dict,
    messages_to_dict,
)

from voice_gateway.conversation import Conversation
from voice_gateway.devices.state import state_from_table
from voice_gateway.dialogue import AskedCall, AwaitingChoice, AwaitingYes, LastAction, Option, Waiting
from voice_gateway.errors import GatewayError
from voice_gateway.wishes import Part, Step, Wish, read_wish, write_wish

MOST_TURNS: Final = 10
"""So many turns go along; a window has seldom room for more."""

_line = lru_cache(256)(write_wish)
"""The same wishes are kept after every turn."""

T = TypeVar("T")
Table = dict[str, Any]


def write_conversation(conversation: Conversation, ahead: float = 0.0) -> Table:
    now = time.monotonic()
    return {
        "asked": conversation.asked,
        "acted_at": conversation.acted_at,
        "lapsed_at": conversation.lapsed_at,
        "last_sentence": conversation.last_sentence,
        "topic": conversation.topic,
        "turns": [[_message(one) for one in turn] for turn in conversation.turns[-MOST_TURNS:]],
        "recent": [_line(wish) for wish in conversation.recent],
        "last_action": conversation.last_action and _action(conversation.last_action),
        "pending": conversation.pending and _waiting(conversation.pending, now),
        "at": time.time() + ahead,
    }


def read_into(conversation: Conversation, table: Table, ahead: float = 0.0) -> None:
    """Let it be as it was kept. What this version of the language cannot read is left out: then nothing
    waits, and nothing is done by a yes."""
    conversation.asked, conversation.acted_at = table["asked"], table["acted_at"]
    conversation.lapsed_at = table.get("lapsed_at", 0)  # older versions know nothing of it
    conversation.last_sentence, conversation.topic = table["last_sentence"], table["topic"]
    conversation.turns[:] = [[_read_message(one) for one in turn] for turn in table["turns"]]
    conversation.recent.clear()
    conversation.recent.extend(wish for line in table["recent"] if (wish := _tried(read_wish, line)))
    conversation.last_action = table["last_action"] and _tried(_read_action, table["last_action"])
    gone_by = max(0.0, time.time() + ahead - table["at"])
    pending = table["pending"]
    conversation.pending = pending and _tried(lambda told: _read_waiting(told, gone_by), pending)


def _message(message: BaseMessage) -> Any:
    """Most are a few words of one of two people."""
    if isinstance(message, HumanMessage) and isinstance(message.content, str):
        return ["h", message.content]
    if isinstance(message, AIMessage) and isinstance(message.content, str) and not message.tool_calls:
        return ["a", message.content]
    return messages_to_dict([message])[0]


def _read_message(told: Any) -> BaseMessage:
    if isinstance(told, list):
        who, text = told
        return HumanMessage(text) if who == "h" else AIMessage(text)
    [message] = messages_from_dict([told])
    return message


def _action(action: LastAction) -> Table:
    return {
        "wish": action.wish and write_wish(action.wish),
        "before": {device: state.as_table() for device, state in action.before.items()},
        "undo": list(action.undo),
        "lost": list(action.lost),
    }


def _read_action(told: Table) -> LastAction:
    return LastAction(
        read_wish(told["wish"]) if told["wish"] else None,
        {device: state_from_table(table) for device, table in told["before"].items()},
        tuple(told["undo"]),
        tuple(told["lost"]),
    )


def _waiting(waiting: Waiting, now: float) -> Table:
    shared = {
        "question": waiting.question, "id": waiting.id, "put_to": waiting.put_to,
        "asked_again": waiting.asked_again, "left": waiting.expires - now,
    }  # fmt: skip
    if isinstance(waiting, AwaitingYes):
        calls = [
            asdict(one) | {"about": sorted(one.about), "agreed_to": sorted(one.agreed_to)}
            for one in waiting.asked
        ]
        return {**shared, "asked": calls, "wish": waiting.wish and write_wish(waiting.wish)}
    options = [{"device_id": one.device_id, "words": sorted(one.words)} for one in waiting.options]
    return {
        **shared, "options": options, "step": write_wish(Wish((waiting.step,))),
        "rest": [write_wish(Wish((part,))) for part in waiting.rest],
        "planned": waiting.planned and write_wish(waiting.planned),
    }  # fmt: skip


def _read_waiting(told: Table, gone_by: float) -> Waiting:
    shared = {name: told[name] for name in ("question", "id", "put_to", "asked_again")}
    shared["expires"] = time.monotonic() + told["left"] - gone_by
    if "asked" in told:
        asked = tuple(
            AskedCall(one["call"], one["question"], frozenset(one["about"]), frozenset(one["agreed_to"]))
            for one in told["asked"]
        )
        return AwaitingYes(asked=asked, wish=told["wish"] and read_wish(told["wish"]), **shared)
    step = _part(told["step"])
    if not isinstance(step, Step):
        raise GatewayError(f"“{told['step']}” is no step.")
    return AwaitingChoice(
        step=step,
        options=tuple(Option(one["device_id"], frozenset(one["words"])) for one in told["options"]),
        rest=tuple(_part(line) for line in told["rest"]),
        planned=told["planned"] and read_wish(told["planned"]),
        **shared,
    )


def _part(line: str) -> Part:
    [part] = read_wish(line).parts
    return part


def _tried(read: Callable[[Any], T], told: Any) -> T | None:
    with suppress(GatewayError, ValueError, KeyError, TypeError):
        return read(told)
    return None
