"""Memory of this process: what is free is given back to the machine, what stays is not looked at again."""

import ctypes
import gc
import os
from functools import cache
from typing import Final

_YOUNG: Final = 10_000
"""New objects before a search for garbage; after Python's own 700, a sixth of each turn was searching."""


@cache
def _trim() -> "ctypes._NamedFuncPointer | None":
    """glibc keeps what was freed, by the hundred megabytes; other C libraries give it back by themselves."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None


def give_back() -> None:
    """Takes some milliseconds, in which other threads run on."""
    if trim := _trim():
        trim(0)


def settle() -> None:
    """Once everything is up: what was made until now stays, so no search for garbage need go through it; what
    was only needed for that is given back.

    There are some hundred thousand objects, and a search stops everything for a tenth of a second.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG)
    give_back()
