"""A grammar leaves the model no other words, and every piece can say how likely it was."""

import math

import pytest

from tests.engine.asking import request, user
from voice_gateway.engine import Engine, Piece

LAMPS = 'root ::= ("on" | "off") " " ("lamp" | "fan")'
ASKED = request([user("Turn on the lamp")])


async def pieces(engine: Engine, *, grammar: str = "", chances: bool = False) -> list[Piece]:
    return [
        item async for item in engine.chat(ASKED, grammar=grammar, chances=chances) if isinstance(item, Piece)
    ]


async def test_the_answer_follows_the_grammar_and_ends_with_it(engine: Engine) -> None:
    text = "".join(piece.content for piece in await pieces(engine, grammar=LAMPS))
    assert text in {"on lamp", "on fan", "off lamp", "off fan"}


async def test_a_grammar_holds_for_one_request_only(engine: Engine) -> None:
    free = "".join(piece.content for piece in await pieces(engine))
    await pieces(engine, grammar=LAMPS)
    assert "".join(piece.content for piece in await pieces(engine)) == free


async def test_every_token_says_how_likely_it_was(engine: Engine) -> None:
    found = [chance for piece in await pieces(engine, chances=True) for chance in piece.chances]
    assert len(found) >= 4
    assert all(0 < chance <= 1 for chance in found)
    assert 0 < math.prod(found) < 1


async def test_the_same_answer_is_as_likely_each_time(engine: Engine) -> None:
    first, again = [
        [chance for piece in await pieces(engine, grammar=LAMPS, chances=True) for chance in piece.chances]
        for _ in range(2)
    ]
    assert first == pytest.approx(again, rel=0.05)


async def test_chances_are_told_only_to_who_asks_for_them(engine: Engine) -> None:
    assert all(not piece.chances for piece in await pieces(engine))
