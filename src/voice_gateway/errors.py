"""The errors a person may see. Each says what happened and, in `fix`, what to do next."""

from collections.abc import Mapping
from typing import Any


class GatewayError(Exception):
    """Something went wrong that is explained to the person in one or two lines, without a traceback."""

    def __init__(self, message: str, *, fix: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.message}\n{self.fix}" if self.fix else self.message


class SettingsError(GatewayError):
    """A setting has a value that cannot be used."""


class InputError(GatewayError):
    """What the person said or typed cannot be taken as a sentence."""


class ModelError(GatewayError):
    """The language model could not be reached or could not answer."""


class ToolError(GatewayError):
    """A tool could not do what it was asked to do. `data` says the same to programs."""

    def __init__(
        self, message: str, *, fix: str | None = None, data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message, fix=fix)
        self.data = data


class ToolRefused(GatewayError):
    """A tool may not be registered: its definition breaks a rule."""
