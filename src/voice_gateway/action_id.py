"""The id that an action has from the moment it is meant, so that it is done once, whoever asks again."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

META = "voice-gateway/action"
"""Under which it goes along with a call to a server."""

_running: ContextVar[str] = ContextVar("voice_gateway_action", default="")


def new_id() -> str:
    return uuid.uuid4().hex


def running_action() -> str:
    """The action that runs in this context; empty where nobody has given it an id."""
    return _running.get()


@contextmanager
def meant_as(action: str) -> Iterator[None]:
    """Everything that is done inside belongs to this action."""
    token = _running.set(action)
    try:
        yield
    finally:
        _running.reset(token)
