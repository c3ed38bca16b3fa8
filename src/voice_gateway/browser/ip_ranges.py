"""Which IP addresses belong to the public internet."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address

_PUBLIC_V6 = IPv6Network("2000::/3")
"""All that is handed out. Everything else is local, reserved, or an IPv4 address in disguise."""

_NOT_FOR_US = (
    IPv4Network("192.88.99.0/24"),  # relays into another protocol
    IPv4Network("168.63.129.16/32"),  # a cloud's metadata under a public address
    IPv6Network("2001::/23"),  # Teredo and other protocol assignments
    IPv6Network("3fff::/20"),  # documentation
)
_SIX_TO_FOUR = IPv6Network("2002::/16")
_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: Address) -> bool:
    """Whether it is on the internet: not private, loopback, link-local, metadata, multicast or reserved."""
    address = unwrapped(address)
    if any(address.version == network.version and address in network for network in _NOT_FOR_US):
        return False
    if isinstance(address, IPv6Address) and address not in _PUBLIC_V6:
        return False
    return address.is_global and not (address.is_multicast or address.is_reserved or address.is_unspecified)


def unwrapped(address: Address) -> Address:
    """The IPv4 address that an IPv6 one leads to, where it does."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped:
        return address.ipv4_mapped
    if address in _SIX_TO_FOUR:
        return IPv4Address(int(address) >> 80 & 0xFFFFFFFF)
    if address in _NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def parsed(text: str) -> Address | None:
    """The address in any spelling that a browser understands: 127.1, 0x7f000001, 017700000001, [::1].

    None when it is a name. Raises `ValueError` for what looks like a number and is no address.
    """
    if text.startswith("[") or ":" in text:
        return IPv6Address(text.removeprefix("[").removesuffix("]").partition("%")[0])
    parts = text.split(".")
    if not _is_number(parts[-1]):
        return None
    if len(parts) > 4:
        raise ValueError("too many parts")
    *front, last = (_number(part) for part in parts)
    if any(part > 255 for part in front) or last >= 256 ** (4 - len(front)):
        raise ValueError("a part is too large")
    return ip_address(sum(part << 8 * (3 - index) for index, part in enumerate(front)) + last)


def _is_number(part: str) -> bool:
    return part.isdecimal() or part.lower().startswith("0x")


def _number(part: str) -> int:
    if not part.isascii() or "_" in part:
        raise ValueError("not a number")
    if part.lower().startswith("0x"):
        return int(part[2:] or "0", 16)
    return int(part, 8) if part.startswith("0") and part != "0" else int(part)
