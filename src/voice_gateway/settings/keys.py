"""The settings by their dotted names."""

from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from voice_gateway.settings.model import Settings
from voice_gateway.settings.section import Section

Key = Annotated[str, "a dotted name such as ollama.model"]


def setting_keys() -> dict[Key, str]:
    """Every key that can be set, with the sentence that describes it."""
    return {key: field.description or "" for key, field in _fields()}


@cache
def list_keys() -> set[Key]:
    """The keys whose value is a list."""
    return {key for key, field in _fields() if get_origin(field.annotation) is tuple}


@cache
def secret_keys() -> set[Key]:
    """The keys whose value may not be shown."""
    return {key for key, field in _fields() if SecretStr in (field.annotation, *get_args(field.annotation))}


def types_of(key: Key) -> set[Any]:
    """What a value of this key may be; nothing where there is no such key."""
    return {
        one
        for name, field in _fields()
        if name == key
        for one in (field.annotation, *get_args(field.annotation))
    }


def choices_of(key: Key) -> tuple[str, ...]:
    """The words of which one is chosen; none where anything may be written."""
    found = [one for one in types_of(key) if get_origin(one) is Literal]
    return tuple(str(word) for one in found for word in get_args(one))


def secrets_of(settings: Settings) -> list[str]:
    """Every secret that is set, so that logs can hide them."""
    kept = (attrgetter(key)(settings) for key in sorted(secret_keys()))
    return [secret.get_secret_value() for secret in kept if secret]


def _fields() -> Iterator[tuple[Key, FieldInfo]]:
    for name, field in Settings.model_fields.items():
        section = field.annotation
        if isinstance(section, type) and issubclass(section, Section):
            yield from ((f"{name}.{leaf}", info) for leaf, info in section.model_fields.items())
        else:
            yield name, field
