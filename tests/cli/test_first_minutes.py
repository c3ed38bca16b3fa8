"""What a person meets in the first ten minutes."""

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import certifi
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.cli.conftest import Run
from tests.forked import program
from tests.servers.ollama import ScriptedOllama, scripted_ollama
from voice_gateway.running import find_running, telling_where
from voice_gateway.settings import config_file, data_dir


@pytest.fixture
async def ollama() -> AsyncIterator[ScriptedOllama]:
    async with scripted_ollama() as server:
        yield server


@asynccontextmanager
async def up(*options: str, **environment: str) -> AsyncIterator[str]:
    """`voice-gateway run`, and what it said until it was ready."""
    process = await asyncio.create_subprocess_exec(
        *program(), "run", "--no-open", *options,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, env={**os.environ, **environment},
    )  # fmt: skip
    said = ""
    try:
        assert process.stdout
        async with asyncio.timeout(120):
            while "Ctrl-C" not in said:
                line = (await process.stdout.readline()).decode()
                assert line, said
                said += line
        yield said
    finally:
        process.terminate()
        await process.communicate()


def issued_to(name: str, folder: Path) -> None:
    """A certificate for this name, with the one of who issued it behind it, and its key."""
    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
    names = [x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, one)]) for one in ("Somebody", name)]
    now = datetime.now(UTC)

    def made(which: int) -> bytes:
        certificate = (
            x509.CertificateBuilder()
            .subject_name(names[which])
            .issuer_name(names[0])
            .public_key(keys[which].public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
            .add_extension(x509.BasicConstraints(ca=which == 0, path_length=None), critical=True)
            .sign(keys[0], hashes.SHA256())
        )
        return certificate.public_bytes(Encoding.PEM)

    (folder / "chain.pem").write_bytes(made(1) + made(0))
    (folder / "key.pem").write_bytes(keys[1].private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))


async def test_ask_and_chat_go_through_the_run_that_is_up(run: Run, ollama: ScriptedOllama) -> None:
    where = {"OLLAMA_HOST": ollama.url}
    async with up("--port", "0", **where) as said:
        assert re.search(r"In another terminal: \S+", said)
        asked = await run("ask", "--trace", "turn on the kitchen light", **where)
        assert asked.out.startswith("Kitchen light is now on.\n")
        assert "called      control_zwave_device" in asked.out
        assert "qwen3:0.6b answers through voice-gateway run, which is up at http://127.0.0.1:" in asked.err
        lines = b"is the kitchen light on?\nunlock the front door\nyes\n/trace\n/tools\n/stats\n/reset\n"
        chatted = await run("chat", stdin=lines, **where)
        assert "Kitchen light is on.\nUnlock the front door?" in chatted.out
        assert "Front door is now unlocked." in chatted.out
        assert "answered    done" in chatted.out
        assert re.search(r"control_zwave_device +device +yes", chatted.out)
        assert re.search(r"asked_back +1|asked back +1", chatted.out)
        assert "through voice-gateway run" in chatted.err
        # Whoever names a model means that one.
        own = await run("ask", "--json", "--model", "qwen3:0.6b", "is the kitchen light on?", **where)
        assert json.loads(own.out)["text"] == "Kitchen light is on."
        assert "through" not in own.err
    assert await find_running(config_file()) is None


async def test_they_go_through_a_run_that_shows_a_certificate_of_its_own(
    run: Run, ollama: ScriptedOllama
) -> None:
    """Nobody has to be told to trust it: whoever may read where it is knows which certificate it shows."""
    where = {"OLLAMA_HOST": ollama.url, "VOICE_GATEWAY_CONSOLE_HTTPS": "true"}
    async with up("--port", "0", **where) as said:
        assert "https://127.0.0.1:" in said
        asked = await run("ask", "turn on the kitchen light", **where)
        assert asked.out == "Kitchen light is now on.\n"
        assert "through voice-gateway run, which is up at https://127.0.0.1:" in asked.err
        chatted = await run("chat", stdin=b"is the kitchen light on?\nunlock the front door\nyes\n", **where)
        assert "Kitchen light is on.\nUnlock the front door?" in chatted.out
        assert "Front door is now unlocked." in chatted.out
        assert "through voice-gateway run" in chatted.err
        # Who shows another certificate is not believed.
        told = json.loads((data_dir() / "running.json").read_text())
        (data_dir() / "running.json").write_text(json.dumps({**told, "certificate": certifi.where()}))
        alone = await run("ask", "is the kitchen light on?", **where)
        assert "through" not in alone.err


