"""A table of what clients send to an Ollama and what it says: status, and the shape of the answer."""

from tests.engine.exchanges.exchange import Exchange
from tests.engine.exchanges.not_offered import NOT_OFFERED
from tests.engine.exchanges.ollama import ABOUT, CHATS, EMBEDDINGS, MESSAGES, OPTIONS, PROMPTS
from tests.engine.exchanges.openai import OPENAIS
from tests.engine.exchanges.places import NOWHERE, PLACES

EXCHANGES: list[Exchange] = [
    *ABOUT, *CHATS, *OPTIONS, *MESSAGES, *PROMPTS, *EMBEDDINGS, *OPENAIS, *PLACES, *NOWHERE, *NOT_OFFERED,
]  # fmt: skip

__all__ = ["EXCHANGES", "Exchange"]
