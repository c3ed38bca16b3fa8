"""Shows: the page on which a person talks to their home, and the HTTP interfaces that let other software in.

`Console` holds what requests share, `create_app` is the ASGI application over it, and `serve` puts that on a
socket. The page itself is in `static/`: plain modules and style sheets that need no build.
"""

from voice_gateway.console.access import Access, access_for
from voice_gateway.console.app import create_app
from voice_gateway.console.console import Console
from voice_gateway.console.serve import Serving, listen, serving

__all__ = ["Access", "Console", "Serving", "access_for", "create_app", "listen", "serving"]
