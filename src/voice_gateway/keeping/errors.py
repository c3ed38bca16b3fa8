"""When something cannot be kept, said so that a person knows what to do."""

import sqlite3
from pathlib import Path

from voice_gateway.errors import GatewayError


class NotKept(GatewayError):
    """It was not kept, or could not be read again. What was to be written together was not written at all."""


def explained(error: sqlite3.Error | OSError, path: Path | None) -> NotKept:
    """The same error for a person."""
    place = path or "memory"
    folder = path.parent if path else "memory"
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_FULL:
            why, fix = "the disk is full", f"Free some space where {folder} is, and say it again."
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            why, fix = f"{place} may not be written", f"Make {folder} writable, and say it again."
        case sqlite3.SQLITE_CANTOPEN:
            why, fix = f"{place} cannot be opened", f"See that {folder} is a folder that may be written."
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            why, fix = f"another program holds {place}", "End that program, or say it again in a moment."
        case sqlite3.SQLITE_IOERR:
            why, fix = f"the disk of {place} does not take it", "See whether it is full, or failing."
        case _:
            why, fix = str(error), f"See that {folder} is a folder that may be written."
    return NotKept(f"I could not keep that: {why}.", fix=fix)
