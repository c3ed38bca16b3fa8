"""Which addresses the browser may open, in every spelling that someone could think of."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_network

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_gateway.browser.addresses import AddressPolicy
from voice_gateway.browser.ip_ranges import is_public, parsed
from voice_gateway.browser.refusal import AddressRefused
from voice_gateway.errors import SettingsError

FORBIDDEN = [
    ip_network(text)
    for text in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/29", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4"),
        *("168.63.129.16/32", "255.255.255.255/32"),
    )
]
private = st.sampled_from(FORBIDDEN).flatmap(
    lambda network: st.integers(int(network[0]), int(network[-1])).map(IPv4Address)
)


def spellings(address: IPv4Address) -> list[str]:
    """The forms in which browsers and resolvers take an IPv4 address."""
    number = int(address)
    octets = [number >> shift & 255 for shift in (24, 16, 8, 0)]
    first, second, third, fourth = octets
    return [
        str(address),
        f"{address}.",
        str(number),
        hex(number),
        f"0{number:o}",
        ".".join(hex(octet) for octet in octets),
        ".".join(f"0{octet:o}" for octet in octets),
        f"{first}.{number & 0xFFFFFF}",
        f"{first}.{second}.{third * 256 + fourth}",
        f"0X{first:X}.{second}.0{third:o}.{fourth}",
        str(address).replace(".", "。"),
        str(address).translate({ord(str(digit)): chr(0xFF10 + digit) for digit in range(10)}),
        "".join(f"%{ord(sign):02x}" for sign in str(address)),
        f"[::ffff:{address}]",
        f"[::{first:x}{second:02x}:{third:x}{fourth:02x}]",
        f"[64:ff9b::{address}]",
        f"[2002:{first:x}{second:02x}:{third:x}{fourth:02x}::1]",
    ]


async def nobody(host: str, port: int) -> Sequence[str]:
    raise OSError(f"{host} was looked up")


async def refused(policy: AddressPolicy, url: str) -> bool:
    try:
        await policy.check(url)
    except AddressRefused:
        return True
    return False


@settings(deadline=None)
@given(private, st.data())
async def test_no_private_address_passes_in_any_spelling(address: IPv4Address, data: st.DataObject) -> None:
    spelling = data.draw(st.sampled_from(spellings(address)))
    assert await refused(AddressPolicy(resolve=nobody), f"http://{spelling}/")
    assert await refused(AddressPolicy(resolve=nobody), f"https://{spelling}:8443/x?y#z")


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_every_number_form_is_read_as_the_resolver_would(address: IPv4Address) -> None:
    for spelling in spellings(address)[2:9]:
        assert parsed(spelling) == address


@settings(deadline=None)
@given(st.ip_addresses(v=6))
def test_what_python_calls_local_is_never_public(address: IPv6Address) -> None:
    local = (address.is_private, address.is_loopback, address.is_link_local, address.is_multicast)
    assert not (is_public(address) and (any(local) or address.is_site_local or address.is_unspecified))


@pytest.mark.parametrize(
    "address",
    ["::1", "::", "fe80::1", "fec0::1", "fc00::1", "fd00:ec2::254", "ff02::1", "::127.0.0.1", "2001:db8::1"],
)
async def test_no_local_ipv6_address_passes(address: str) -> None:
    assert await refused(AddressPolicy(resolve=nobody), f"http://[{address}]/")


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "[2606:4700:4700::1111]"])
async def test_public_addresses_pass(address: str) -> None:
    await AddressPolicy(resolve=nobody).check(f"https://{address}/path")


@pytest.mark.parametrize(
    "url",
    [
        *(
            "file:///etc/passwd",
            "ftp://8.8.8.8/",
            "javascript:alert(1)",
            "data:text/html,x",
            "chrome://version",
        ),
        *("view-source:http://8.8.8.8/", "//8.8.8.8/", "8.8.8.8", "", "http://", "http:///x", "http://:80/"),
        *(
            "http://user@8.8.8.8/",
            "http://8.8.8.8@127.0.0.1/",
            "http://8.8.8.8\\@127.0.0.1/",
            "http://8.8.8.8 /",
        ),
        *(
            "http://8.8.8.8:99999/",
            "http://8.8.8.8:x/",
            "http://1.2.3.4.5/",
            "http://256.1.1.1/",
            "http://0x/",
        ),
        *("http://8.8.8.8\t/", "http://8.8.8.8\n.example/", "http://[::1", "http://[fe80::1%25eth0]/"),
        *("http://exa mple.org/", "http://a|b.org/", "http://..../"),
    ],
)
async def test_what_is_no_plain_web_address_is_refused(url: str) -> None:
    assert await refused(AddressPolicy(resolve=nobody), url)


@settings(deadline=None)
@given(st.text(max_size=40))
async def test_no_text_gets_through_or_breaks_the_check(text: str) -> None:
    """Names are looked up by a resolver that only knows private addresses, so nothing may pass."""

    async def at_home(host: str, port: int) -> Sequence[str]:
        return ["192.168.1.5"]

    for url in (text, f"http://{text}", f"http://{text}/", f"http://8.8.8.8@{text}/"):
        policy = AddressPolicy(resolve=at_home)
        if not await refused(policy, url):
            address = parsed(policy.destination(url).host)
            assert address is not None
            assert is_public(address)


@pytest.mark.parametrize(
    "answers", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["fe80::1%eth0"], ["::ffff:10.0.0.1"], []]
)
async def test_a_name_is_refused_when_any_of_its_addresses_is_private(answers: list[str]) -> None:
    async def resolve(host: str, port: int) -> Sequence[str]:
        return answers

    assert await refused(AddressPolicy(resolve=resolve), "https://rebinding.example/")


async def test_what_was_checked_is_what_is_handed_out() -> None:
    answers = iter([["93.184.215.14"], ["127.0.0.1"]])

    async def resolve(host: str, port: int) -> Sequence[str]:
        return next(answers)

    policy = AddressPolicy(resolve=resolve)
    assert await policy.addresses(policy.destination("http://Example.ORG./")) == ["93.184.215.14"]


@pytest.mark.parametrize(
    ("entry", "url", "passes"),
    [
        ("127.0.0.1:8080", "http://127.0.0.1:8080/", True),
        ("127.0.0.1:8080", "http://127.0.0.1:8081/", False),
        ("127.0.0.1:8080", "http://127.0.0.2:8080/", False),
        ("127.0.0.1", "http://127.1:9/", True),
        ("10.0.0.0/24", "http://10.0.0.7/", True),
        ("10.0.0.0/24", "http://10.0.1.7/", False),
        ("[fd00::5]:80", "http://[fd00::5]/", True),
        ("fd00::/8", "https://[fd12::1]/", True),
        ("Wiki.LAN", "http://wiki.lan/", True),
        ("wiki.lan", "http://wiki.lan.evil.example/", False),
        ("wiki.lan", "http://other.lan/", False),
    ],
)
async def test_the_owners_list_opens_what_it_names_and_nothing_else(
    entry: str, url: str, passes: bool
) -> None:
    async def at_home(host: str, port: int) -> Sequence[str]:
        return ["192.168.1.5"]

    assert await refused(AddressPolicy([entry], at_home), url) is not passes


@pytest.mark.parametrize("entry", ["", "http://wiki.lan/", "a b", "user@host"])
def test_an_entry_that_is_no_host_is_explained(entry: str) -> None:
    with pytest.raises(SettingsError, match="is not a host"):
        AddressPolicy([entry])
