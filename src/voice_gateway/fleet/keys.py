"""An operator, an account for each home and a user in it: what NATS servers and gateways need of them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from voice_gateway.errors import SettingsError
from voice_gateway.fleet.credentials import Key, token, written

_OPERATOR: Final = "operator.seed"
_ACCOUNTS: Final = "accounts.json"
_ALL: Final = -1
_A_HOME: Final = {"mem_storage": 64 << 20, "disk_storage": 256 << 20, "streams": 4, "consumer": 32}
"""What one home may take of the servers."""


def make_keys(folder: Path, homes: Sequence[str]) -> Path:
    """Homes that are there already keep their keys. Gives the file that the server includes.

    `operator.seed` signs homes and is needed by nobody else: it is best kept elsewhere."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    operator = _operator(folder / _OPERATOR)
    known = folder / _ACCOUNTS
    accounts: dict[str, str] = json.loads(known.read_text(encoding="ascii")) if known.exists() else {}
    signed = {"SYS": {}, **dict.fromkeys(homes, _A_HOME)}
    for home, limits in signed.items():
        if home not in accounts:
            accounts[home] = _account(folder, operator, home, limits)
    known.write_text(json.dumps(accounts, indent=2) + "\n", encoding="ascii")
    trusted = folder / "operator.jwt"
    if not trusted.exists():  # servers that run take further homes only while it stays as it is
        trusted.write_text(token(operator, operator, "homes", {}) + "\n", encoding="ascii")
    resolver = folder / "resolver.conf"
    resolver.write_text(_resolver(trusted.read_text(encoding="ascii").strip(), accounts), encoding="ascii")
    return resolver


def _operator(file: Path) -> Key:
    if not file.exists():
        _write_secret(file, Key("operator").seed + "\n")
    try:
        return Key.of(file.read_text(encoding="ascii").strip())
    except ValueError:
        raise SettingsError(f"{file} is no key of an operator.", fix="Put the right one there.") from None


def _account(folder: Path, operator: Key, home: str, limits: dict[str, Any]) -> str:
    """The account of a home, signed; who may come in with it is written beside it."""
    account, user = Key("account"), Key("user")
    whole = dict.fromkeys(("subs", "data", "payload", "imports", "exports", "conn", "leaf"), _ALL)
    signed = token(operator, account, home, {"limits": {**whole, "wildcards": True, **limits}})
    claims = {"subs": _ALL, "data": _ALL, "payload": _ALL, "pub": {}, "sub": {}}
    _write_secret(folder / f"{home}.creds", written(token(account, user, home, claims), user))
    return f"{account.public} {signed}"


def _resolver(operator: str, accounts: dict[str, str]) -> str:
    system = accounts["SYS"].partition(" ")[0]
    known = "\n".join("  {}: {}  # {}".format(*one.split(" "), home) for home, one in accounts.items())
    return (
        f"operator: {operator}\nsystem_account: {system}\nresolver: MEMORY\n"
        f"resolver_preload: {{\n{known}\n}}\n"
    )


def _write_secret(file: Path, text: str) -> None:
    file.touch(mode=0o600)
    file.write_text(text, encoding="ascii")
