"""What can be wrong with a time."""

from voice_gateway.errors import GatewayError


class NotATime(GatewayError):
    """A text is in none of the forms of a time."""


class Past(GatewayError):
    """The time is understood, and has gone by."""


class SunUnknown(GatewayError):
    """The sun decides, and nobody knows when it rises and sets here."""