async def test_they_go_through_a_run_whose_certificate_is_for_another_name(
    run: Run, ollama: ScriptedOllama, tmp_path: Path
) -> None:
    """Issued by somebody to `home.example`, and asked for at 127.0.0.1."""
    issued_to("home.example", tmp_path)
    where = {
        "OLLAMA_HOST": ollama.url, "VOICE_GATEWAY_CONSOLE_CERTIFICATE": str(tmp_path / "chain.pem"),
        "VOICE_GATEWAY_CONSOLE_CERTIFICATE_KEY": str(tmp_path / "key.pem"),
    }  # fmt: skip
    async with up("--port", "0", **where):
        asked = await run("ask", "turn on the kitchen light", **where)
        assert asked.out == "Kitchen light is now on.\n"
        assert "through voice-gateway run" in asked.err


async def test_a_run_that_is_gone_or_has_other_settings_is_not_asked(tmp_path: Path) -> None:
    with telling_where("http://127.0.0.1:9", "secret", config_file()):
        assert (data_dir() / "running.json").stat().st_mode & 0o777 == 0o600
        assert await find_running(config_file()) is None  # nobody answers there
        assert await find_running(tmp_path / "other.toml") is None
    (data_dir() / "running.json").write_text("{}")
    assert await find_running(config_file()) is None


async def test_a_port_that_is_taken_is_said(ollama: ScriptedOllama) -> None:
    taken = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    async with taken, up("--port", str(port), OLLAMA_HOST=ollama.url) as said:
        found = re.search(rf"Port {port} is taken.* this one is at (\d+)\.", said)
        assert found
        assert f"http://127.0.0.1:{found[1]}" in said


async def test_a_model_that_is_not_there_is_an_error(run: Run, ollama: ScriptedOllama) -> None:
    for command in (("ask", "what time is it"), ("chat",), ("run", "--no-open")):
        ended = await run(*command, "--model", "nosuch", OLLAMA_HOST=ollama.url)
        assert ended.code == 1
        assert ended.err == "Ollama has no nosuch. It has: qwen3:0.6b.\nGet it: ollama pull nosuch\n"
        assert not ended.out
    gone = await run("ask", "--model", "nosuch", "what time is it", OLLAMA_HOST="http://127.0.0.1:9")
    assert gone.code == 1
    assert "Ollama does not answer at http://127.0.0.1:9, so nosuch cannot be asked." in gone.err
    inside = await run("ask", "--provider", "builtin", "--model", "nosuch", "what time is it")
    assert inside.code == 1
    assert "There is no nosuch inside." in inside.err


async def test_the_home_is_found_as_it_was_left(run: Run, ollama: ScriptedOllama) -> None:
    where = {"OLLAMA_HOST": ollama.url}
    assert (await run("ask", "turn on the kitchen light", **where)).out == "Kitchen light is now on.\n"
    assert (await run("ask", "is the kitchen light on?", **where)).out == "Kitchen light is on.\n"


async def test_mcp_alone_lists_the_servers(run: Run, tmp_path: Path) -> None:
    servers = tmp_path / "servers.json"
    servers.write_text('{"mcpServers": {"weather": {"command": "none", "disabled": true}}}')
    ended = await run("mcp", VOICE_GATEWAY_MCP_CONFIG=str(servers))
    assert ended.code == 0
    assert re.search(r"weather +disabled", ended.out)


async def test_doctor_shows_a_command_as_it_must_be_typed(run: Run, tmp_path: Path) -> None:
    """Brackets are no markup."""
    home = tmp_path / "home.toml"
    home.write_text('[[device]]\nname = "Lamp [new]"\nkind = "light"\ndead = true\n')
    ended = await run("doctor", VOICE_GATEWAY_HOME_FILE=str(home))
    assert "Lamp [new]" in ended.out
