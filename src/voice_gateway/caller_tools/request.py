"""What a caller has sent, taken apart: its instructions, what was said, and what its tools have returned."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from jsonschema import Draft202012Validator, SchemaError
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import StructuredTool

from voice_gateway.engine import ChatRequest, EngineError, Message
from voice_gateway.engine.request import Call, Tool
from voice_gateway.tools import RegisteredTool, Tier, Tools, make_call


@dataclass(frozen=True)
class Returned:
    """A call of this turn, and what the caller's tool said to it."""

    call: Call
    text: str


@dataclass(frozen=True)
class CallerRequest:
    messages: Sequence[Message]
    tools: Sequence[Tool]

    @classmethod
    def of(cls, asked: ChatRequest) -> "CallerRequest":
        """Raises `EngineError` for what no model could answer."""
        request = cls(asked.messages, [] if asked.tool_choice == "none" else asked.tools)
        if not request.sentence.strip() or asked.messages[-1].role not in ("user", "tool"):
            raise EngineError("the last message must be of the user or of a tool", 400)
        if asked.messages[-1].images:
            raise EngineError("this model cannot see images", 400)
        for tool in asked.tools:
            _check(tool)
        return request

    @property
    def instructions(self) -> str:
        return "\n".join(message.content for message in self.messages if message.role == "system")

    @property
    def sentence(self) -> str:
        """What the person said last."""
        return next((one.content for one in reversed(self.messages) if one.role == "user"), "")

    @property
    def before(self) -> list[tuple[str, str]]:
        """What the two of them said before that."""
        place = max(at for at, message in enumerate(self.messages) if message.role == "user")
        said = [(one.role, one.content) for one in self.messages[:place] if one.role in ("user", "assistant")]
        return [(role, text) for role, text in said if text.strip()]

    @property
    def returned(self) -> list[Returned]:
        """The calls since the person spoke, each with its result; order is their only link."""
        since = list(takewhile(lambda message: message.role != "user", reversed(self.messages)))[::-1]
        calls = [call for message in since for call in message.tool_calls]
        results = [message.content for message in since if message.role == "tool"]
        return [Returned(call, text) for call, text in zip(calls, results, strict=False)]

    def for_model(self) -> list[BaseMessage]:
        """The messages as a model behind LangChain is sent them."""
        converted: list[BaseMessage] = []
        open_calls: list[str] = []
        for message in self.messages:
            match message.role:
                case "system":
                    converted.append(SystemMessage(message.content))
                case "user":
                    converted.append(HumanMessage(message.content))
                case "assistant":
                    made = [
                        make_call(call.function.name, call.function.arguments) for call in message.tool_calls
                    ]
                    open_calls += [call["id"] or "" for call in made]
                    converted.append(AIMessage(message.content, tool_calls=made))
                case "tool" if open_calls:
                    converted.append(ToolMessage(message.content, tool_call_id=open_calls.pop(0)))
        return converted

    def for_binding(self) -> Tools:
        """The caller's tools as a model is offered them. None of them can be run here."""
        return tuple(
            RegisteredTool(
                StructuredTool(
                    name=tool.function.name,
                    description=tool.function.description,
                    args_schema={"type": "object", "properties": {}} | tool.function.parameters,
                    coroutine=_not_here,
                ),
                Tier.GENERAL,
                foreign=True,
            )
            for tool in self.tools
        )


def _check(tool: Tool) -> None:
    try:
        Draft202012Validator.check_schema(tool.function.parameters)
    except (SchemaError, RecursionError):
        raise EngineError(f"the parameters of {tool.function.name[:64]} are no JSON Schema", 400) from None
    if tool.function.parameters.get("type", "object") != "object":
        raise EngineError(f"the parameters of {tool.function.name[:64]} are no object", 400)


async def _not_here(**_arguments: Any) -> str:
    raise NotImplementedError("a caller's tool is called by the caller")
