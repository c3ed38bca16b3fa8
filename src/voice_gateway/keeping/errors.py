"""When something cannot be kept, said so that a person knows what to do."""

import errno
import sqlite3
from pathlib import Path
from typing import Final

from voice_gateway.errors import GatewayError

_SYSTEM: Final = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), sqlite3.SQLITE_FULL),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), sqlite3.SQLITE_READONLY),
    errno.EIO: sqlite3.SQLITE_IOERR,
}


class NotKept(GatewayError):
    """It was not kept, or could not be read again. What was to be written together was not written at all."""


def explained(error: sqlite3.Error | OSError, path: Path | None) -> NotKept:
    """The same error for a person."""
    place, folder = path or "memory", path.parent if path else "memory"
    match _cause(error):
        case sqlite3.SQLITE_FULL:
            why, fix = "the disk is full", f"Free some space where {folder} is, and say it again."
        case sqlite3.SQLITE_READONLY:
            why, fix = f"{place} may not be written", f"Make {folder} writable, and say it again."
        case sqlite3.SQLITE_BUSY:
            why, fix = f"another program holds {place}", "End that program, or say it again in a moment."
        case sqlite3.SQLITE_IOERR:
            why, fix = f"the disk of {place} does not take it", "See whether it is full, or failing."
        case _:
            why, fix = f"{place}: {error}", f"See that {folder} is a folder that may be written."
    return NotKept(f"I could not keep that: {why}.", fix=fix)


def _cause(error: sqlite3.Error | OSError) -> int:
    """As SQLite's number, whoever met it first."""
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN)
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
