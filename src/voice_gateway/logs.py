"""Logging that never shows a secret."""

import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any

HIDDEN = "(hidden)"

_SENSITIVE_NAME = re.compile(
    r"pass(word|wd|phrase|code)|secret|token|api_?key|authorization|credential|\bpin\b", re.I
)
_SENSITIVE_TEXT = re.compile(
    r"(?P<lead>\b(?:bearer|basic)\s+|\b(?:api[_-]?key|token|password|secret)[\"']?\s*[=:]\s*[\"']?)[^\s\"',}]{4,}"
    r"|\bsk-[A-Za-z0-9_-]{8,}",
    re.I,
)


def redact_text(text: str, secrets: Iterable[str] = ()) -> str:
    """The text with known secrets, and everything that looks like one, hidden."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return _SENSITIVE_TEXT.sub(lambda match: (match["lead"] or "") + HIDDEN, text)


def redact_arguments(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a tool call, fit to be logged."""
    return {
        name: HIDDEN
        if _SENSITIVE_NAME.search(name)
        else redact_arguments(value)
        if isinstance(value, dict)
        else redact_text(value)
        if isinstance(value, str)
        else value
        for name, value in arguments.items()
    }


class _Redaction(logging.Filter):
    def __init__(self, secrets: Iterable[str]) -> None:
        super().__init__()
        self._secrets = tuple(secret for secret in secrets if secret)

    def filter(self, record: logging.LogRecord) -> bool:
        record.msg = redact_text(record.getMessage(), self._secrets)
        record.args = ()
        return True


def set_up_logging(level: str, secrets: Iterable[str] = ()) -> None:
    """Send the gateway's log to stderr, redacted; libraries speak only when something is wrong."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%H:%M:%S"))
    handler.addFilter(_Redaction(secrets))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.ERROR)
    logging.getLogger("voice_gateway").setLevel(level.upper())
