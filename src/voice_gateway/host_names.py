"""How a request names the machine that it is sent to."""

import ipaddress
import re


def host_name(host: str) -> str:
    """A Host header without its port: `[::1]:8350` is `::1`."""
    host = host.strip().lower().rstrip(".")
    if bracketed := re.fullmatch(r"\[([^\]]*)\](:\d+)?", host):
        return bracketed[1]
    return host if host.count(":") > 1 else host.partition(":")[0]


def is_address(name: str) -> bool:
    """Whether a host is named by its plain address, which nobody else can point at it."""
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
