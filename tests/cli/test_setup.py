"""`voice-gateway setup`, as a person at a terminal and as a script runs it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.cli.terminal import terminal
from tests.servers.home_assistant import TOKEN, FarSide, far_home_assistant
from tests.servers.pulling import PullingOllama, pulling_ollama
from voice_gateway.settings import config_file, load_settings

MUTE = {"PULSE_SERVER": "unix:/nonexistent"}


@pytest.fixture
async def ollama() -> AsyncIterator[PullingOllama]:
    async with pulling_ollama() as far:
        yield far


@pytest.fixture
async def house() -> AsyncIterator[FarSide]:
    async with far_home_assistant() as far:
        yield far


async def test_a_person_is_led_from_a_model_to_five_sentences_about_their_own_home(
    ollama: PullingOllama, house: FarSide
) -> None:
    path = config_file()
    path.parent.mkdir(parents=True)
    path.write_text("# ours\nmetrics = false  # nobody's business\n")
    async with terminal("setup", "--seconds", "0.1", OLLAMA_HOST=ollama.url, **MUTE) as screen:
        await screen.until(lambda seen: "another name is fetched" in seen)
        assert "It has: llama3.2:1b." in screen.seen
        screen.type("qwen3:0.6b\r")
        await screen.until(lambda seen: "qwen3:0.6b answers from now on." in seen)
        await screen.until(lambda seen: "ddress [the simulated home]" in seen)
        screen.type("homeassistant\r")
        await screen.until(lambda seen: "neither a number of the list nor an address" in seen)
        screen.type(f"{house.url}\r")
        await screen.until(lambda seen: "Its token (not shown)" in seen)
        await screen.asked_secretly()
        screen.type(f"{TOKEN}\r")
        await screen.until(lambda seen: "and say or type:" in seen and "What time is it in Tokyo?" in seen)
    assert ollama.pulled == ["qwen3:0.6b"]
    assert "Connected: 1 devices." in screen.seen
    assert screen.seen.count("  · ") == 5
    assert "  · Turn on the " in screen.seen
    settings = load_settings(environment={}).settings
    assert settings.ollama.model == "qwen3:0.6b"
    assert settings.home.home_assistant_url == house.url
    assert path.read_text().startswith("# ours\nmetrics = false  # nobody's business\n")


async def test_enter_leaves_everything_as_it_is() -> None:
    async with terminal("setup", "--seconds", "0.1", OLLAMA_HOST="http://127.0.0.1:9", **MUTE) as screen:
        await screen.until(lambda seen: "ddress [the simulated home]" in seen)
        screen.type("\r")
        await screen.until(lambda seen: "and say or type:" in seen)
    assert "Ollama does not answer at http://127.0.0.1:9." in screen.seen
    assert not config_file().exists()


async def test_a_script_says_what_it_wants(
    run: Run, ollama: PullingOllama, house: FarSide, tmp_path: Path
) -> None:
    token = tmp_path / "token"
    token.write_text(TOKEN)
    given = ("--seconds", "0.1", "--model", "llama3.2:1b", "--home", house.url, "--token-file", str(token))
    ended = await run("setup", *given, OLLAMA_HOST=ollama.url, **MUTE)
    assert ended.code == 0, ended.err
    assert "llama3.2:1b answers from now on." in ended.out
    assert not ollama.pulled
    assert load_settings(environment={}).settings.home.home_assistant_url == house.url
    again = await run("setup", "--seconds", "0.1", "--home", "http://127.0.0.1:9", OLLAMA_HOST=ollama.url)
    assert again.code == 1
    assert "nobody is there to ask for it" in again.err


async def test_one_setting_is_written_and_taken_back(run: Run) -> None:
    ended = await run("config", "set", "turn.deadline", "20")
    assert ended.out == f"turn.deadline is 20, in {config_file()}.\n"
    assert (await run("config", "set", "home.guarded", "lock, coffee machine")).code == 0
    settings = load_settings(environment={}).settings
    assert settings.turn.deadline == 20
    assert settings.home.guarded == ("lock", "coffee machine")
    refused = await run("config", "set", "turn.deadline", "soon")
    assert refused.code == 1
    assert "turn.deadline" in refused.err
    unknown = await run("config", "set", "ollama.modell", "x")
    assert unknown.code == 1
    assert "ollama.model" in unknown.err
    assert (await run("config", "set", "turn.deadline")).code == 0
    assert load_settings(environment={}).settings.turn.deadline == 30
