"""What OpenAI's clients send, read as requests in Ollama's form."""

from typing import Any, ClassVar, Literal

from pydantic import Field

from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.options import Options
from voice_gateway.engine.part import Part
from voice_gateway.engine.request import ChatRequest, GenerateRequest, Tool, Whole, checked, parse_json

Json = dict[str, Any]

_AS_THEY_ARE = ("seed", "temperature", "top_p", "presence_penalty", "frequency_penalty", "stop")
_EFFORTS = {"none": False, "minimal": "low", "low": "low", "medium": "medium", "high": "high"}


class StreamOptions(Part):
    include_usage: bool = False


class _OpenAi(Part):
    """What both kinds of request have."""

    not_offered: ClassVar = {
        "n": 1,
        "best_of": 1,
        "logit_bias": {},
        "store": False,
        "_debug_render_only": False,
    }

    model: str = ""
    stream: bool = False
    stream_options: StreamOptions = Field(default_factory=StreamOptions)
    max_tokens: Whole | None = None
    seed: Whole | None = None
    stop: list[str] | str | None = None
    temperature: float = 1.0
    top_p: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0

    @property
    def usage(self) -> bool:
        """Whether a stream ends with a count of the tokens."""
        return self.stream_options.include_usage

    def options(self, longest: int | None) -> Options:
        given = {name: getattr(self, name) for name in _AS_THEY_ARE}
        return checked(Options, given | {"num_predict": longest})


class ResponseFormat(Part):
    type: Literal["text", "json_object", "json_schema"] = "text"
    json_schema: Json = Field(default_factory=dict)


class Reasoning(Part):
    effort: str = ""


class ChatCompletionRequest(_OpenAi):
    """The body of /v1/chat/completions."""

    not_offered: ClassVar = {
        **_OpenAi.not_offered,
        "functions": [],
        "function_call": "none",
        "modalities": ["text"],
        "audio": None,
        "prediction": None,
        "web_search_options": None,
    }

    messages: list[Json] = Field(default_factory=list)
    max_completion_tokens: Whole | None = None
    tools: list[Tool] = Field(default_factory=list)
    tool_choice: Literal["auto", "none", "required"] | Json = "auto"
    response_format: ResponseFormat = Field(default_factory=ResponseFormat)
    reasoning: Reasoning = Field(default_factory=Reasoning)
    reasoning_effort: str = ""
    logprobs: bool = False
    top_logprobs: Whole = 0

    def as_ollama(self) -> ChatRequest:
        if not self.messages:
            raise EngineError("[] is too short - 'messages'", 400)
        tools, choice = self._chosen()
        converted = {
            "model": self.model,
            "messages": [_message(message) for message in self.messages],
            "tools": tools,
            "tool_choice": choice,
            "stream": self.stream,
            "format": self._format(),
            "think": self._think(),
            "options": self.options(
                self.max_tokens if self.max_completion_tokens is None else self.max_completion_tokens
            ),
            "logprobs": self.logprobs,
            "top_logprobs": self.top_logprobs,
        }
        return checked(ChatRequest, converted)

    def _chosen(self) -> tuple[list[Tool], str]:
        """The tools on offer and whether one must be called; a tool that is named is the only one."""
        if isinstance(self.tool_choice, str) and (self.tools or self.tool_choice != "required"):
            return self.tools, self.tool_choice
        function = self.tool_choice.get("function") if isinstance(self.tool_choice, dict) else None
        name = function.get("name") if isinstance(function, dict) else None
        chosen = [tool for tool in self.tools if tool.function.name == name]
        if not chosen:
            raise EngineError("tool_choice demands a tool that is not among the tools", 400)
        return chosen, "required"

    def _format(self) -> object:
        if self.response_format.type == "json_schema":
            return self.response_format.json_schema.get("schema")
        return "json" if self.response_format.type == "json_object" else None

    def _think(self) -> object:
        effort = self.reasoning.effort or self.reasoning_effort
        if effort and effort not in _EFFORTS:
            raise EngineError(f"invalid reasoning value: '{effort[:50]}' (one of {', '.join(_EFFORTS)})", 400)
        return _EFFORTS[effort] if effort else None


class CompletionRequest(_OpenAi):
    """The body of /v1/completions."""

    not_offered: ClassVar = {**_OpenAi.not_offered, "echo": False}

    prompt: str = ""
    suffix: str = ""
    logprobs: Whole | None = None

    def as_ollama(self) -> GenerateRequest:
        converted = {
            "model": self.model,
            "prompt": self.prompt,
            "suffix": self.suffix,
            "stream": self.stream,
            "options": self.options(self.max_tokens),
            "logprobs": bool(self.logprobs),
            "top_logprobs": self.logprobs or 0,
        }
        return checked(GenerateRequest, converted)


def _message(message: Json) -> Json:
    """A message in Ollama's form: its content as one text, its calls' arguments as objects."""
    calls = message.get("tool_calls") or []
    return {
        "role": message.get("role"),
        "content": _text(message.get("content"), bool(calls)),
        "thinking": message.get("reasoning"),
        "tool_calls": [_call(call) for call in calls] if isinstance(calls, list) else calls,
    }


def _text(content: object, calls: bool) -> str:
    if isinstance(content, str):
        return content
    if content is None and calls:
        return ""
    if not isinstance(content, list):
        raise EngineError("invalid message content type: a message has a text, or a list of parts", 400)
    return "".join(_part(part) for part in content)


def _part(part: object) -> str:
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "image_url":
        raise EngineError("this model does not support images", 400)
    text = part.get("text") if isinstance(part, dict) and kind == "text" else None
    if not isinstance(text, str):
        raise EngineError("invalid message format: only parts of type text are taken", 400)
    return text


def _call(call: object) -> object:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("arguments"), str):
        raise EngineError("invalid tool call arguments", 400)
    return {"function": {**function, "arguments": parse_json(function["arguments"].encode() or b"{}")}}
