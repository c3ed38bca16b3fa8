"""Homes are apart, nobody reads along, and what lies in deploy/ is what a server takes."""

import asyncio
import os
import subprocess
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.fleet.strangers import are_apart
from tests.nats_rig.servers import Server, program, running
from tests.programs import needs
from voice_gateway.fleet import connecting
from voice_gateway.fleet.bucket import Bucket
from voice_gateway.fleet.connecting import connected
from voice_gateway.fleet.errors import Unanswered
from voice_gateway.settings.model import FleetSettings

DEPLOY = Path(__file__).parents[2] / "deploy" / "fleet"
PASSWORDS = {"OAK_STREET_1": "first-secret", "OAK_STREET_2": "second-secret", "OPERATOR": "third-secret"}


def of(home: str, server: Server, password: str | None = None) -> FleetSettings:
    secret = SecretStr(password or PASSWORDS[home.upper()])
    return FleetSettings(nats_url=server.url, home=home, username=home, password=secret)


@pytest.fixture
def accounts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    for name, value in PASSWORDS.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "nats").mkdir()
    (tmp_path / "nats" / "accounts.conf").write_text((DEPLOY / "accounts.conf").read_text(encoding="utf-8"))
    return Server(tmp_path / "nats", 'include "accounts.conf"\n')


async def test_s89_a_gateway_of_one_home_can_neither_read_nor_ask_another(accounts: Server) -> None:
    with running(accounts):
        async with (
            connected(of("oak_street_1", accounts), "one") as ours,
            connected(of("oak_street_2", accounts), "two") as theirs,
        ):
            await are_apart(ours, theirs, "oak_street_2")


@pytest.fixture
def soon_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "_OPENING", 1.0)


@pytest.mark.usefixtures("soon_given_up")
async def test_who_has_the_wrong_password_is_not_let_in(accounts: Server) -> None:
    with running(accounts), pytest.raises(Unanswered, match="does not answer"):
        async with connected(of("oak_street_1", accounts, "a guess"), "one"):
            pass


@pytest.mark.usefixtures("soon_given_up")
async def test_a_line_under_tls_is_made_only_to_a_server_that_is_trusted(tmp_path: Path) -> None:
    folder = tmp_path / "nats"
    certificate = await asyncio.to_thread(_certificate, folder)
    config = (DEPLOY / "tls.conf").read_text(encoding="utf-8").replace("/etc/nats", str(folder))
    server = Server(folder, config)
    with running(server):
        url = server.url.replace("nats://", "tls://")
        async with connected(FleetSettings(nats_url=url, authority=certificate), "one") as client:
            bucket = Bucket(client, "house")
            await bucket.open()
            assert await bucket.put("lease", b"x") > 0
        with pytest.raises(Unanswered):
            async with connected(FleetSettings(nats_url=url), "one"):
                pass


def _certificate(folder: Path) -> Path:
    """One that nobody trusts who was not told to."""
    folder.mkdir()
    made = folder / "server.pem"
    subprocess.run(
        [needs("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-keyout", folder / "server-key.pem", "-out", made, "-days", "2", "-subj", "/CN=nats",
         "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, capture_output=True,
    )  # fmt: skip
    return made


@pytest.mark.parametrize("name", ["one", "three", "leaf"])
def test_the_configurations_that_are_shipped_are_taken_by_a_server(name: str) -> None:
    told = {"NATS_NAME": "nats-1", "NATS_HUB": "nats://127.0.0.1:7422", **PASSWORDS}
    done = subprocess.run(
        [program(), "-t", "-c", DEPLOY / f"{name}.conf"],
        check=False,
        env=os.environ | told,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
