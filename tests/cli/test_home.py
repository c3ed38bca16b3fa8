"""`voice-gateway home` and `home add`, as processes of their own; the far sides are simulated."""

import json
import stat
import tomllib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from bench.soak.home import CountingHome

from tests.cli.conftest import Run
from tests.cli.terminal import terminal
from tests.servers.home_assistant import LAMP, TOKEN, FarSide, far_home_assistant
from voice_gateway.cli.home_add import meant_by
from voice_gateway.devices.finding import Found
from voice_gateway.errors import InputError
from voice_gateway.settings import config_file, load_settings


@pytest.fixture
async def far() -> AsyncIterator[FarSide]:
    """A Home Assistant with a lamp, and a door that it shows to nobody."""
    async with far_home_assistant() as far:
        door = {"entity_id": "lock.door", "name": "Cellar Door", "options": {}}
        far.results["config/entity_registry/list"] = [LAMP, door]
        yield far


@pytest.fixture
async def near() -> AsyncIterator[CountingHome]:
    async with CountingHome(["attic light"]).running() as near:
        yield near


@pytest.fixture
def token_file(far: FarSide) -> str:
    path = config_file().with_name("given")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{TOKEN}\n")
    return str(path)


async def test_sources_devices_and_what_is_left_out_are_listed(
    run: Run, far: FarSide, near: CountingHome, token_file: str
) -> None:
    both = ("--zwave", near.url, "--home-assistant", far.url, "--token-file", token_file)
    assert (await run("home", "add", *both)).code == 0
    ended = await run("home")
    assert ended.code == 0
    lines = [" ".join(line.split()) for line in ended.out.splitlines()]
    assert f"✓ Z-Wave network {near.url} 1 driver 15, server 3" in lines
    assert f"✓ Home Assistant {far.url} 1 Home Assistant 2030.1.0" in lines
    assert "Lamp Study light off Home Assistant" in lines
    assert "attic light Attic light off Z-Wave network" in lines
    assert "it is not exposed to Assist" in " ".join(lines)
    assert "Cellar Door" in ended.out


async def test_a_source_that_is_away_is_told_and_the_others_are_listed(run: Run, near: CountingHome) -> None:
    away = {"VOICE_GATEWAY_HOME_HOME_ASSISTANT_URL": "http://127.0.0.1:9"}
    token = {"VOICE_GATEWAY_HOME_HOME_ASSISTANT_TOKEN": "x", "VOICE_GATEWAY_HOME_ZWAVE_URL": near.url}
    ended = await run("home", **away, **token)
    assert "✗  Home Assistant" in ended.out
    assert "nothing answers there" in ended.out
    assert "attic light" in ended.out


async def test_programs_get_all_of_it(run: Run, far: FarSide) -> None:
    where = {"VOICE_GATEWAY_HOME_HOME_ASSISTANT_URL": far.url}
    ended = await run("home", "--json", **where, VOICE_GATEWAY_HOME_HOME_ASSISTANT_TOKEN=TOKEN)
    told = json.loads(ended.out)
    assert [source["connected"] for source in told["sources"]] == [True]
    assert [(one["name"], one["told_through"]) for one in told["devices"]] == [("Lamp", ["Home Assistant"])]
    [left] = told["left_out"]
    assert (left["source"], left["id"]) == ("Home Assistant", "lock.door")


async def test_a_connection_that_works_is_written_down_and_its_token_apart(
    run: Run, far: FarSide, token_file: str
) -> None:
    config_file().write_text('# mine\n[home]\nhome_assistant_token = "old"  # stale\nguarded = ["lock"]\n')
    ended = await run("home", "add", "--home-assistant", far.url, "--token-file", token_file)
    assert ended.code == 0
    assert "Connected: 1 devices." in ended.err
    kept = config_file().with_name("home-assistant-token")
    assert tomllib.loads(config_file().read_text())["home"] == {
        "guarded": ["lock"],
        "home_assistant_url": far.url,
        "home_assistant_token_file": str(kept),
    }
    assert config_file().read_text().startswith("# mine\n")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    token = load_settings().settings.home.home_assistant_token
    assert token is not None
    assert token.get_secret_value() == TOKEN


async def test_the_token_is_asked_for_and_not_shown(far: FarSide) -> None:
    async with terminal("home", "add", "--home-assistant", far.url) as screen:
        await screen.until(lambda seen: "Its token (not shown)" in seen)
        await screen.asked_secretly()
        screen.type(f"{TOKEN}\r")
        await screen.until(lambda seen: "Connected: 1 devices." in seen)
        assert TOKEN not in screen.seen


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--zwave", "ws://127.0.0.1:9"], "cannot be reached: nothing answers there."),
        (["--home-assistant", "http://127.0.0.1:9"], "nobody is there to ask for it"),
        (["--home-assistant", "http://127.0.0.1:9", "--token-file", "/no/such"], "/no/such cannot be read."),
    ],
)
async def test_what_does_not_work_is_said_and_not_written(run: Run, options: list[str], said: str) -> None:
    ended = await run("home", "add", *options)
    assert ended.code == 1
    assert said in ended.err
    assert not config_file().exists()


async def test_a_token_that_is_not_accepted_is_not_written(run: Run, far: FarSide, token_file: str) -> None:
    wrong = config_file().with_name("wrong")
    wrong.write_text("wrong")
    ended = await run("home", "add", "--home-assistant", far.url, "--token-file", str(wrong))
    assert ended.code == 1
    assert "it does not accept the token" in ended.err
    assert not config_file().exists()


FOUND = (
    Found("Home Assistant", "Ours", "http://10.0.0.9:8123"),
    Found("MQTT broker", "Mosquitto", "mqtt://10.0.0.9:1883"),
)


@pytest.mark.parametrize(
    ("answer", "meant"),
    [
        ("1", ("home_assistant", "http://10.0.0.9:8123")),
        ("2", ("mqtt", "mqtt://10.0.0.9:1883")),
        ("https://ours.example", ("home_assistant", "https://ours.example")),
        ("mqtts://b:8883", ("mqtt", "mqtts://b:8883")),
        ("ws://127.0.0.1:3000", ("zwave", "ws://127.0.0.1:3000")),
    ],
)
def test_a_number_or_an_address_says_which_one(answer: str, meant: tuple[str, str]) -> None:
    assert meant_by(answer, FOUND) == meant


@pytest.mark.parametrize("answer", ["3", "0", "homeassistant.local", "ftp://x"])
def test_what_is_neither_is_refused(answer: str) -> None:
    with pytest.raises(InputError, match="neither a number of the list nor an address"):
        meant_by(answer, FOUND)


async def test_an_evaluation_says_what_is_missing_in_home_assistant(
    run: Run, far: FarSide, tmp_path: Path
) -> None:
    file, made = tmp_path / "other.toml", tmp_path / "made.yaml"
    file.write_text('[[device]]\nname = "Odd Lamp"\nroom = "Attic"\nkind = "light"\n[[test]]\nsay = ["on"]\n')
    token = {"VOICE_GATEWAY_HOME_HOME_ASSISTANT_TOKEN": TOKEN}
    ended = await run("eval", "home", str(file), "--no-model", "--home-assistant", far.url, **token)
    assert ended.code == 1
    assert "1 devices of other are not in this Home Assistant" in ended.err
    assert "--package FILE" in ended.err
    assert (await run("eval", "home", str(file), "--package", str(made))).code == 0
    assert "evaluation_other_attic_odd_lamp" in made.read_text()
