"""Where `voice-gateway run` is, for the other commands of the same person."""

import json
import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import httpx

from voice_gateway.settings import data_dir
from voice_gateway.settings.write import write_private

_FILE = "running.json"
_END = "-----END CERTIFICATE-----"
"""What follows in the file are those who issued it."""


@dataclass(frozen=True)
class Running:
    """A console that takes requests at `url`, with the settings of `settings_file`."""

    url: str
    token: str | None
    settings_file: str
    process: int
    certificate: str = ""
    """The file of the certificate that it shows, where it is served over HTTPS."""

    @property
    def trust(self) -> ssl.SSLContext | bool:
        """What its certificate is held against: the very one, whoever issued it to whatever name."""
        if not self.certificate:
            return True
        only = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        only.check_hostname = False
        only.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        first, end, _ = Path(self.certificate).read_text(encoding="utf-8").partition(_END)
        only.load_verify_locations(cadata=first + end)
        return only


@contextmanager
def telling_where(
    url: str, token: str | None, settings_file: Path, certificate: Path | None = None
) -> Iterator[None]:
    """Let others find it while the block lasts. The file is for its owner only, since it holds the token."""
    path = data_dir() / _FILE
    told = Running(url, token, _whole(settings_file), os.getpid(), str(certificate or ""))
    write_private(path, json.dumps(asdict(told)) + "\n")
    try:
        yield
    finally:
        if _read(path) == told:  # another one may have come up since
            path.unlink(missing_ok=True)


async def find_running(settings_file: Path) -> Running | None:
    """The console that is up with these settings, if there is one that answers."""
    told = _read(data_dir() / _FILE)
    if told is None or told.settings_file != _whole(settings_file) or not _lives(told.process):
        return None
    try:
        async with httpx.AsyncClient(timeout=2, trust_env=False, verify=told.trust) as client:
            return told if (await client.get(f"{told.url}/healthz")).is_success else None
    except (httpx.HTTPError, OSError):
        return None


def _whole(path: Path) -> str:
    return str(path.resolve())


def _read(path: Path) -> Running | None:
    try:
        return Running(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except (OSError, OverflowError):
        return False
    return True
