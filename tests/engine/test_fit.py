"""What is left of a conversation that is too long."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.engine import EngineError, Message
from voice_gateway.engine.fit import fit


async def words(messages: Sequence[Message]) -> int:
    """A stand-in for the tokenizer, so that the arithmetic can be followed."""
    return sum(len(message.content.split()) for message in messages)


def said(role: str, text: str) -> Message:
    return Message(role=role, content=text)


async def test_the_oldest_go_and_the_instructions_stay() -> None:
    messages = [said("system", "be kind"), *(said("user", f"number {n}") for n in range(10))]
    kept = await fit(messages, 8, words)
    assert [message.content for message in kept] == ["be kind", "number 7", "number 8", "number 9"]


async def test_a_result_does_not_outlive_its_call() -> None:
    messages = [said("user", "a b c"), said("assistant", "d e f"), said("tool", "g"), said("user", "h")]
    kept = await fit(messages, 4, words)
    assert [message.role for message in kept] == ["user"]


async def test_a_conversation_that_fits_is_left_alone() -> None:
    messages = [said("user", "a"), said("assistant", "b")]
    assert await fit(messages, 2, words) == messages
    assert await fit([], 2, words) == []


async def test_what_cannot_be_cut_is_an_error() -> None:
    async def tools_alone(messages: Sequence[Message]) -> int:
        return 100 + await words(messages)

    with pytest.raises(EngineError, match="do not fit"):
        await fit([said("user", "a b c")], 50, tools_alone)


@given(st.lists(st.tuples(st.sampled_from(["system", "user", "assistant", "tool"]), st.integers(0, 60))))
async def test_whatever_comes_fits_or_is_refused(shape: list[tuple[str, int]]) -> None:
    messages = [said(role, "word " * length) for role, length in shape]
    kept = await fit(messages, 20, words)
    assert await words(kept) <= 20
    assert not messages or kept[-1].role == messages[-1].role
