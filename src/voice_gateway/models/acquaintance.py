"""What is known of one model behind Ollama: what the server tells, and what earlier turns have shown."""

import ollama

from voice_gateway.model_name import full_name
from voice_gateway.models.ability import Abilities, remember, remembered
from voice_gateway.models.description import Description, describe


class Acquaintance:
    """Recalls what was found out about a model, and keeps what is found out now."""

    def __init__(self, server: ollama.AsyncClient, name: str) -> None:
        self._server = server
        self._name = name
        self.described: Description | None = None
        self.known = Abilities()

    async def recall(self) -> None:
        """Once the server answers, what is remembered of these weights counts."""
        if self.described is None and (found := await describe(self._server, self._name)):
            self.described = found
            self.known = remembered(self._key)

    def keep(self, found: Abilities) -> None:
        if found != self.known:
            self.known = found
            remember(self._key, found)

    @property
    def longest_window(self) -> int | None:
        """The most tokens that Ollama lets the model see, whatever is asked for."""
        return self.described.context_length if self.described else None

    @property
    def _key(self) -> str:
        return (self.described and self.described.digest) or full_name(self._name)
