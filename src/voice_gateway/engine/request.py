"""What Ollama's clients send, checked at the door. Unknown keys are let pass, wrong types are not."""

import json
import math
import re
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from voice_gateway.engine.failure import EngineError

Json = dict[str, Any]

_INT32: Final = 2**31 - 1
_NANOSECONDS: Final = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_DURATION: Final = re.compile(r"(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)")

Int32 = Annotated[int, Field(ge=-_INT32 - 1, le=_INT32)]
Number = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]


class _Part(BaseModel):
    """A JSON object of the request. A null is the same as a key that is not there, as in Ollama."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, value: object) -> object:
        return {k: v for k, v in value.items() if v is not None} if isinstance(value, dict) else value


class Options(_Part):
    """How to sample. The defaults are Ollama's."""

    temperature: Number = 0.8
    top_k: Int32 = 40
    top_p: Number = 0.9
    min_p: Number = 0.0
    typical_p: Number = 1.0
    repeat_penalty: Number = 1.0
    repeat_last_n: Int32 = 64
    presence_penalty: Number = 0.0
    frequency_penalty: Number = 0.0
    seed: Annotated[int, Field(ge=-(2**63), lt=2**63)] = -1
    num_predict: Int32 = -1
    num_ctx: Int32 | None = None
    stop: list[str] | str = Field(default_factory=list)
    adapter_scale: Annotated[float, Field(ge=0, le=4)] | None = None
    """How strongly the LoRA adapter acts, 0 being not at all. Ours, not Ollama's."""

    @property
    def stops(self) -> list[str]:
        words = [self.stop] if isinstance(self.stop, str) else self.stop
        return [word for word in words if word]


class CalledFunction(_Part):
    name: str = ""
    arguments: Json = Field(default_factory=dict)


class Call(_Part):
    function: CalledFunction = Field(default_factory=CalledFunction)


class Message(_Part):
    role: str
    content: str = ""
    thinking: str = ""
    images: list[str] = Field(default_factory=list)
    tool_calls: list[Call] = Field(default_factory=list)
    tool_name: str = ""


class Function(_Part):
    name: str = Field(min_length=1)
    description: str = ""
    parameters: Json = Field(default_factory=dict)


class Tool(_Part):
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


class _Request(_Part):
    model: str = ""
    stream: bool = True
    think: Think | None = None
    format: Json | str | None = None
    options: Options = Field(default_factory=Options)
    keep_alive: KeepAlive | None = None


class ChatRequest(_Request):
    """The body of /api/chat."""

    messages: list[Message] = Field(default_factory=list)
    tools: list[Tool] = Field(default_factory=list)


class GenerateRequest(_Request):
    """The body of /api/generate."""

    prompt: str = ""
    system: str = ""
    suffix: str = ""
    raw: bool = False
    images: list[str] = Field(default_factory=list)


class ShowRequest(_Part):
    """The body of /api/show."""

    model: str = ""
    name: str = ""
    verbose: bool = False


RequestT = TypeVar("RequestT", ChatRequest, GenerateRequest, ShowRequest)


def parse_request(kind: type[RequestT], body: bytes) -> RequestT:
    """Read a request body, or say in one line what is wrong with it."""
    value = parse_json(body)
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
