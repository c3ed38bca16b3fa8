"""What may be heard as it comes, and what may not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_gateway.models.streaming import Listener, TokenGate
from voice_gateway.models.thinking import without_thinking


def heard(pieces: list[str], bound: tuple[str, ...] = ()) -> str:
    said: list[str] = []
    gate = TokenGate(said.append, bound)
    for piece in pieces:
        gate.feed(piece)
    assert gate.spoken == "".join(said)
    return gate.spoken


@pytest.mark.parametrize(
    ("pieces", "spoken"),
    [
        (["Hello", " there."], "Hello there."),
        (["<think>", "hm", "</think>", "Hello."], "Hello."),
        (["<th", "ink>h", "m</thi", "nk>\n\nHel", "lo."], "Hello."),
        (["<think>never closed"], ""),
        (["It is 3 < 4", " and true."], "It is 3 < 4 and true."),
    ],
)
def test_thoughts_are_never_heard(pieces: list[str], spoken: str) -> None:
    assert heard(pieces) == spoken


@pytest.mark.parametrize(
    "text", ['{"name": "search_web"}', "search_web(query='x')", "<tool_call>{}", "```json\n{}"]
)
def test_a_call_printed_as_text_is_never_heard(text: str) -> None:
    assert heard(list(text), ("search_web",)) == ""


def test_a_sentence_that_begins_like_a_tool_is_heard_once_it_differs() -> None:
    assert heard(["sea", "rch", "ing is fun"], ("search_web",)) == "searching is fun"


def test_the_listener_passes_on_only_what_was_not_heard() -> None:
    said: list[str] = []
    listener = Listener(said.append)
    for piece in ("Let me look. ", "Ann is"):
        listener.hear(piece)
    listener.complete("Ann is mayor.")
    listener = Listener(said.append)
    listener.complete("Whole.")
    assert said == ["Let me look. ", "Ann is", " mayor.", "Whole."]


@given(
    st.lists(st.sampled_from(["Hello ", "<think>", "</think>", "hm", "<", "think>", ".", " "]), max_size=12)
)
def test_what_is_heard_while_it_comes_is_part_of_what_the_reply_says(pieces: list[str]) -> None:
    assert "hm" not in heard(["<think>", "hm"])
    text = "".join(pieces)
    if "<think" not in text and "</think" not in text:
        assert heard(pieces).strip() in without_thinking(text) or "<" in text


@pytest.mark.parametrize("around", ["", "<think>"])
def test_a_reply_without_end_is_given_up(around: str) -> None:
    gate = TokenGate(None)
    gate.feed(around)
    taken = 0
    for number in range(10_000):
        words = "".join(f"word{number}of{place} " for place in range(20))
        gate.feed(words)
        taken += len(words)
        if gate.stuck:
            break
    assert gate.stuck
    assert taken < 300_000
    said = gate.spoken
    gate.feed("and more")
    assert gate.spoken == said
