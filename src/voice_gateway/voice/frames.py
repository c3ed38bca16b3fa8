"""Wyoming's frames, with bounds. The library believes every length that it is told, and waits for ever."""

import asyncio
import json
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter
from wyoming.audio import AudioChunk, AudioChunkConverter
from wyoming.event import Event, Eventable

from voice_gateway.voice.audio import RATE

MOST_DATA = 65_536
MOST_SOUND = 1_048_576
"""Bytes of one frame: half a minute of sound. Clients send a fraction of a second at a time."""

RATES = range(8_000, 192_001)

FRAME_SECONDS = 10.0
"""For the rest of a frame, once its first line has come."""


Kind = TypeVar("Kind", bound=Eventable)


class Malformed(ValueError):
    """An event that is not what its type says."""


async def read_frame(reader: asyncio.StreamReader) -> Event | None:
    """The next event; None when the client has gone. Raises `ValueError` for what is no frame of ours."""
    line = await reader.readline()  # the reader itself refuses a line over 64 KiB
    if not line.endswith(b"\n"):
        return None
    head = json.loads(line)
    if not isinstance(head, dict) or not isinstance(head.get("type"), str):
        raise ValueError("it sent no frame")
    data, payload = _length(head, "data_length", MOST_DATA), _length(head, "payload_length", MOST_SOUND)
    async with asyncio.timeout(FRAME_SECONDS):
        given = head.get("data") or {}
        more = json.loads(await reader.readexactly(data)) if data else {}
        sound = await reader.readexactly(payload) if payload else None
    if not isinstance(given, dict) or not isinstance(more, dict):
        raise ValueError("the data of a frame is no object")
    return Event(head["type"], {**given, **more}, sound)


def _length(head: dict[str, Any], key: str, most: int) -> int:
    length = head.get(key) or 0
    if not isinstance(length, int) or not 0 <= length <= most:
        raise ValueError(f"it announced a {key} of {length!s:.20}; {most} are the most")
    return length


def read_as(kind: type[Kind], event: Event) -> Kind:
    """The event as what its type says. The library takes any data for it, or falls over them."""
    try:
        read: Kind = _shape(kind).validate_python(vars(kind.from_event(event)))
    except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        raise Malformed(f"This is no {event.type}.") from None
    return read


@cache
def _shape(kind: type[Kind]) -> TypeAdapter[Kind]:
    return TypeAdapter(kind)


class SoundsHeard:
    """The sound of a client as we hear it."""

    def __init__(self) -> None:
        self._converter = AudioChunkConverter(RATE, 2, 1)

    def of(self, chunk: AudioChunk) -> bytes:
        """One second of a rate that no microphone has could become hours."""
        if chunk.rate not in RATES or chunk.width not in (1, 2, 4) or chunk.channels not in range(1, 9):
            raise Malformed(f"sound of {chunk.rate} Hz, {chunk.width} bytes and {chunk.channels} channels")
        if len(chunk.audio) % (chunk.width * chunk.channels):
            raise Malformed(f"{len(chunk.audio)} bytes are no whole number of samples")
        return self._converter.convert(chunk).audio
