"""A conversation comes to another gateway as it was left."""

import json
import time

from langchain_core.messages import AIMessage, ToolMessage

from voice_gateway.conversation import Conversation
from voice_gateway.devices import State
from voice_gateway.dialogue import AskedCall, AwaitingChoice, AwaitingYes, LastAction, Option
from voice_gateway.fleet.conversation_form import read_into, write_conversation
from voice_gateway.wishes import Step, Target, Verb, Wish, read_wish


def moved(conversation: Conversation) -> Conversation:
    """As the next gateway reads it."""
    other = Conversation(id=conversation.id)
    read_into(other, json.loads(json.dumps(write_conversation(conversation))))
    return other


def test_s90_what_was_said_asked_for_and_done_comes_along() -> None:
    talk = Conversation()
    talk.asked = 2
    call = {"name": "list_devices", "args": {}, "id": "1", "type": "tool_call"}
    between = [AIMessage("", tool_calls=[call]), ToolMessage("two lights", tool_call_id="1")]
    talk.remember("what is there?", between, "Two lights.")
    talk.wished(read_wish("on hall light"), "hall light on")
    talk.acted(
        LastAction(read_wish("on hall light"), {"hall": State(on=False, level=0)}, ("cancel #3",), ("x",))
    )
    talk.topic = "back door"
    other = moved(talk)
    assert [[(one.type, one.text) for one in turn] for turn in other.turns] == [
        [("human", "what is there?"), ("ai", ""), ("tool", "two lights"), ("ai", "Two lights.")]
    ]
    assert other.last_wish == talk.last_wish
    assert other.last_action == talk.last_action
    assert (other.asked, other.acted_at, other.last_sentence) == (2, 2, "hall light on")
    assert other.topic == "back door"


def test_s90_a_question_waits_for_its_yes_as_long_as_it_would_have() -> None:
    talk = Conversation()
    asked = AskedCall(
        {"name": "control", "args": {"device": "door"}, "id": "7", "type": "tool_call"},
        "Shall I unlock the door?", frozenset({"door"}), frozenset({"Shall I unlock the door?"}),
    )  # fmt: skip
    talk.wait_for(
        AwaitingYes("Shall I unlock the door?", (asked,), read_wish("unlock door"), put_to="ann"), 60
    )
    waiting = moved(talk).pending
    assert isinstance(waiting, AwaitingYes)
    assert talk.pending is not None
    assert (waiting.id, waiting.asked, waiting.put_to) == (talk.pending.id, (asked,), "ann")
    assert 0 < waiting.expires - time.monotonic() <= 60


def test_s90_a_question_which_one_comes_along_with_what_is_to_follow() -> None:
    talk = Conversation()
    step = Step(Verb.ON, Target("lamp", ("desk lamp",)))
    choice = AwaitingChoice(
        "Which lamp?", step, (Option("a", frozenset({"floor"})), Option("b", frozenset({"desk"}))),
        rest=(Step(Verb.OFF, Target("fan")),), planned=Wish((step,), when=read_wish("in 5m: on lamp").when),
    )  # fmt: skip
    talk.wait_for(choice, 60)
    waiting = moved(talk).pending
    assert isinstance(waiting, AwaitingChoice)
    assert (waiting.step, waiting.options, waiting.rest) == (choice.step, choice.options, choice.rest)
    assert waiting.planned == choice.planned


def test_what_a_newer_gateway_wrote_and_nobody_here_can_read_does_not_wait() -> None:
    talk = Conversation()
    talk.wait_for(AwaitingYes("Shall I?", (), read_wish("on lamp")), 60)
    table = write_conversation(talk)
    table["pending"]["wish"] = "frobnicate the lamp !!"
    other = Conversation()
    read_into(other, table)
    assert other.pending is None
