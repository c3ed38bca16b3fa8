"""A process that has read the whole program and forks gateways: each is ready soon, and can be killed alone.

A line of the input tells folder, settings and skew of a gateway; the answer is the number of its process. The
gateway writes `ready` into its folder when it takes turns.
"""

import asyncio
import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

from tests.nats_rig.gateway import live


def raise_one(told: dict[str, Any]) -> int:
    """The number of its process, for the parent; the child does not come back."""
    child = os.fork()
    if child:
        return child
    folder = Path(told["folder"])
    log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (1, 2):
        os.dup2(log, stream)
    os.environ.update({f"XDG_{name}_HOME": str(folder) for name in ("DATA", "CACHE", "CONFIG")})
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    code = 1
    try:
        asyncio.run(live(told["settings"], told["skew"], (folder / "ready").touch))
        code = 0
    except BaseException:
        traceback.print_exc()  # into its log; whoever waits for it shows that
    finally:
        os._exit(code)


def main() -> None:
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks what became of them
    for line in sys.stdin:
        print(raise_one(json.loads(line)), flush=True)


if __name__ == "__main__":
    main()
