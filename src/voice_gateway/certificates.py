"""Which servers in the network are trusted."""

import ssl
from functools import cache


@cache
def trusted() -> ssl.SSLContext:
    """What the environment or `certifi` names, read once: that takes as long as opening everything else."""
    import httpx

    return httpx.create_ssl_context()
