"""Memory that is free in this process, given back to the machine."""

import ctypes
import os
from functools import cache


@cache
def _trim() -> "ctypes._NamedFuncPointer | None":
    """glibc keeps what was freed, by the hundred megabytes; other C libraries give it back by themselves."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None


def give_back() -> None:
    """Takes some milliseconds, in which other threads run on."""
    if trim := _trim():
        trim(0)
