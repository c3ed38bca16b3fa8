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


def innermost(error: BaseException) -> str:
    """The cause itself, in words: anyio wraps what went wrong into groups of errors."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return str(error) or type(error).__name__
