"""Turns a sentence into calls when, and only when, it can mean one thing."""

import re
from collections.abc import Sequence

from langchain_core.messages import ToolCall

from voice_gateway.devices import Action, Ambiguous, Matched, Resolver, Unknown
from voice_gateway.fast_path.clock import read_clock
from voice_gateway.fast_path.questions import read_question
from voice_gateway.fast_path.speaker import read_volume
from voice_gateway.fast_path.spoken import spoken, without_politeness
from voice_gateway.fast_path.wishes import Wish, read_wishes
from voice_gateway.models.text_calls import make_call
from voice_gateway.routing import Classification, Intent

CONTROL, READ = "control_zwave_device", "get_device_sensor_data"
SURE = 0.4
"""Below this confidence, a sentence about the time or the volume is left to the model."""

_AND = re.compile(r"\s*(?:,\s*(?:and|then)?|\band (?:then|also)\b|\band\b|\bthen\b)\s+")
_VERB = re.compile(
    r"(?:please |also |then )*(?:turn|switch|set|put|lock|unlock|open|close|shut|dim|brighten|raise|lower"
    r"|start|stop|make|activate|toggle|change|heat|cool|power|kill)\b"
)
_FOLLOW_UP = re.compile(
    r"(?:(?:and|also|now|what about|how about|same for|the same for|do the same for) )+(?P<target>.+)"
    r"|(?P<also>.+) (?:too|as well|also)"
)
_IT = re.compile(r"(?:it|them|that|those|that one)")


class FastPath:
    """Knows the home's names, if there is a home in this process."""

    def __init__(self, resolver: Resolver | None = None) -> None:
        self._resolver = resolver

    def plan(self, sentence: str, seen: Classification, earlier: Sequence[ToolCall] = ()) -> list[ToolCall]:
        """The calls that the sentence asks for, or none when the model must be asked.

        `earlier` are the device calls of the last turn, for "turn it off again" and "and the bedroom".
        """
        said = spoken(sentence)
        if not said:
            return []
        if seen.intent is Intent.DATETIME and seen.confidence >= SURE:
            return read_clock(said)
        if seen.intent is Intent.VOLUME and seen.confidence >= SURE and (calls := read_volume(said)):
            return calls
        # A command that names a device of this home in full is about it, whatever else it sounded like.
        about_home = (
            seen.intent is Intent.DEVICE or Intent.DEVICE in seen.close or seen.unsupported or bool(earlier)
        )
        if self._resolver is None or not about_home:
            return []
        return self._follow_up(sentence, earlier) or self._question(said) or self._commands(said, earlier)

    def _question(self, text: str) -> list[ToolCall]:
        target = read_question(text)
        # A battery is no name of a device, as a temperature may be; what has it must be known.
        if target is None or not self._is_known(target.removesuffix(" battery")):
            return []
        return [make_call(READ, {"device": target})]

    def _commands(self, text: str, earlier: Sequence[ToolCall]) -> list[ToolCall]:
        parts = _AND.split(text)
        # "The kitchen and the hallway light" is one command, whose devices the resolver tells apart.
        one = not any(_VERB.match(part) for part in parts[1:])
        if one and (whole := self._command(text, earlier)):
            return [whole]
        calls: list[ToolCall] = []
        for part in parts:
            call = self._command(without_politeness(part), calls or earlier) or self._same_again(part, calls)
            if call is None:
                return []
            calls.append(call)
        return calls if len(calls) > 1 else []

    def _command(self, text: str, earlier: Sequence[ToolCall]) -> ToolCall | None:
        for wish in read_wishes(text):
            target = self._target_of(wish.target, earlier)
            if target and self._is_known(target, wish.action):
                return _control(Wish(wish.action, target, wish.value))
        return None

    def _target_of(self, target: str, earlier: Sequence[ToolCall]) -> str | None:
        """ "It" is what the last turn was about, if that was one thing."""
        if not _IT.fullmatch(target):
            return target
        names = {str(call["args"].get("device", "")) for call in earlier}
        return names.pop() if len(names) == 1 else None

    def _same_again(self, target: str, calls: Sequence[ToolCall]) -> ToolCall | None:
        """ "… and the bedroom light": the same action, to another device."""
        if not calls or calls[-1]["name"] != CONTROL:
            return None
        return self._with_target(calls[-1], target)

    def _follow_up(self, sentence: str, earlier: Sequence[ToolCall]) -> list[ToolCall]:
        """ "And the bedroom?" after a command or a question about one thing."""
        match = _FOLLOW_UP.fullmatch(" ".join(sentence.lower().strip(" ?.!").split()))
        if match is None or len(earlier) != 1:
            return []
        call = self._with_target(earlier[0], match["target"] or match["also"])
        return [call] if call else []

    def _with_target(self, call: ToolCall, target: str) -> ToolCall | None:
        action = call["args"].get("action") if call["name"] == CONTROL else None
        noun = _noun(str(call["args"].get("device", "")))
        for name in (target, f"{target} {noun}".strip()):
            if self._is_known(name, action):
                return make_call(call["name"], {**call["args"], "device": name})
        return None

    def _is_known(self, target: str, action: str | None = None) -> bool:
        """Whether every word of it is explained by devices of this home; several that fit are named later."""
        if self._resolver is None:
            return False
        known = set(Action)
        found = self._resolver.resolve(target, action=Action(action) if action in known else None)
        if isinstance(found, Unknown):
            return False
        return isinstance(found, Ambiguous) or (isinstance(found, Matched) and bool(found.devices))


def _control(wish: Wish) -> ToolCall:
    arguments = {"device": wish.target, "action": wish.action}
    if wish.value is None:
        return make_call(CONTROL, arguments)
    value = int(wish.value) if wish.value.is_integer() else wish.value
    return make_call(CONTROL, {**arguments, "value": value})


def _noun(name: str) -> str:
    return name.rsplit(maxsplit=1)[-1] if name else ""
