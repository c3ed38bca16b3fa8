"""Streams of a PulseAudio or PipeWire server, through the library that every client of theirs has.

`libpulse-simple` opens a stream in a few milliseconds and empties one in less than ten.
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p
from enum import IntEnum
from functools import cache
from typing import Any

from voice_gateway.voice.errors import SoundError, no_sound_server

_SIGNED_16_BIT = 3
_UNSET = 0xFFFFFFFF
_REFUSED, _TIMEOUT, _TERMINATED, _NO_ENTITY, _BUSY = 6, 8, 11, 5, 26


class Direction(IntEnum):
    PLAY = 1
    RECORD = 2


class _Format(ctypes.Structure):
    _fields_ = (("format", c_int), ("rate", c_uint32), ("channels", c_uint8))


class _Buffering(ctypes.Structure):
    _fields_ = tuple((name, c_uint32) for name in ("maximum", "target", "prebuffer", "request", "fragment"))


class PulseStream:
    """One open stream of 16-bit mono samples. Blocking; threads may share it."""

    def __init__(self, direction: Direction, device: str | None, rate: int, latency: float) -> None:
        """Open it; `latency` is how many seconds of sound the server may hold."""
        self._direction = direction
        held = int(rate * latency) * 2
        target, fragment = (held, _UNSET) if direction is Direction.PLAY else (_UNSET, held)
        # One sample starts it. With none at all, a stream that has run empty swallows what comes next.
        prebuffer = 2 if direction is Direction.PLAY else _UNSET
        buffering = _Buffering(_UNSET, target, prebuffer, _UNSET, fragment)
        problem = c_int()
        self._stream = _library().pa_simple_new(
            None,
            b"Voice Gateway",
            int(direction),
            device.encode() if device else None,
            b"answers" if direction is Direction.PLAY else b"microphone",
            byref(_Format(_SIGNED_16_BIT, rate, 1)),
            None,
            byref(buffering),
            byref(problem),
        )
        if not self._stream:
            raise _explained(direction, device, problem.value)
        self._device = device

    def read(self, count: int) -> bytes:
        """Wait for this many bytes of sound."""
        buffer = ctypes.create_string_buffer(count)
        self._check("read", buffer, c_size_t(count))
        return buffer.raw

    def write(self, data: bytes) -> None:
        """Wait until the server has room for the data, and hand it over."""
        self._check("write", data, c_size_t(len(data)))

    def flush(self) -> None:
        """Drop what has been written but not been heard."""
        self._check("flush")

    def latency(self) -> float:
        """Seconds until what is written now will be heard."""
        problem = c_int()
        return int(_library().pa_simple_get_latency(self._stream, byref(problem))) / 1e6

    def close(self) -> None:
        if self._stream:
            _library().pa_simple_free(self._stream)
            self._stream = None

    def _check(self, name: str, *arguments: Any) -> None:
        problem = c_int()
        if getattr(_library(), f"pa_simple_{name}")(self._stream, *arguments, byref(problem)) < 0:
            raise _explained(self._direction, self._device, problem.value)


def _explained(direction: Direction, device: str | None, code: int) -> SoundError:
    part = "speaker" if direction is Direction.PLAY else "microphone"
    named = f"The {part} “{device}”" if device else f"The {part}"
    if code == _REFUSED:
        return no_sound_server()
    if code == _NO_ENTITY:
        return SoundError(
            f"{named} is not there." if device else f"This machine has no {part}.",
            fix="See which there are: voice-gateway voice devices",
        )
    if code in (_BUSY, _TIMEOUT):
        return SoundError(f"{named} is busy.", fix="Close the program that uses it, then try again.")
    if code == _TERMINATED:
        return SoundError("The sound server has gone.", fix="Start it again.")
    text = _errors().pa_strerror(code).decode(errors="replace").lower()
    return SoundError(f"{named} cannot be used: {text}.", fix="Plug it in, or choose another.")


@cache
def _library() -> ctypes.CDLL:
    try:
        library = ctypes.CDLL("libpulse-simple.so.0")
    except OSError:
        raise SoundError(
            "This machine has no library for PulseAudio or PipeWire.", fix="Install it: apt install libpulse0"
        ) from None
    library.pa_simple_new.restype = c_void_p
    library.pa_simple_new.argtypes = [
        *(c_char_p, c_char_p, c_int, c_char_p, c_char_p),
        *(POINTER(_Format), c_void_p, POINTER(_Buffering), POINTER(c_int)),
    ]
    library.pa_simple_read.argtypes = [c_void_p, c_void_p, c_size_t, POINTER(c_int)]
    library.pa_simple_write.argtypes = [c_void_p, c_char_p, c_size_t, POINTER(c_int)]
    library.pa_simple_flush.argtypes = [c_void_p, POINTER(c_int)]
    library.pa_simple_get_latency.argtypes = [c_void_p, POINTER(c_int)]
    library.pa_simple_get_latency.restype = c_uint64
    library.pa_simple_free.argtypes = [c_void_p]
    return library


@cache
def _errors() -> ctypes.CDLL:
    library = ctypes.CDLL("libpulse.so.0")
    library.pa_strerror.restype = c_char_p
    library.pa_strerror.argtypes = [c_int]
    return library
