"""Only one program at a time fires the plans of a home, however many have its file open."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from voice_gateway.keeping.errors import explained


class Sole:
    """A lock beside the file, which the system takes back when the program ends, in whatever way."""

    def __init__(self, path: Path | None) -> None:
        self._path = path and path.with_name(f"{path.name}.keeper")
        self._held: int | None = None

    def take(self) -> bool:
        """Whether it is ours, now or since before. What lies in memory is nobody else's."""
        if self._path is None or self._held is not None:
            return True
        try:
            opened = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise explained(error, self._path) from error
        with suppress(OSError):  # another program has it
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._held = opened
            return True
        os.close(opened)
        return False

    def is_taken(self) -> bool:
        """Whether a program fires the plans, this one or another."""
        if self._held is not None or not self.take():
            return True
        self.give_back()
        return False

    def give_back(self) -> None:
        if self._held is not None:
            os.close(self._held)
            self._held = None
