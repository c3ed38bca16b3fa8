"""What is wrong with a text that should be a wish."""

from voice_gateway.errors import InputError


class NotAWish(InputError):
    """The text is no sentence of the language."""
