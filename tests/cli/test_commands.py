"""The command line end to end, against a scripted Ollama."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.forked import program
from tests.servers.ollama import DIGEST, ScriptedOllama, call, fail, hang, nothing, say, scripted_ollama
from voice_gateway.models.ability import Abilities, remember
from voice_gateway.processes import run_program


@pytest.fixture
async def ollama() -> AsyncIterator[ScriptedOllama]:
    async with scripted_ollama() as server:
        yield server


async def test_help_teaches() -> None:
    """In an interpreter of its own."""
    ended = await run_program(sys.executable, "-m", "voice_gateway", "--help")
    assert ended.code == 0
    for command in (
        "ask",
        "wish",
        "wishes",
        "chat",
        "doctor",
        "stats",
        "config",
        "tools",
        "eval",
        "model",
        "mcp",
        "zwave-mcp",
    ):
        assert command in ended.output


@pytest.mark.parametrize(
    "command",
    ["ask", "wish", "wishes", "chat", "tools", "stats", "config", "doctor", "eval", "model", "mcp", "home"],
)
async def test_every_command_explains_itself(run: Run, command: str) -> None:
    ended = await run(command, "--help")
    assert ended.code == 0
    assert f" {command} " in ended.out.split("Options")[0]


async def test_ask_answers_and_shows_its_trace(run: Run, ollama: ScriptedOllama) -> None:
    ollama.steps[:] = [say("Paris is the capital of France.")]
    ended = await run("ask", "--trace", "what is the capital of france", OLLAMA_HOST=ollama.url)
    assert ended.code == 0
    first, *rest = ended.out.splitlines()
    assert first == "Paris is the capital of France."
    assert any("classified  general" in line for line in rest)
    assert any("asked       first, 0 tools" in line for line in rest)
    assert "qwen3:0.6b at Ollama" in ended.err


async def test_ask_shows_its_trace_when_the_model_fails_too(run: Run, ollama: ScriptedOllama) -> None:
    ollama.steps[:] = [fail(500, "out of memory")] * 3
    ended = await run("ask", "--trace", "what is the capital of france", OLLAMA_HOST=ollama.url)
    assert ended.code == 1
    assert "classified  general" in ended.out
    assert "recovered   unreadable by without_tools: failure" in ended.out
    assert "could not be read" in ended.err
    assert "Traceback" not in ended.err


async def test_ask_tells_what_a_person_should_know_beside_the_answer(
    run: Run, ollama: ScriptedOllama
) -> None:
    ollama.steps[:] = [say("Paris is the capital of France.")]
    sentence = f"what is the capital of france {'please ' * 400}"
    ended = await run("ask", sentence, OLLAMA_HOST=ollama.url, OLLAMA_NUM_CTX="512")
    assert ended.out == "Paris is the capital of France.\n"
    assert "set ollama.num_ctx to 2048" in ended.err


async def test_ask_as_json_holds_the_whole_turn(run: Run, ollama: ScriptedOllama) -> None:
    ollama.steps[:] = [nothing(eval_count=4), say("Ann.")]
    ended = await run("ask", "--json", "who is the mayor of bonn", OLLAMA_HOST=ollama.url)
    report = json.loads(ended.out)
    assert (report["text"], report["success"], report["intent"]) == ("Ann.", True, "search")
    assert report["outcome"] == "answered"
    assert [event["cause"] for event in report["trace"]["events"] if event["event"] == "recovered"] == [
        "lost_call"
    ]


@pytest.mark.parametrize(
    ("sentence", "outcome", "code"),
    [
        ("turn on the kitchen light", "done", 0),
        ("is the front door locked", "answered", 0),
        ("unlock the front door", "asked back", 0),
        ("set a timer for five minutes", "done", 0),
        ("play some music in the kitchen", "declined", 1),
        ("turn on the jacuzzi", "not understood", 1),
        ("turn on the freezer plug", "failed", 1),
    ],
)
async def test_ask_ends_as_the_turn_did(
    run: Run, ollama: ScriptedOllama, sentence: str, outcome: str, code: int
) -> None:
    ollama.steps[:] = [say("It is on now.")]
    ended = await run("ask", "--json", sentence, OLLAMA_HOST=ollama.url)
    report = json.loads(ended.out)
    assert (report["outcome"], ended.code) == (outcome, code)
    assert report["trace"]["events"][-1]["outcome"] == outcome


async def test_ask_shows_what_was_understood_and_what_came_of_it(run: Run, ollama: ScriptedOllama) -> None:
    ended = await run("ask", "--trace", "turn on the kitchen light", OLLAMA_HOST=ollama.url)
    assert "understood  on kitchen light by rules" in ended.out
    assert "answered    done: Kitchen light is now on." in ended.out


async def test_ask_reads_standard_input(run: Run, ollama: ScriptedOllama) -> None:
    ended = await run("ask", stdin=b"turn on the kitchen light\n", OLLAMA_HOST=ollama.url)
    assert ended.out == "Kitchen light is now on.\n"


async def test_ask_fails_when_the_home_it_is_about_cannot_be_reached(
    run: Run, ollama: ScriptedOllama, tmp_path: Path
) -> None:
    nowhere = {"OLLAMA_HOST": ollama.url, "VOICE_GATEWAY_HOME_ZWAVE_URL": "ws://127.0.0.1:9"}
    for sentence in ("turn on the kitchen light", "is the front door locked"):
        ollama.steps[:] = [say("I could not do that.")]
        ended = await run("ask", sentence, **nowhere)
        assert ended.code == 1
        assert "The Z-Wave network at ws://127.0.0.1:9 cannot be reached" in ended.err
    ended = await run("ask", "what time is it", **nowhere)
    assert ended.code == 0
    ended = await run("ask", "turn on the kitchen light", OLLAMA_HOST=ollama.url)
    assert (ended.code, ended.out) == (0, "Kitchen light is now on.\n")


async def test_a_server_that_cannot_be_reached_takes_nothing_from_the_home_beside_it(
    run: Run, ollama: ScriptedOllama, tmp_path: Path
) -> None:
    config = tmp_path / "mcp.json"
    config.write_text(json.dumps({"mcpServers": {"party": {"command": "/nonexistent", "tier": "device"}}}))
    ended = await run(
        "ask", "turn on the kitchen light", OLLAMA_HOST=ollama.url, VOICE_GATEWAY_MCP_CONFIG=str(config)
    )
    assert (ended.code, ended.out) == (0, "Kitchen light is now on.\n")
    assert "party" in ended.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (["ask", "  "], b"", "the text is empty"),
        (["ask"], b"\xff\xfe\x00", "not UTF-8"),
        (["ask", "x" * 5000], b"", "5,000 characters; at most 4,000"),
        (["ask", "--provider", "gemini", "hi"], b"", "'builtin', 'anthropic' or 'openai'"),
        (["ask", "--provider", "anthropic", "hi"], b"", "There is no key for Anthropic."),
        (["ask", "--provider", "ollama", "tell me about otters"], b"", "Ollama does not answer at http://127.0.0.1:9."),
        (["tools", "call", "get_current_datetime", "{oops"], b"", "not JSON"),
        (["tools", "call", "get_current_datetime", "[]"], b"", "must be a JSON object"),
        (["--config", "/nonexistent.toml", "config"], b"", "no settings file"),
    ],
)  # fmt: skip
async def test_bad_input_is_a_clear_error_without_a_traceback(
    run: Run, arguments: list[str], stdin: bytes, message: str
) -> None:
    ended = await run(*arguments, stdin=stdin, OLLAMA_HOST="http://127.0.0.1:9")
    assert ended.code == 1
    assert message in ended.err
    assert "Traceback" not in ended.err


async def test_debug_shows_the_traceback(run: Run) -> None:
    ended = await run("--debug", "ask", "--provider", "anthropic", "hi")
    assert "Traceback" in ended.err


async def test_chat_remembers_and_obeys_slash_commands(run: Run, ollama: ScriptedOllama) -> None:
    ollama.steps[:] = [say("Hello Ann."), say("You like cheese.")]
    lines = (
        b"i like cheese a lot\nwhat do i like\n/stats\n/tools\n/trace\n/nonsense\n/reset\n/quit\nnot asked\n"
    )
    ended = await run("chat", stdin=lines, OLLAMA_HOST=ollama.url)
    assert ended.code == 0
    assert ended.out.startswith("Hello Ann.\nYou like cheese.\n")
    assert "first query done or answered" in ended.out
    assert "control_zwave_device" in ended.out
    assert "classified" in ended.out
    assert "There is no /nonsense." in ended.out
    assert "I have forgotten what was said." in ended.out
    assert [message["content"] for message in ollama.chats[1]["messages"]][1:3] == [
        "i like cheese a lot",
        "Hello Ann.",
    ]


async def test_what_is_announced_in_the_chat_is_heard_there_behind_the_answer(
    run: Run, ollama: ScriptedOllama
) -> None:
    ended = await run("chat", stdin=b"announce dinner is ready\nthanks\n", OLLAMA_HOST=ollama.url)
    first, second, *_ = ended.out.splitlines()
    assert (first, second.removeprefix("🔔 ")) == ("I'm saying it.", "Dinner is ready")


async def test_chat_goes_on_after_an_error(run: Run, ollama: ScriptedOllama) -> None:
    ollama.models = []
    lines = b"tell me a story\nturn on the kitchen light\n"
    ended = await run("chat", "--provider", "ollama", stdin=lines, OLLAMA_HOST=ollama.url)
    assert ended.code == 0
    assert "ollama pull qwen3:0.6b" in ended.out
    assert ended.out.endswith("Kitchen light is now on.\n")


async def test_ctrl_c_stops_an_answer_and_not_the_chat(ollama: ScriptedOllama) -> None:
    ollama.steps[:] = [hang(), say("Still here.")]
    process = await asyncio.create_subprocess_exec(
        *program(), "chat", "--provider", "ollama",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "OLLAMA_HOST": ollama.url},
    )  # fmt: skip
    assert process.stdin
    process.stdin.write(b"tell me a very long story\n")
    async with asyncio.timeout(240):
        while not ollama.chats:  # noqa: ASYNC110 - the server is scripted, and tells nobody
            await asyncio.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.stdin.write(b"why do cats purr\n")
    process.stdin.write_eof()
    async with asyncio.timeout(60):
        out, _ = await process.communicate()
    assert process.returncode == 0
    assert out.decode() == " … (stopped)\nStill here.\n"


async def test_config_tells_where_values_come_from_and_hides_secrets(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[ollama]\nmodel = "llama3.2:1b"\n')
    ended = await run("--config", str(file), "config", ANTHROPIC_API_KEY="sk-ant-very-secret", COLUMNS="200")
    rows = {line.split()[0]: line for line in ended.out.splitlines() if line.strip()}
    assert str(file) in rows["ollama.model"]
    assert "environment variable ANTHROPIC_API_KEY" in rows["anthropic.api_key"]
    assert "sk-ant-very-secret" not in ended.out + ended.err


async def test_tools_are_listed_and_can_be_called(run: Run) -> None:
    listed = await run("tools")
    assert "control_zwave_device" in listed.out
    assert "get_current_datetime" in listed.out
    called = await run("tools", "call", "get_device_sensor_data", '{"device": "front door"}')
    assert called.out == "Front door is locked.\n"
    unknown = await run("tools", "call", "explode", "{}")
    assert (unknown.code, unknown.out) == (1, 'Error: Unknown tool "explode"\n')


async def test_stats_survive_the_process(run: Run, ollama: ScriptedOllama) -> None:
    assert "Nothing was asked" in (await run("stats")).out
    await run("ask", "what time is it", OLLAMA_HOST=ollama.url)
    ended = await run("stats")
    assert "last week" in ended.out
    rows = [line.split() for line in ended.out.splitlines()]
    assert ["turns", "1", "1"] in rows
    assert ["answered", "1", "1"] in rows
    assert ["asked", "back", "0", "0"] in rows


async def test_doctor_judges_the_model(run: Run, ollama: ScriptedOllama) -> None:
    ollama.steps[:] = [say("Hello!"), call(("get_current_datetime", {"timezone": "Tokyo"}))]
    good = await run("doctor", "--provider", "ollama", OLLAMA_HOST=ollama.url)
    assert good.code == 0
    assert "calls tools by itself" in good.out
    assert "The assistant can answer." in good.out
    ollama.models = []
    missing = await run("doctor", "--provider", "ollama", OLLAMA_HOST=ollama.url)
    assert missing.code == 1
    assert "ollama pull qwen3:0.6b" in missing.out
    down = await run("doctor", "--provider", "ollama", OLLAMA_HOST="http://127.0.0.1:9")
    assert down.code == 1
    assert "ollama serve" in down.out


async def test_doctor_remembers_a_model_that_cannot_call_and_the_gateway_asks_it_for_calls(
    run: Run, ollama: ScriptedOllama
) -> None:
    remember(DIGEST, Abilities())
    ollama.steps[:] = [say("Hello!"), say("It is ten.")]
    told = await run("doctor", "--provider", "ollama", OLLAMA_HOST=ollama.url)
    assert "did not call the tool" in told.out
    written = json.dumps({"tool": "list_devices", "arguments": {"room": "kitchen"}})
    ollama.steps[:] = [say(written)]
    ended = await run(
        "ask",
        "which gadgets are in the kitchen please",
        OLLAMA_HOST=ollama.url,
        VOICE_GATEWAY_FAST_PATH="false",
    )
    assert "kitchen light" in ended.out
    assert ollama.chats[-1]["format"]["anyOf"]


async def test_a_reader_that_leaves_early_is_no_error(run: Run) -> None:
    process = await asyncio.create_subprocess_shell(
        f"{sys.executable} -m voice_gateway config | head -1",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    _, err = await process.communicate()
    assert b"Traceback" not in err
    assert b"BrokenPipe" not in err
