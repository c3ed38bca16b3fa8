"""Forces a small model to write a call: its reply is decoded under a JSON schema made for the sentence.

What a model is too small to work out is not left to it. It sees the worked examples that are nearest to the
sentence, and where examples copy an argument from the sentence, it can only copy too. When its call is of
another form than the nearest example's, it is asked again, for one of these two. A list of the home's devices
is never offered: it would turn an absent one into another.
Tools without examples are offered as they are, and their calls are not doubted.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolCall

from voice_gateway.amounts import in_digits
from voice_gateway.models.examples import NONE, Example, Examples, examples_for
from voice_gateway.models.qwen import flat_parameters
from voice_gateway.models.text_calls import parse_text_calls
from voice_gateway.tools import Tools, make_call
from voice_gateway.tools.choices import spelled

SHOWN = 3
"""How many examples are shown."""

LONGEST_COPY = 8
"""Words that can be copied into an argument."""

_REMEMBERED = 4
"""Messages that can be copied from, for “turn it off again”."""

_MOST_RUNS = 600
"""What servers still make a grammar of in no time."""

_INSTRUCTION = "Choose the one call that does what the user says. Reply with JSON only."
_WORD = re.compile(r"[^\s,;:!?\"“”()]*[^\s,;:!?\"“”().]")

Json = dict[str, Any]
Form = tuple[str, frozenset[tuple[str, str]]]
"""A call without what is free in it: the tool, which arguments are given, and the values of listed ones."""


@dataclass(frozen=True)
class CallQuestion:
    """Asks for the call that does what the last message says."""

    messages: Sequence[BaseMessage]
    tools: Tools
    copies: bool = False
    """Every free text of a call must stand in what was said, whatever the examples do."""

    choice: tuple[Form, Form] | None = None
    """The second time: one of these, and the latter is the likelier."""

    @property
    def prompt(self) -> list[BaseMessage]:
        """The conversation with instructions and worked examples for writing calls in front.

        What comes first never changes within a tier, so that prompt caches stay warm. The nearest example
        comes last, because the smallest models lean towards it.
        """
        signatures = "\n".join(_signature(tool.name, self._parameters[tool.name]) for tool in self.tools)
        opening: list[BaseMessage] = [
            SystemMessage(f"{_INSTRUCTION}\nTools:\n{signatures}\n{NONE}: nothing fits")
        ]
        for example in self._shown():
            opening += [HumanMessage(example.say), AIMessage(self._written(example))]
        return opening + self._conversation

    @property
    def schema(self) -> Json:
        """One branch per call that may be meant, and one for none unless that is ruled out."""
        if self.choice:
            return {"anyOf": [self._branch(tool, dict(given)) for tool, given in self.choice]}
        return {"anyOf": [self._branch(name) for name in (*self._parameters, NONE)]}

    def read(self, text: str) -> ToolCall | None:
        """The call that was written; None for “none” and for anything that is no call of these tools."""
        try:
            value = json.loads(text)
        except ValueError:
            return None
        if isinstance(value, dict) and len(value) == 1:
            [(name, arguments)] = value.items()
            if name in self._parameters and isinstance(arguments, dict):
                return make_call(name, arguments)
        # Not every server holds a model to its schema, and models have habits.
        return next(iter(parse_text_calls(text, self._parameters)), None)

    def doubt(self, call: ToolCall | None) -> "CallQuestion | None":
        """The second question, if the nearest example speaks against this call. A “none” is left alone."""
        if call is None or not self._near or call["name"] not in self._examples.tools:
            return None
        written, likelier = self._form(call["name"], call["args"]), self._form_of(self._near[0])
        if written == likelier:
            return None
        return CallQuestion(self.messages, self.tools, self.copies, (written, likelier))

    @cached_property
    def _conversation(self) -> list[BaseMessage]:
        """What was said, with numbers as digits: the smallest models cannot turn one into the other."""
        return [
            HumanMessage(in_digits(str(message.text))) if isinstance(message, HumanMessage) else message
            for message in self.messages
            if not isinstance(message, SystemMessage)
        ]

    @cached_property
    def _parameters(self) -> dict[str, Json]:
        """By tool; listed arguments first, because they are decided by the sentence as a whole."""
        found = {tool.name: flat_parameters(tool.schema) for tool in self.tools}
        for parameters in found.values():
            ordered = sorted(parameters["properties"].items(), key=lambda item: "enum" not in item[1])
            parameters["properties"] = dict(ordered)
        return found

    @cached_property
    def _examples(self) -> Examples:
        return examples_for(tuple(self._parameters))

    @cached_property
    def _near(self) -> list[Example]:
        spoken = [str(message.text) for message in self._conversation if isinstance(message, HumanMessage)]
        return self._examples.nearest(_first_line(spoken[-1])) if spoken else []

    def _shown(self) -> list[Example]:
        if self.choice is None:
            return self._near[:SHOWN][::-1]
        written, likelier = (
            [one for one in self._near if self._form_of(one) == form] for form in self.choice
        )
        return [*written[: SHOWN // 2][::-1], *likelier[: SHOWN - SHOWN // 2][::-1]]

    def _written(self, example: Example) -> str:
        order = list(self._parameters.get(example.tool, {}).get("properties", ()))
        ordered = {name: example.arguments[name] for name in order if name in example.arguments}
        return json.dumps({example.tool: ordered}, ensure_ascii=False)

    def _form_of(self, example: Example) -> Form:
        return self._form(example.tool, example.arguments)

    def _form(self, tool: str, arguments: Mapping[str, Any]) -> Form:
        declared = self._parameters.get(tool, {}).get("properties", {})
        return tool, frozenset(
            (name, spelled(value) if "enum" in declared[name] else "")
            for name, value in arguments.items()
            if name in declared
        )

    def _branch(self, tool: str, given: Mapping[str, str] | None = None) -> Json:
        """The name is the key of the arguments: so a tool is decided once, and other keys cost no time."""
        parameters = self._parameters.get(tool, {"type": "object", "properties": {}})
        copied = set(self._examples.copied(tool))
        if self.copies:
            copied |= {name for name, one in parameters["properties"].items() if one["type"] == "string"}
        offered = {
            name: self._offered(declared, copied=name in copied, value=given[name] if given else "")
            for name, declared in parameters["properties"].items()
            if given is None or name in given
        }
        arguments = {**parameters, "properties": offered, "additionalProperties": False}
        if given is not None:
            arguments["required"] = list(offered)
        return {
            "type": "object",
            "properties": {tool: arguments},
            "required": [tool],
            "additionalProperties": False,
        }

    def _offered(self, declared: Json, *, copied: bool, value: str) -> Json:
        if value:
            return {"enum": [one for one in declared["enum"] if spelled(one) == value] or declared["enum"]}
        if copied and "enum" not in declared and self._said:
            return {"type": "string", "enum": self._said}
        return {key: part for key, part in declared.items() if key != "description"}

    @cached_property
    def _said(self) -> list[str]:
        """All runs of words in the last messages, the latest first, but not of a whole page."""
        said: dict[str, None] = {}
        for message in reversed(self._conversation[-_REMEMBERED:]):
            runs = dict.fromkeys(_runs(str(message.text)))
            said |= runs if len(said) + len(runs) <= _MOST_RUNS else {}
        return list(said)


def _first_line(text: str) -> str:
    """What was said; the date may stand on a line below it."""
    return text.partition("\n")[0]


def _runs(text: str) -> Iterator[str]:
    words = _WORD.findall(_first_line(text))
    for length in range(1, LONGEST_COPY + 1):
        for start in range(len(words) - length + 1):
            yield " ".join(words[start : start + length])


def _signature(name: str, parameters: Mapping[str, Any]) -> str:
    required = parameters.get("required", ())
    arguments = []
    for argument, declared in parameters["properties"].items():
        allowed = "|".join(map(spelled, declared.get("enum", ()))) or declared["type"]
        arguments.append(f"{argument}{'' if argument in required else '?'}: {allowed}")
    return f"{name}({', '.join(arguments)})"
