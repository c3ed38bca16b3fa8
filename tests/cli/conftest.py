"""Runs the command line as a person would: as a process of its own."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from tests.forked import program
from tests.servers.ollama import DIGEST, KNOWN
from voice_gateway.models.ability import remember


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


Run = Callable[..., Awaitable[Ended]]


@pytest.fixture
def run() -> Run:
    """Run `voice-gateway …` and wait for its end: `await run("ask", "hello", OLLAMA_HOST=url)`."""

    async def ended(*arguments: str, stdin: bytes = b"", **environment: str) -> Ended:
        process = await asyncio.create_subprocess_exec(
            *program(), *arguments,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "COLUMNS": "100", **environment},
        )  # fmt: skip
        async with asyncio.timeout(120):
            out, err = await process.communicate(stdin)
        return Ended(process.returncode or 0, out.decode(), err.decode())

    return ended


@pytest.fixture(autouse=True)
def known_model() -> None:
    """The scripted model was met before, so it is not tried out first."""
    remember(DIGEST, KNOWN)
