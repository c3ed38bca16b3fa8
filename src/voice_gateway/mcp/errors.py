"""How a call to a server can fail, told apart by what is known about its effect."""

from voice_gateway.errors import ToolError


class LostInFlight(Exception):
    """The server stopped between a call and its answer, so that nobody knows whether it was carried out.

    No `GatewayError`, on purpose: those say that nothing happened.
    """


class NotSent(Exception):
    """The call never reached the server; it may be made again."""


class StartFailed(ToolError):
    """A server could not be started or reached."""
