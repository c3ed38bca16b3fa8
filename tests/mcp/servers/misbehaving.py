"""A server with one tool and one vice, its first argument. Speaks the protocol by hand to start fast."""

import json
import os
import subprocess
import sys
import threading
import time
from typing import Any

HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "misbehaving", "version": "1"},
}
TOOL = {
    "name": "ping_me",
    "description": "Answers.",
    "inputSchema": {"type": "object"},
    "annotations": {"readOnlyHint": True},
}


def say(value: Any) -> None:
    print(json.dumps(value), flush=True)


def serve() -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        result: dict[str, Any]
        match request["method"]:
            case "initialize":
                result = HELLO
            case "tools/list" if vice == "thousands":
                result = {"tools": [TOOL | {"name": f"tool_{number}"} for number in range(5000)]}
            case "tools/list" if vice == "one-bad-tool":
                bare = {"name": "bare", "description": "Says nothing of its arguments."}
                result = {"tools": [bare, TOOL, 7, TOOL | {"name": "odd", "inputSchema": "none"}]}
            case "tools/list":
                result = {"tools": [TOOL]}
            case "tools/call" if vice == "hang-in-call":
                time.sleep(3600)
            case "tools/call":
                result = {"content": [{"type": "text", "text": f"pong {os.getpid()}"}]}
            case _:
                result = {}
        if vice == "garbage":
            sys.stdout.buffer.write(b'DEBUG: \xff\xfe not json\n\n{}\n[1, 2]\n{"jsonrpc": "1.0"}\n')
        say({"jsonrpc": "2.0", "id": request["id"], "result": result})


def flood() -> None:
    while True:
        sys.stderr.write("x" * 4000 + "\n")


vice = sys.argv[1]
match vice:
    case "crash":
        print(f"cannot open the door with {os.environ.get('DOOR_KEY')}", file=sys.stderr)
        sys.exit(3)
    case "hang":
        time.sleep(3600)
    case "slow-start":
        time.sleep(float(sys.argv[2]))
    case "flood":
        threading.Thread(target=flood, daemon=True).start()
    case "deaf":  # goes on after its input has ended, with a child of its own
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        print(child.pid, file=sys.stderr, flush=True)
serve()
if vice == "deaf":
    import signal

    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(3600)
