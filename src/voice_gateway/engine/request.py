"""What Ollama's clients send, checked at the door."""

import json
import math
import re
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

from pydantic import BeforeValidator, Field, ValidationError

from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.options import Options
from voice_gateway.engine.part import Part

Json = dict[str, Any]

_NANOSECONDS: Final = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)")


def _whole(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, BeforeValidator(_whole)]
"""A whole number, also when it is written as 2.0."""
Role = Annotated[str, BeforeValidator(lambda role: role.lower() if isinstance(role, str) else role)]


class CalledFunction(Part):
    name: str = ""
    arguments: Json = Field(default_factory=dict)


class Call(Part):
    function: CalledFunction = Field(default_factory=CalledFunction)


class Message(Part):
    role: Role
    content: str = ""
    thinking: str = ""
    images: list[str] = Field(default_factory=list)
    tool_calls: list[Call] = Field(default_factory=list)
    tool_name: str = ""


class Function(Part):
    name: str = Field(min_length=1)
    description: str = ""
    parameters: Json = Field(default_factory=dict)


class Tool(Part):
    type: str = "function"
    function: Function


def _seconds(value: object) -> object:
    """Read a Go duration, or a plain number of seconds, as Ollama does."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return value
    if not isinstance(value, str):
        return float(value) if abs(value) < 1e15 else math.copysign(1e15, value)
    text = value.strip()
    sign = -1.0 if text.startswith("-") else 1.0
    text = text.lstrip("+-")
    if re.fullmatch(r"\d{1,15}(\.\d+)?", text):
        return sign * float(text)
    parts = _DURATION.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise ValueError(f'invalid duration "{value}"')
    return sign * min(sum(float(number) * _NANOSECONDS[unit] for number, unit in parts), 1e15)


KeepAlive = Annotated[float, BeforeValidator(_seconds), Field(allow_inf_nan=False)]
Think = bool | Literal["low", "medium", "high"]


class _Request(Part):
    not_offered: ClassVar = {"shift": False, "runner": "llamacpp", "_debug_render_only": False}

    model: str = ""
    stream: bool = True
    think: Think | None = None
    format: Json | str | None = None
    options: Options = Field(default_factory=Options)
    keep_alive: KeepAlive | None = None
    truncate: bool = True
    """Whether a prompt that is too long may be cut; else it is refused."""
    logprobs: bool = False
    """Whether the answer says how likely each of its tokens was."""
    top_logprobs: Annotated[Whole, Field(ge=0, le=20)] = 0
    """Beside how many of the likeliest tokens in its place."""


class ChatRequest(_Request):
    """The body of /api/chat."""

    messages: list[Message] = Field(default_factory=list)
    tools: list[Tool] = Field(default_factory=list)
    tool_choice: Literal["auto", "none", "required"] = "auto"
    """Whether a tool may, must not or must be called. OpenAI's, not Ollama's."""


class GenerateRequest(_Request):
    """The body of /api/generate."""

    not_offered: ClassVar = {**_Request.not_offered, "template": ""}

    prompt: str = ""
    system: str = ""
    suffix: str = ""
    raw: bool = False
    images: list[str] = Field(default_factory=list)
    context: list[Whole] = Field(default_factory=list)
    """The tokens of what was said before, as an earlier answer gave them."""


class EmbedRequest(Part):
    """The body of /api/embed and of the older /api/embeddings."""

    model: str = ""
    input: Any = None
    prompt: str = ""


class ShowRequest(Part):
    """The body of /api/show."""

    not_offered: ClassVar = {"verbose": False}

    model: str = ""
    name: str = ""


RequestT = TypeVar("RequestT", bound=Part)


def parse_request(kind: type[RequestT], body: bytes) -> RequestT:
    """Read a request body, or say in one line what is wrong with it."""
    return checked(kind, parse_json(body))


def checked(kind: type[RequestT], value: object) -> RequestT:
    try:
        return kind.model_validate(value)
    except ValidationError as error:
        detail: Any = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = ".".join(str(step) for step in (kind.__name__, *detail["loc"]))
        raise EngineError(f"json: cannot read {where}: {detail['msg'].casefold()}", 400) from None


def parse_json(body: bytes) -> Any:
    """Read JSON, or say in one line why it is none."""
    if not body.strip():
        raise EngineError("missing request body", 400)
    try:
        value = json.loads(body, parse_constant=_refuse_constant)
        # Half a surrogate pair is legal in JSON and nowhere else: it could not be given to the model.
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise EngineError(f"invalid JSON: {error}", 400) from None
    return value


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")
