"""What a conversation is about: a question that waits for its answer, and what was done last.

`state` holds the types, `answers` is the one strict grammar by which an answer is read, `selecting` says
which of several is meant, and `agreeing` tells a yes in any sentence.
"""

from voice_gateway.dialogue.agreeing import (
    agrees,
    agrees_in_fun,
    agrees_plainly,
    is_stray_yes,
    refuses,
    sounds_like_answer,
)
from voice_gateway.dialogue.answers import (
    Again,
    Chosen,
    No,
    Reading,
    Unclear,
    Yes,
    asks_back,
    read_answer,
    read_answer_and_more,
    read_choice_loosely,
)
from voice_gateway.dialogue.asking import awaiting_yes
from voice_gateway.dialogue.at_present import at_present
from voice_gateway.dialogue.last_action import last_action
from voice_gateway.dialogue.limiting import limited
from voice_gateway.dialogue.selecting import Now
from voice_gateway.dialogue.state import AskedCall, AwaitingYes, Waiting
from voice_gateway.wishes.choice import AwaitingChoice, Option
from voice_gateway.wishes.last_action import LastAction

__all__ = [
    "Again",
    "AskedCall",
    "AwaitingChoice",
    "AwaitingYes",
    "Chosen",
    "LastAction",
    "No",
    "Now",
    "Option",
    "Reading",
    "Unclear",
    "Waiting",
    "Yes",
    "agrees",
    "agrees_in_fun",
    "agrees_plainly",
    "asks_back",
    "at_present",
    "awaiting_yes",
    "is_stray_yes",
    "last_action",
    "limited",
    "read_answer",
    "read_answer_and_more",
    "read_choice_loosely",
    "refuses",
    "sounds_like_answer",
]
