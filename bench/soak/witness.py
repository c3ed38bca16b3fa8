"""Looks at a thread that does not come back: which lines of ours it stands in, and what it waits for."""

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

_PATIENCE = 0.1
"""Seconds after which it is looked at."""

_EVERY = 0.04
_MOST = 4
"""Looks that are kept of one time, and lines of ours in each."""

_OURS = ("/voice_gateway/", "/bench/")


class Witness:
    """A thread of its own. It sees nothing while the interpreter is held, and then who held it."""

    def __init__(self, thread: int, native: int) -> None:
        self._thread = thread
        self._waits = Path(f"/proc/self/task/{native}/wchan")
        self._since: float | None = None
        self._seen: list[str] = []

    def start(self) -> int:
        """The number that the kernel knows it by."""
        looking = threading.Thread(target=self._run, daemon=True, name="witness")
        looking.start()
        assert looking.native_id
        return looking.native_id

    def look(self) -> None:
        """From now on."""
        self._since = time.perf_counter()

    def look_away(self) -> list[str]:
        """What was seen since; nothing of what did not last."""
        self._since, seen, self._seen = None, self._seen, []
        return seen

    def _run(self) -> None:
        while True:
            time.sleep(_EVERY)
            since, seen = self._since, self._seen
            if since and time.perf_counter() - since > _PATIENCE and len(seen) < _MOST:
                frame = sys._current_frames().get(self._thread)
                lines = " < ".join(_lines(frame))
                seen.append(f"{self._waits.read_text(encoding='ascii')}: {lines}")


def _lines(frame: FrameType | None) -> Iterator[str]:
    """The innermost line, and the innermost ones of ours."""
    innermost, ours = True, 0
    while frame and ours < _MOST:
        file = frame.f_code.co_filename
        is_ours = any(part in file for part in _OURS)
        if innermost or is_ours:
            yield f"{'/'.join(Path(file).parts[-2:])}:{frame.f_lineno} {frame.f_code.co_name}"
        innermost, ours, frame = False, ours + is_ours, frame.f_back
