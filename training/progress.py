"""Says on standard error how far a training run has come."""

import sys
import time

_BEGIN = time.perf_counter()


def tell(message: str) -> None:
    """The message with the seconds since the start."""
    print(f"{time.perf_counter() - _BEGIN:6.1f} s  {message}", file=sys.stderr, flush=True)
