"""An MCP server with one tool that only reads, by hand, so that it starts at once after it was killed."""

import json
import os
import sys
from pathlib import Path
from typing import Any

TOOL = {
    "name": "tide_table",
    "description": "Gives the height of the tide for a story about the sea.",
    "inputSchema": {"type": "object", "properties": {}},
    "annotations": {"readOnlyHint": True},
}


def _result(method: str) -> dict[str, Any]:
    match method:
        case "initialize":
            information = {"name": "tides", "version": "1"}
            return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": information}
        case "tools/list":
            return {"tools": [TOOL]}
        case "tools/call":
            return {"content": [{"type": "text", "text": "The tide is three metres high."}]}
        case _:
            return {}


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(str(os.getpid()), encoding="ascii")
    for request in map(json.loads, sys.stdin):
        if "id" in request:
            answer = {"jsonrpc": "2.0", "id": request["id"], "result": _result(request["method"])}
            print(json.dumps(answer), flush=True)
