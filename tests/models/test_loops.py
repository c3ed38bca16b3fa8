"""A sentence is said once, however often the model repeats it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scene import Play
from tests.servers.ollama import say
from voice_gateway.models.loops import sentences, without_loops
from voice_gateway.routing import Intent

STUCK = "I am a model. " * 30


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (STUCK, "I am a model."),
        ("Paris. It is big. Paris. It is", "Paris. It is big."),
        ("It is 21.5 degrees. It is warm.", "It is 21.5 degrees. It is warm."),
        ("No, no, no.", "No, no, no."),
        ("", ""),
    ],
)
def test_a_text_ends_before_it_repeats_itself(text: str, said: str) -> None:
    assert without_loops(text) == said


@given(st.text(max_size=80))
def test_nothing_is_lost_between_sentences(text: str) -> None:
    assert "".join(sentences(text)) == text
    assert text.startswith(without_loops(text)) or without_loops(text) in text


async def test_a_model_that_is_stuck_is_stopped_and_heard_once(play: Play) -> None:
    heard: list[str] = []
    async with play(Intent.GENERAL, [], [say(STUCK), say(STUCK)]) as scene:
        assert await scene.ask("who are you", on_token=heard.append) == "I am a model."
        assert await scene.ask("who are you") == "I am a model."
    assert "".join(heard).strip() == "I am a model."
