"""Runs a talkative program and shows one line of it: `python one_line.py "installing" pip install …`.

What it said is shown in full when it fails. Needs nothing but Python, since nothing is installed yet.
"""

import re
import shutil
import subprocess
import sys
import time

_STEP = re.compile(
    r"\s*(?P<what>Collecting|Downloading|Using cached|Building wheel for|Installing)\s+(?P<name>\S+)"
)


def main(title: str, *command: str) -> int:
    began = time.monotonic()
    short = title.partition(" (")[0]
    screen = sys.stdout.isatty()
    print(f"==> {title} …", end="" if screen else "\n", flush=True)
    said: list[str] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        for line in program.stdout or ():
            said.append(line)
            if screen and (step := _STEP.match(line)):
                _again(f"==> {short} … {time.monotonic() - began:.0f} s, {_told(step)}")
    if screen:
        _again("")
    if program.returncode:
        print(f"==> {title} failed:\n{''.join(said)}", end="")
    else:
        print(f"==> {short}: done in {time.monotonic() - began:.0f} s", flush=True)
    return program.returncode


def _told(step: re.Match[str]) -> str:
    # An address or a requirement is told by the package it stands for.
    name = re.split(r"[\[<>=!~;]", step["name"].rpartition("/")[2])[0]
    return f"{step['what'].lower()} {name}"


def _again(line: str) -> None:
    """Write the line over the last one."""
    width = shutil.get_terminal_size().columns - 1
    print(f"\r\x1b[K{line[:width]}", end="", flush=True)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
