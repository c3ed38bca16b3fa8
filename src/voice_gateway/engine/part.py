"""One JSON object of a request. Wrong types are refused, and so is what is known but not offered."""

from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, model_validator

from voice_gateway.engine.failure import EngineError


class Part(BaseModel):
    """As in Ollama, a null is the same as no key, and a key that nobody knows is let pass."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    not_offered: ClassVar[Mapping[str, object]] = {}
    """Keys that mean something, but not here; each with the value that asks for nothing."""

    @model_validator(mode="before")
    @classmethod
    def _prepared(cls, value: object) -> object:
        return cls.prepared(value) if isinstance(value, dict) else value

    @classmethod
    def prepared(cls, value: dict[str, Any]) -> dict[str, Any]:
        for name, nothing in cls.not_offered.items():
            if (asked := value.get(name)) and asked != nothing:
                raise EngineError(f'"{name}" is not offered here', 400)
        return {name: given for name, given in value.items() if given is not None}
