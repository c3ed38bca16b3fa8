"""A certificate of our own for HTTPS, which every browser asks about once."""

import datetime
import ipaddress
import socket
import ssl
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from voice_gateway.errors import SettingsError
from voice_gateway.host_names import is_address
from voice_gateway.settings import Settings, data_dir
from voice_gateway.settings.write import write_private

if TYPE_CHECKING:
    from cryptography import x509

_DAYS = 397
"""Longer ones are refused by phones."""
_SOON = datetime.timedelta(days=30)


@dataclass(frozen=True)
class Certificate:
    file: Path
    key: Path


def certificate_for(settings: Settings, own_address: str) -> Certificate | None:
    """The one that is named, or one of our own making; None where the page is served without."""
    chosen = settings.console
    if chosen.certificate and chosen.certificate_key:
        named = Certificate(chosen.certificate, chosen.certificate_key)
        _check(named)
        return named
    if not chosen.https:
        return None
    own = Certificate(data_dir() / "console-certificate.pem", data_dir() / "console-certificate.key")
    host = socket.gethostname().lower()
    names = {"localhost", "127.0.0.1", "::1", host, f"{host}.local", own_address, *chosen.hosts}
    if not _still_good(own, names):
        _make(own, names)
    return own


def _check(certificate: Certificate) -> None:
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate.file, certificate.key)
    except (OSError, ssl.SSLError) as error:
        raise SettingsError(
            f"{certificate.file} cannot be used as a certificate: {error}.",
            fix="Set console.certificate and console.certificate_key to PEM files that belong together.",
        ) from None


def _still_good(certificate: Certificate, names: Collection[str]) -> bool:
    from cryptography import x509

    try:
        known = x509.load_pem_x509_certificate(certificate.file.read_bytes())
        _check(certificate)
    except (OSError, ValueError, SettingsError):
        return False
    alternatives = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    told = {str(one.value) for one in alternatives}
    return told >= set(names) and known.not_valid_after_utc > datetime.datetime.now(datetime.UTC) + _SOON


def _make(certificate: Certificate, names: Collection[str]) -> None:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Voice Gateway")])
    now = datetime.datetime.now(datetime.UTC)
    alternatives = x509.SubjectAlternativeName([_general(name) for name in sorted(names)])
    made = (
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=_DAYS))
        .add_extension(alternatives, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = serialization.NoEncryption()
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    write_private(certificate.key, secret.decode())
    write_private(certificate.file, made.public_bytes(pem).decode())


def _general(name: str) -> "x509.GeneralName":
    from cryptography import x509

    return x509.IPAddress(ipaddress.ip_address(name)) if is_address(name) else x509.DNSName(name)
