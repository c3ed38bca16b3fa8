"""Accounts that an operator has signed: a real server lets in whom the chain leads to, and only there."""

import asyncio
from functools import partial
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.assembled import devices
from tests.fleet.strangers import are_apart
from tests.home import settings_for
from tests.nats_rig.asking import ask
from tests.nats_rig.servers import Server, running
from voice_gateway.assembly import open_gateway
from voice_gateway.cli.app import app
from voice_gateway.errors import SettingsError
from voice_gateway.fleet import connecting
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.credentials import Key, token, written
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.fleet.hosting import hosting
from voice_gateway.fleet.line import Line
from voice_gateway.settings.model import FleetSettings

HOMES = ["oak_street_1", "oak_street_2"]


def made(folder: Path, *homes: str) -> Path:
    told = CliRunner().invoke(app, ["fleet", "keys", str(folder), *homes])
    assert told.exit_code == 0, told.output
    return folder / "resolver.conf"


def include(resolver: Path) -> str:
    """A server looks beside its own configuration."""
    return f'include "../{resolver.parent.name}/{resolver.name}"\n'


def of(home: str, server: Server, folder: Path) -> FleetSettings:
    return FleetSettings(nats_url=server.url, home=home, credentials=folder / f"{home}.creds")


async def test_s89_homes_that_an_operator_has_signed_are_apart(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    server = Server(tmp_path / "nats", include(made(keys, *HOMES)))
    with running(server):
        async with (
            connected(of("oak_street_1", server, keys), "one") as ours,
            connected(of("oak_street_2", server, keys), "two") as theirs,
        ):
            await are_apart(ours, theirs, "oak_street_2")


async def test_s89_one_process_serves_homes_of_different_accounts(tmp_path: Path) -> None:
    keys, file = tmp_path / "keys", tmp_path / "home.toml"
    file.write_text(f"delay = 0\n{devices(('Hall light', 'Hall', 'light', 'on = false'))}", encoding="utf-8")
    server = Server(tmp_path / "nats", include(made(keys, *HOMES)))
    shared = {
        "provider": "ollama", "ollama.base_url": "http://127.0.0.1:9", "search.browser": False,
        "home.file": file, "fleet.nats_url": server.url,
    }  # fmt: skip
    own = {
        home: {**shared, "fleet.home": home, "fleet.credentials": keys / f"{home}.creds"} for home in HOMES
    }
    homes = {home: partial(settings_for, **settings) for home, settings in own.items()}
    with running(server):
        async with hosting(FleetSettings(nats_url=server.url), homes, open_gateway):
            for home in HOMES:
                async with connected(of(home, server, keys), "somebody") as client:
                    assert (await ask(Line(client, home), "turn on the hall light"))["outcome"] == "done"


async def test_a_server_that_runs_takes_a_home_that_is_added_and_leaves_the_others_their_keys(
    tmp_path: Path,
) -> None:
    keys = tmp_path / "keys"
    server = Server(tmp_path / "nats", include(made(keys, *HOMES)))
    with running(server):
        async with connected(of("oak_street_1", server, keys), "one") as client:
            bucket = Bucket(client, "oak_street_1")
            await bucket.open()
            made(keys, "oak_street_3")
            server.read_anew()
            while "Reloaded server configuration" not in server.log:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.02)
            assert await bucket.put("lease", b"x") > 0
        for home in (*HOMES, "oak_street_3"):
            async with connected(of(home, server, keys), "one") as client:
                await Bucket(client, home).open()
    secrets = [*keys.glob("*.creds"), keys / "operator.seed"]
    assert {file.stat().st_mode & 0o077 for file in secrets} == {0}


async def test_who_was_signed_by_another_operator_is_not_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "_OPENING", 1.0)
    server = Server(tmp_path / "nats", include(made(tmp_path / "keys", *HOMES)))
    made(tmp_path / "others", *HOMES)
    with running(server), pytest.raises(Unanswered):
        async with connected(of("oak_street_1", server, tmp_path / "others"), "one"):
            pass


async def test_a_file_that_is_no_credentials_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "home.creds"
    user = Key("user")
    right = written(token(Key("account"), user, "x", {}), user)
    broken.write_text(right.replace(user.seed, user.seed[:-1] + "?"))
    with pytest.raises(SettingsError, match=r"home\.creds"):
        async with connected(FleetSettings(nats_url="nats://127.0.0.1:9", credentials=broken), "one"):
            pass


def test_a_key_is_the_same_after_it_was_written() -> None:
    for kind, letter in (("operator", "O"), ("account", "A"), ("user", "U")):
        key = Key(kind)  # type: ignore[arg-type]
        again = Key.of(key.seed)
        assert key.seed.startswith(f"S{letter}")
        assert (again.kind, again.public) == (kind, key.public)
        assert key.public.startswith(letter)
