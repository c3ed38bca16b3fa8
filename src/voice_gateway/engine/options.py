"""How to sample, as Ollama's clients say it."""

import logging
import math
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final

from pydantic import BeforeValidator, Field, ValidationInfo

from voice_gateway.engine.failure import EngineError
from voice_gateway.engine.part import Part

log = logging.getLogger(__name__)

_INT32: Final = 2**31 - 1
_HINTS: Final = {
    "num_keep",
    "num_batch",
    "num_gpu",
    "main_gpu",
    "num_thread",
    "use_mmap",
    "use_mlock",
    "numa",
}
"""How Ollama is to load and compute. They change no answer, and the engine's own settings decide."""


class OptionError(EngineError):
    """An option of the wrong type. Ollama finds it late, and blames itself."""

    def __init__(self, name: str | None, wanted: str) -> None:
        super().__init__(f'option "{name}" must be of type {wanted}', 400)


def _typed(wanted: str, read: Callable[[float], float]) -> BeforeValidator:
    def check(value: object, info: ValidationInfo) -> object:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise OptionError(info.field_name, wanted)
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError("the number is too large")
        return read(value)

    return BeforeValidator(check)


# JSON knows only one kind of number: some clients write every one of them as 8192.0.
_INTEGER: Final = _typed("integer", int)
Int32 = Annotated[int, Field(ge=-_INT32 - 1, le=_INT32), _INTEGER]
Int64 = Annotated[int, Field(ge=-(2**63), lt=2**63), _INTEGER]
Number = Annotated[float, Field(ge=-1e6, le=1e6), _typed("float32", float)]


def _stops(value: object, info: ValidationInfo) -> object:
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise OptionError(info.field_name, "array of strings")
    return words


class Options(Part):
    """How to sample. The defaults are Ollama's."""

    not_offered: ClassVar = {
        "mirostat": 0,
        "tfs_z": 1.0,
        "penalize_newline": False,
        "draft_num_predict": 0,
        "embedding_only": False,
        "vocab_only": False,
    }

    temperature: Number = 0.8
    top_k: Int32 = 40
    top_p: Number = 0.9
    min_p: Number = 0.0
    typical_p: Number = 1.0
    repeat_penalty: Number = 1.0
    repeat_last_n: Int32 = 64
    presence_penalty: Number = 0.0
    frequency_penalty: Number = 0.0
    seed: Int64 = -1
    num_predict: Int32 = -1
    num_ctx: Int32 | None = None
    stop: Annotated[list[str], BeforeValidator(_stops)] = Field(default_factory=list)
    adapter_scale: Annotated[float, Field(ge=0, le=4)] | None = None
    """How strongly the LoRA adapter acts, 0 being not at all. Ours, not Ollama's."""

    @property
    def stops(self) -> list[str]:
        return [word for word in self.stop if word]

    @classmethod
    def prepared(cls, value: dict[str, Any]) -> dict[str, Any]:
        for name in value.keys() - cls.model_fields.keys() - cls.not_offered.keys() - _HINTS:
            log.warning("invalid option provided: %s", name[:50])
        return super().prepared(value)
