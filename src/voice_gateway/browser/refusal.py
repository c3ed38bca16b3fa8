"""The error for an address that the browser may not open."""

from voice_gateway.errors import ToolError


class AddressRefused(ToolError):
    """The address is not a public one, or no address of the web at all."""
