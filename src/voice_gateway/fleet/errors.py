"""What can go wrong between gateways."""

from voice_gateway.errors import GatewayError


class Conflict(Exception):
    """Somebody else has written since; nothing was kept."""


class Unanswered(GatewayError):
    """The message system does not answer, so that nobody knows what became of a request."""
