"""`${VAR}` and `${VAR:-default}` in a configuration file."""

import re
from collections.abc import Mapping

_VARIABLE = re.compile(r"\$\{(?:env:)?(?P<name>[A-Za-z_]\w*)(?::-(?P<default>[^}]*))?\}")
_SENSITIVE = re.compile(r"key|token|secret|pass|auth|credential|pin$", re.I)


class Expander:
    """Puts the environment's values in the place of variables, and remembers which of them are secret."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = environment
        self.secrets: list[str] = []

    def expand(self, text: str) -> str:
        """The text with its variables filled in; `KeyError` with the name of one that is not set."""
        return _VARIABLE.sub(self._value, text)

    def _value(self, match: re.Match[str]) -> str:
        name, default = match["name"], match["default"]
        # As in a shell, `:-` also covers a variable that is set to nothing.
        value = self._environment.get(name)
        if default is not None and not value:
            value = default
        if value is None:
            raise KeyError(name)
        if _SENSITIVE.search(name):
            self.secrets.append(value)
        return value
