"""`WishWriter`: what a sentence asks for, written by the built-in model, and how sure it is of that."""

import math
from dataclasses import dataclass

from voice_gateway.call_maker.grammar import wish_grammar
from voice_gateway.call_maker.maker import request
from voice_gateway.call_maker.prompt import Turn, opening, wish_prompt
from voice_gateway.engine import ChatRequest, Engine, Message, Options, Piece
from voice_gateway.wishes import NOTHING, NotAWish, Verb, Wish, read_wish

_ROLES = {"system": "system", "human": "user", "ai": "assistant"}


@dataclass(frozen=True)
class Written:
    """A wish, the line it was read from, and how likely the model found that line."""

    wish: Wish
    line: str
    confidence: float
    """The probability of the whole line; nought for what is no wish."""
    lowest: float
    """The probability of its least likely token."""


class WishWriter:
    """Asks the engine for wishes. The engine must have the call maker's adapter."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def write_wish(
        self,
        sentence: str,
        before: Turn | None = None,
        asked: str = "",
        verbs: frozenset[Verb] = frozenset(),
    ) -> Written:
        """The wish of a sentence, given the turn before and the question that waits for an answer.

        With `verbs`, it is one of these that is asked for, whatever the model would have written.
        """
        messages = [
            Message(role=_ROLES[message.type], content=str(message.text))
            for message in wish_prompt(sentence, before, asked)
        ]
        asking = ChatRequest(messages=messages, options=Options(**request()["options"]))
        pieces = [
            item
            async for item in self._engine.chat(asking, grammar=wish_grammar(verbs), chances=True)
            if isinstance(item, Piece)
        ]
        line = "".join(piece.content for piece in pieces).strip()
        chances = [chance for piece in pieces for chance in piece.chances]
        try:
            wish = read_wish(line)
        except NotAWish:
            return Written(NOTHING, line, 0.0, 0.0)
        return Written(wish, line, math.prod(chances), min(chances, default=0.0))

    async def warm(self) -> None:
        """Load the model, and read the beginning of every prompt once, so that it is kept."""
        messages = [Message(role=_ROLES[message.type], content=str(message.text)) for message in opening()]
        options = Options(**{**request()["options"], "num_predict": 0})
        async for _ in self._engine.chat(ChatRequest(messages=messages, options=options)):
            pass

    async def close(self) -> None:
        await self._engine.close()
