"""How this program is called from the terminal at hand."""

import os
import shutil
import sys
from pathlib import Path


def called() -> str:
    """`voice-gateway` where the shell finds it, else the path to it."""
    ours = Path(sys.executable).with_name("voice-gateway")
    found = shutil.which("voice-gateway")
    if found and Path(found).resolve() == ours.resolve():
        return "voice-gateway"
    if not ours.is_file():
        return f"{sys.executable} -m voice_gateway"
    near = os.path.relpath(ours)
    return str(ours) if near.startswith("..") else near
