"""Keys of NATS: ed25519, written in base32 with a letter for whose they are, and what is signed with them.

An operator signs accounts, an account signs its users. A server that trusts the operator lets everybody in
whom that chain leads to, and needs to know no password.
"""

import base64
import binascii
import hashlib
import json
import re
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from voice_gateway.errors import SettingsError

Kind = Literal["operator", "account", "user"]
_LETTERS: Final[dict[Kind, int]] = {"operator": 14 << 3, "account": 0, "user": 20 << 3}
_SEED: Final = 18 << 3
_PARTS: Final = re.compile(r"-----BEGIN ([A-Z ]+)-----\s+(\S+)\s+-+END [A-Z ]+-+")


class Key:
    """One of a pair; the seed is the secret."""

    def __init__(self, kind: Kind, private: Ed25519PrivateKey | None = None) -> None:
        self.kind = kind
        self._private = private or Ed25519PrivateKey.generate()

    @classmethod
    def of(cls, seed: str) -> "Key":
        """Raises ValueError for what is none."""
        raw = base64.b32decode(seed + "=" * (-len(seed) % 8))
        whole, check = raw[:-2], raw[-2:]
        letter = (whole[0] & 7) << 5 | whole[1] >> 3
        kind = next((kind for kind, known in _LETTERS.items() if known == letter), None)
        if whole[0] & 0xF8 != _SEED or kind is None or _checksum(whole) != check:
            raise ValueError("That is no seed of a key.")
        return cls(kind, Ed25519PrivateKey.from_private_bytes(whole[2:]))

    @property
    def public(self) -> str:
        raw = self._private.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return _written(bytes([_LETTERS[self.kind]]) + raw)

    @property
    def seed(self) -> str:
        letter = _LETTERS[self.kind]
        return _written(bytes([_SEED | letter >> 5, (letter & 31) << 3]) + self._private.private_bytes_raw())

    def sign(self, words: bytes) -> bytes:
        return self._private.sign(words)


def token(signer: Key, subject: Key, name: str, claims: Mapping[str, Any]) -> str:
    """A JWT in which one key says what another is, and may."""
    told: dict[str, Any] = {
        "iat": int(time.time()), "iss": signer.public, "name": name, "sub": subject.public,
        "nats": {**claims, "type": subject.kind, "version": 2},
    }  # fmt: skip
    told["jti"] = base64.b32encode(hashlib.sha256(_json(told)).digest()).decode().rstrip("=")
    signed = f"{_url(_json({'typ': 'JWT', 'alg': 'ed25519-nkey'}))}.{_url(_json(told))}"
    return f"{signed}.{_url(signer.sign(signed.encode()))}"


def written(user_token: str, user: Key) -> str:
    """The file that `fleet.credentials` names."""
    return (
        f"-----BEGIN NATS USER JWT-----\n{user_token}\n------END NATS USER JWT------\n\n"
        f"-----BEGIN USER NKEY SEED-----\n{user.seed}\n------END USER NKEY SEED------\n"
    )


def read(file: Path) -> tuple[str, Key]:
    """Who it says one is, and the key that proves it. Raises `SettingsError`."""
    try:
        parts = dict(_PARTS.findall(file.read_text(encoding="ascii")))
        return parts["NATS USER JWT"], Key.of(parts["USER NKEY SEED"])
    except (OSError, KeyError, ValueError) as error:
        raise SettingsError(
            f"fleet.credentials: {file} cannot be read as credentials for NATS.",
            fix="Make it with `voice-gateway fleet keys`, or with nsc.",
        ) from error


def _written(raw: bytes) -> str:
    return base64.b32encode(raw + _checksum(raw)).decode().rstrip("=")


def _checksum(raw: bytes) -> bytes:
    return binascii.crc_hqx(raw, 0).to_bytes(2, "little")


def _json(told: Mapping[str, Any]) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode()


def _url(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
