"""Shows: the page on which a person talks to their home, and the HTTP interfaces that let other software in.

`Console` holds what requests share, `create_app` is the ASGI application over it, `Doorway` shows the page
until that is there, and `serving` puts either on a socket. The page itself is in `static/`: plain modules and
style sheets that need no build.
"""

from typing import TYPE_CHECKING

from voice_gateway.console.access import Access, access_for
from voice_gateway.console.doorway import Doorway
from voice_gateway.console.serve import Serving, listen, serving

if TYPE_CHECKING:
    from voice_gateway.console.app import create_app
    from voice_gateway.console.console import Console

__all__ = ["Access", "Console", "Doorway", "Serving", "access_for", "create_app", "listen", "serving"]


def __getattr__(name: str) -> object:
    """What answers is imported only by who uses it: the page is on its socket before."""
    if name == "Console":
        from voice_gateway.console.console import Console

        return Console
    if name == "create_app":
        from voice_gateway.console.app import create_app

        return create_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
